// plumb/device/cuda/api.h - the CUDA driver's entry points, declared by us and found at run time.
//
// Declarations follow the documented interface of the driver (CUDA 12.4 and later), so that no
// toolkit is needed to build. Only what we call is here.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "plumb/device/cuda/types.h"

namespace plumb::device::cuda {

// The entry points keep the names that CUDA gives them.
// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses)

// Every entry point we call: declared, loaded and named from this one list.
// clang-format off
#define PLUMB_CUDA_CALLS(use) \
  use(cuInit, unsigned) \
  use(cuDriverGetVersion, int*) \
  use(cuGetErrorName, Result, const char**) \
  use(cuDeviceGetCount, int*) \
  use(cuDeviceGet, DeviceId*, int) \
  use(cuDeviceGetName, char*, int, DeviceId) \
  use(cuDeviceGetPCIBusId, char*, int, DeviceId) \
  use(cuDeviceTotalMem_v2, std::size_t*, DeviceId) \
  use(cuDeviceGetAttribute, int*, int, DeviceId) \
  use(cuDevicePrimaryCtxSetFlags_v2, DeviceId, unsigned) \
  use(cuDevicePrimaryCtxRetain, Context*, DeviceId) \
  use(cuDevicePrimaryCtxRelease_v2, DeviceId) \
  use(cuCtxSetCurrent, Context) \
  use(cuMemGetInfo_v2, std::size_t*, std::size_t*) \
  use(cuMemAlloc_v2, DevicePointer*, std::size_t) \
  use(cuMemFree_v2, DevicePointer) \
  use(cuMemHostAlloc, void**, std::size_t, unsigned) \
  use(cuMemFreeHost, void*) \
  use(cuMemcpyHtoDAsync_v2, DevicePointer, const void*, std::size_t, Stream) \
  use(cuMemcpyDtoHAsync_v2, void*, DevicePointer, std::size_t, Stream) \
  use(cuMemcpyDtoDAsync_v2, DevicePointer, DevicePointer, std::size_t, Stream) \
  use(cuMemcpy3DAsync_v2, const Copy3d*, Stream) \
  use(cuArray3DCreate_v2, Array*, const ArrayDescriptor*) \
  use(cuArrayDestroy, Array) \
  use(cuTexObjectCreate, Texture*, const ResourceDescriptor*, const TextureDescriptor*, const void*) \
  use(cuTexObjectDestroy, Texture) \
  use(cuModuleLoadDataEx, ModuleHandle*, const void*, unsigned, int*, void**) \
  use(cuModuleUnload, ModuleHandle) \
  use(cuModuleGetFunction, Function*, ModuleHandle, const char*) \
  use(cuModuleGetGlobal_v2, DevicePointer*, std::size_t*, ModuleHandle, const char*) \
  use(cuFuncGetAttribute, int*, int, Function) \
  use(cuFuncSetAttribute, Function, int, int) \
  use(cuFuncGetParamInfo, Function, std::size_t, std::size_t*, std::size_t*) \
  use(cuFuncLoad, Function) \
  use(cuOccupancyMaxActiveBlocksPerMultiprocessor, int*, Function, int, std::size_t) \
  use(cuLaunchKernelEx, const LaunchConfiguration*, Function, void**, void**) \
  use(cuStreamCreate, Stream*, unsigned) \
  use(cuStreamDestroy_v2, Stream) \
  use(cuStreamSynchronize, Stream) \
  use(cuStreamWaitEvent, Stream, Event, unsigned) \
  use(cuStreamBeginCapture_v2, Stream, int) \
  use(cuStreamEndCapture, Stream, Graph*) \
  use(cuEventCreate, Event*, unsigned) \
  use(cuEventDestroy_v2, Event) \
  use(cuEventRecord, Event, Stream) \
  use(cuEventElapsedTime, float*, Event, Event) \
  use(cuGraphInstantiateWithFlags, ExecutableGraph*, Graph, unsigned long long) \
  use(cuGraphUpload, ExecutableGraph, Stream) \
  use(cuGraphLaunch, ExecutableGraph, Stream) \
  use(cuGraphExecDestroy, ExecutableGraph) \
  use(cuGraphDestroy, Graph)
// clang-format on

struct Api {
#define PLUMB_DECLARE(name, ...) Result (*name)(__VA_ARGS__) = nullptr;
  PLUMB_CUDA_CALLS(PLUMB_DECLARE)
#undef PLUMB_DECLARE
};
// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)

// Opens the driver: $PLUMB_CUDA_LIBRARY if set, else libcuda.so.1. ErrorKind::unavailable when it
// is not there or lacks an entry point (named). cuInit comes next.
Api load_api();

// "CUDA_ERROR_ILLEGAL_ADDRESS (700)"
std::string error_name(const Api& api, Result code);

// After such an error every later call fails with it: a kernel broke the context.
bool is_sticky(Result code);

// Throws ErrorKind::device "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2)" unless `code` is success.
void require(const Api& api, Result code, std::string_view call);

// Destructors cannot throw: a failed release is reported on stderr, unless the context broke
// before.
void report_release(Result code) noexcept;

}  // namespace plumb::device::cuda
