// plumb/device/cuda/api.cpp - loading the CUDA driver and naming its errors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/api.h"

#include <cstdio>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/library.h"

namespace plumb::device::cuda {

Api load_api() {
  const Library library("the CUDA driver", "PLUMB_CUDA_LIBRARY", {"libcuda.so.1"});
  Api api;
#define PLUMB_LOAD(name, ...)                      \
  api.name = reinterpret_cast<decltype(api.name)>( \
      library.entry(#name, "a driver for CUDA 12.4 (550) or later is needed"));
  PLUMB_CUDA_CALLS(PLUMB_LOAD)
#undef PLUMB_LOAD
  return api;
}

std::string error_name(const Api& api, Result code) {
  const char* name = nullptr;
  if (api.cuGetErrorName(code, &name) != result::success || name == nullptr) {
    return fmt::format("CUDA error {}", code);
  }
  return fmt::format("{} ({})", name, code);
}

bool is_sticky(Result code) {
  switch (code) {
    case result::ecc_uncorrectable:
    case result::contained:
    case result::illegal_address:
    case result::launch_timeout:
    case result::assertion:
    case result::tensor_memory_leak:
      return true;
    default:
      return code >= result::hardware_stack_error && code <= result::launch_failed;
  }
}

void require(const Api& api, Result code, std::string_view call) {
  if (code == result::success) return;
  const char* lost =
      is_sticky(code) ? "; a kernel broke the context: every later call fails too" : "";
  throw Error(ErrorKind::device, fmt::format("{}: {}{}", call, error_name(api, code), lost));
}

void report_release(Result code) noexcept {
  if (code != result::success && !is_sticky(code))
    std::fprintf(stderr, "warning: a CUDA object could not be released (%d)\n", code);
}

}  // namespace plumb::device::cuda
