// plumb/device/cuda/module.cpp - loading PTX, finding globals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/module.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/entry_parameters.h"
#include "plumb/device/cuda/memory.h"
#include "plumb/device/in_flight.h"

namespace plumb::device::cuda {
namespace {

std::string driver_version(const Api& api) {
  int version = 0;
  api.cuDriverGetVersion(&version);
  return fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
}

// ".version 9.0" of a PTX text.
std::string ptx_version(const std::string& ptx) {
  const std::size_t start = ptx.find(".version");
  if (start == std::string::npos) return "unknown";
  const std::size_t first = ptx.find_first_of("0123456789", start);
  return first == std::string::npos
             ? "unknown"
             : ptx.substr(first, ptx.find_first_not_of("0123456789.", first) - first);
}

Handle<ModuleHandle> load(const Session& session, const std::string& name,
                          const CompiledSource& source, std::span<const std::byte> machine_code) {
  const std::string& ptx = source.ptx.text;
  constexpr int error_log = 5;
  constexpr int error_log_bytes = 6;
  session.enter();
  std::string log(16384, '\0');
  std::array<int, 2> options{error_log, error_log_bytes};
  // The driver takes a number in the place of a pointer.
  std::array<void*, 2> values{log.data(), std::bit_cast<void*>(std::uintptr_t{log.size()})};
  ModuleHandle module = nullptr;
  const BuildInFlight in_flight(name, session.name());
  const void* image = machine_code.empty() ? static_cast<const void*>(ptx.c_str())
                                           : static_cast<const void*>(machine_code.data());
  const Result code = session.api().cuModuleLoadDataEx(&module, image, options.size(),
                                                       options.data(), values.data());
  if (code == result::success) return {session, module, session.api().cuModuleUnload};
  log.resize(std::min(log.find('\0'), log.size()));
  std::string way_out;
  if (code == result::unsupported_ptx_version) {
    way_out = fmt::format(
        "; the driver ({}) is too old for PTX {}: update it, or compile with an older NVRTC",
        driver_version(session.api()), ptx_version(ptx));
  } else if (!source.ptx.original.empty()) {
    way_out = fmt::format(
        "; the code of {} could not be made into CUDA's: choose the OpenCL device, -d opencl:NAME",
        source.compiler);
  }
  throw Error(ErrorKind::device,
              fmt::format("loading '{}': cuModuleLoadDataEx: {}{}", name,
                          error_name(session.api(), code), way_out),
              log);
}

// Of PTX that somebody else wrote it is not known where it looks for its local memory.
void refuse_local_pointers(const std::vector<Parameter>& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].kind != ParameterKind::local) continue;
    throw Error(ErrorKind::unavailable,
                fmt::format("its parameter {} points to shared memory, which CUDA does not pass; "
                            "declare an array of shared memory, or give the source in OpenCL C",
                            i + 1));
  }
}

void refuse_left_out(const CompiledSource& source, const std::string& entry) {
  for (const LeftOutKernel& kernel : source.ptx.left_out) {
    if (kernel.entry != entry) continue;
    throw Error(ErrorKind::unavailable,
                fmt::format("compiled by {}, it {}; choose the OpenCL device: -d opencl:NAME",
                            source.compiler, kernel.why));
  }
}

}  // namespace

CudaModule::CudaModule(const Session& session, std::string name, CompiledSource source,
                       std::span<const std::byte> machine_code)
    : session_(&session),
      name_(std::move(name)),
      source_(std::move(source)),
      module_(load(session, name_, source_, machine_code)) {}

std::unique_ptr<Kernel> CudaModule::kernel(const std::string& entry) {
  return during(fmt::format("taking kernel '{}' from '{}'", entry, name_), [&] {
    refuse_left_out(source_, entry);
    const CudaPtx& ptx = source_.ptx;
    auto parameters = entry_parameters(ptx.original.empty() ? ptx.text : ptx.original, entry);
    if (!parameters) throw Error(ErrorKind::device, "there is no such entry");
    if (ptx.original.empty()) refuse_local_pointers(*parameters);
    return std::make_unique<CudaKernel>(*session_, module_.get(), entry, *std::move(parameters),
                                        described_kernel(entry, name_, session_->name()));
  });
}

std::unique_ptr<Buffer> CudaModule::global(const std::string& name) {
  session_->enter();
  DevicePointer address = 0;
  std::size_t size = 0;
  const Result code =
      session_->api().cuModuleGetGlobal_v2(&address, &size, module_.get(), name.c_str());
  if (code != result::success) {
    throw Error(ErrorKind::device, fmt::format("taking global '{}' from '{}': {}", name, name_,
                                               error_name(session_->api(), code)));
  }
  return std::make_unique<CudaBuffer>(address, Bytes{size});
}

}  // namespace plumb::device::cuda
