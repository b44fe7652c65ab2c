// plumb/device/cuda/kernel.cpp - what a kernel needs, what it may be given.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/cuda/image.h"
#include "plumb/device/cuda/memory.h"
#include "plumb/device/cuda/module.h"

namespace plumb::device::cuda {
namespace {

constexpr std::uint64_t always_allowed = 49152;  // bytes of shared memory that need no request
constexpr std::uint64_t portable_cluster = 8;    // groups of a cluster that every GPU takes

std::uint64_t volume(const std::array<std::uint64_t, 3>& range) {
  return range[0] * range[1] * range[2];
}

// The bytes of an argument as a parameter of `size` bytes takes them; null when none would.
const void* place_of(const Argument& argument, std::size_t size) {
  if (const auto* scalar = std::get_if<ScalarValue>(&argument))
    return scalar->size == size ? scalar->bytes.data() : nullptr;
  if (const auto* buffer = std::get_if<const Buffer*>(&argument)) {
    return size == sizeof(DevicePointer) ? static_cast<const CudaBuffer&>(**buffer).argument()
                                         : nullptr;
  }
  if (std::holds_alternative<LocalMemory>(argument)) return nullptr;
  const auto& image = static_cast<const CudaImage&>(*std::get<const Image*>(argument));
  if (size == sizeof(ImageArgument)) return &image.argument();
  return size == sizeof(Texture) ? image.texture() : nullptr;
}

std::string kind_of_argument(const Argument& argument) {
  if (const auto* scalar = std::get_if<ScalarValue>(&argument))
    return fmt::format("a scalar of {} bytes", scalar->size);
  if (std::holds_alternative<LocalMemory>(argument)) return "local memory";
  return std::holds_alternative<const Buffer*>(argument) ? "a buffer" : "an image";
}

// The next distance that is a multiple of the alignment.
std::uint64_t& place_behind(PlacedArguments& placed, Bytes size, std::size_t alignment) {
  const std::uint64_t unit = std::max<std::size_t>(alignment, 1);
  const std::uint64_t distance = (placed.local.count + unit - 1) / unit * unit;
  placed.local = Bytes{distance} + size;
  return placed.distances.emplace_back(distance);
}

}  // namespace

CudaKernel::CudaKernel(const Session& session, ModuleHandle module, const std::string& entry,
                       std::vector<Parameter> parameters, std::string described)
    : session_(&session),
      entry_(entry),
      described_(std::move(described)),
      parameters_(std::move(parameters)) {
  const Api& api = session.api();
  session.enter();
  session.require(api.cuModuleGetFunction(&function_, module, entry.c_str()),
                  "cuModuleGetFunction");
  // Without this the first launch would load the code, in the middle of a measurement.
  session.require(api.cuFuncLoad(function_), "cuFuncLoad");
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    std::size_t offset = 0;
    session.require(api.cuFuncGetParamInfo(function_, i, &offset, &parameters_[i].size),
                    "cuFuncGetParamInfo");
  }
  largest_group_ = static_cast<std::uint64_t>(attribute(function_attribute::largest_group));
  registers_ = static_cast<std::uint64_t>(attribute(function_attribute::registers));
  static_shared_ =
      Bytes{static_cast<std::uint64_t>(attribute(function_attribute::static_shared_bytes))};
  shared_limit_ =
      Bytes{static_cast<std::uint64_t>(session.attribute(attribute::shared_memory_on_request))};
}

int CudaKernel::attribute(int which) const {
  int value = 0;
  session_->require(session_->api().cuFuncGetAttribute(&value, which, function_),
                    "cuFuncGetAttribute");
  return value;
}

Resources CudaKernel::resources() const {
  session_->enter();
  return {.largest_group = largest_group_,
          .local_memory = static_shared_,
          .private_memory =
              Bytes{static_cast<std::uint64_t>(attribute(function_attribute::local_bytes))},
          .registers = registers_};
}

std::optional<std::uint64_t> CudaKernel::resident_groups(const Launch& shape) const {
  session_->enter();
  prepare(shape);
  int groups = 0;
  session_->require(
      session_->api().cuOccupancyMaxActiveBlocksPerMultiprocessor(
          &groups, function_, static_cast<int>(volume(shape.local)), shape.local_bytes.count),
      "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<std::uint64_t>(groups);
}

void CudaKernel::prepare(const Launch& shape) const {
  if (volume(shape.local) > largest_group_) {
    throw Error(ErrorKind::device,
                fmt::format("a group of {} work-items; this kernel ({} registers per work-item) "
                            "takes at most {}",
                            volume(shape.local), registers_, largest_group_));
  }
  const Bytes shared = static_shared_ + shape.local_bytes;
  refuse_too_much_local(static_shared_, shape.local_bytes, shared_limit_);
  // Asked for only when needed, and never less than before: kernels of one entry share the
  // function.
  if (shared.count > always_allowed &&
      static_cast<std::uint64_t>(attribute(function_attribute::dynamic_shared_bytes)) <
          shape.local_bytes.count) {
    session_->require(
        session_->api().cuFuncSetAttribute(function_, function_attribute::dynamic_shared_bytes,
                                           static_cast<int>(shape.local_bytes.count)),
        "cuFuncSetAttribute");
  }
  if (volume(shape.cluster) > 1 && session_->attribute(attribute::clusters) == 0) {
    throw Error(ErrorKind::unavailable,
                "needs clusters of groups, which this GPU does not have; sm_90 or later does");
  }
  if (volume(shape.cluster) > portable_cluster) {
    session_->require(session_->api().cuFuncSetAttribute(
                          function_, function_attribute::large_clusters_allowed, 1),
                      "cuFuncSetAttribute");
  }
}

void CudaKernel::place(std::span<const Argument> arguments, PlacedArguments& placed) const {
  if (arguments.size() != parameters_.size()) {
    throw Error(ErrorKind::device, fmt::format("takes {} arguments, {} were given",
                                               parameters_.size(), arguments.size()));
  }
  placed.places.clear();
  placed.distances.clear();
  placed.distances.reserve(arguments.size());  // their places stay where they are
  placed.local = {};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    const auto* local = std::get_if<LocalMemory>(&arguments[i]);
    const bool fits = local != nullptr && parameter.kind == ParameterKind::local;
    const void* place = fits ? &place_behind(placed, local->size, parameter.alignment)
                             : place_of(arguments[i], parameter.size);
    if (place == nullptr) {
      throw Error(ErrorKind::device,
                  fmt::format("argument {}: {} was given, the kernel takes {} bytes", i,
                              kind_of_argument(arguments[i]), parameter.size));
    }
    placed.places.push_back(const_cast<void*>(place));  // the driver copies it and writes nothing
  }
}

}  // namespace plumb::device::cuda
