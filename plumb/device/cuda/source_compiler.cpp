// plumb/device/cuda/source_compiler.cpp - asking one compiler after the other, keeping their PTX.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/source_compiler.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/in_flight.h"
#include "plumb/device/opencl/nvidia_ptx.h"
#include "plumb/device/program_cache.h"
#include "plumb/device/source_text.h"
#include "plumb/device/traits.h"

namespace plumb::device::cuda {
namespace {

std::optional<std::string> kept_ptx(const std::string& key, const Source& source) {
  return includes_files(source.text) ? std::nullopt : cached_binary("cuda", key);
}

void keep_ptx(const std::string& key, const Source& source, const std::string& ptx) {
  if (!includes_files(source.text)) store_binary("cuda", key, ptx);
}

}  // namespace

CompiledSource SourceCompiler::compile(const Source& source) {
  if (source.language == Language::ptx) {
    if (source.definitions.empty()) return {.ptx = {source.text}, .compiler = {}};
    throw Error(ErrorKind::input,
                fmt::format("'{}' is PTX, which has no definitions", source.name));
  }
  if (source.language != Language::opencl_c) return by_nvrtc(source);
  if (auto kept = kept_from_opencl(source)) return *std::move(kept);
  try {
    return by_nvrtc(source);
  } catch (const Error& refused) {
    if (auto compiled = by_opencl(source)) return *std::move(compiled);
    throw Error(refused.kind(),
                fmt::format("{}; NVIDIA's OpenCL, whose compiler takes all of OpenCL C, does not "
                            "show this GPU: install it (libnvidia-opencl1, nvidia-opencl-icd); "
                            "'plumb doctor' says what is here",
                            refused.what()),
                refused.detail());
  }
}

const Compiler& SourceCompiler::nvrtc(const Source& source) {
  if (nvrtc_) return *nvrtc_;
  try {
    nvrtc_ = std::make_unique<Compiler>(driver_major_);
  } catch (const Error& error) {
    throw Error(error.kind(),
                fmt::format("compiling '{}': {}; install NVRTC (CUDA toolkit 12.4 or later), load "
                            "PTX instead, or choose an OpenCL device",
                            source.name, error.what()),
                error.detail());
  }
  return *nvrtc_;
}

// The newest that the compiler knows and the GPU can run.
unsigned SourceCompiler::architecture_for(const Compiler& nvrtc) const {
  const std::vector<unsigned> known = nvrtc.architectures();
  const auto above = std::ranges::upper_bound(known, architecture_number(*gpu_));
  if (above == known.begin()) {
    throw Error(ErrorKind::unavailable,
                fmt::format("NVRTC {} no longer compiles for {} ('{}'); install an older one",
                            nvrtc.version(), gpu_->architecture, gpu_->name));
  }
  return *(above - 1);
}

CompiledSource SourceCompiler::by_nvrtc(const Source& source) {
  const Compiler& compiler = nvrtc(source);
  const unsigned architecture = architecture_for(compiler);
  const std::string name = fmt::format("NVRTC {}", compiler.version());
  const std::string key = compiler.key(source, architecture);
  if (auto kept = kept_ptx(key, source)) return {.ptx = {*std::move(kept)}, .compiler = name};
  const BuildInFlight in_flight(source.name, gpu_->name);
  std::string ptx = compiler.ptx(source, architecture);
  keep_ptx(key, source, ptx);
  return {.ptx = {std::move(ptx)}, .compiler = name};
}

// The OpenCL driver is part of the same package: the version of one is that of the other.
std::string SourceCompiler::opencl_key(const Source& source) const {
  return fmt::format("OpenCL of NVIDIA's driver {} for {}\n{}", gpu_->driver, gpu_->architecture,
                     text_with_definitions(source));
}

// What NVRTC refused once it refuses again: that is not tried a second time.
std::optional<CompiledSource> SourceCompiler::kept_from_opencl(const Source& source) const {
  auto kept = kept_ptx(opencl_key(source), source);
  if (!kept) return std::nullopt;
  return from_opencl(*std::move(kept), source);
}

std::optional<CompiledSource> SourceCompiler::by_opencl(const Source& source) const {
  auto ptx = opencl::nvidia_ptx(source, gpu_->bus_address);
  if (!ptx) return std::nullopt;
  keep_ptx(opencl_key(source), source, *ptx);
  return from_opencl(*std::move(ptx), source);
}

CompiledSource SourceCompiler::from_opencl(std::string ptx, const Source& source) const {
  return {.ptx = cuda_ptx_of_opencl(std::move(ptx), fmt::format("PTX of '{}'", source.name)),
          .compiler = fmt::format("NVIDIA OpenCL {}", gpu_->driver)};
}

}  // namespace plumb::device::cuda
