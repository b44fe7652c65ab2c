// plumb/device/opencl/api.cpp - loading the OpenCL loader and naming its errors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/api.h"

#include <cstdio>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/library.h"
#include "plumb/device/opencl/pocl_cache.h"

namespace plumb::device::opencl {

Api load_api() {
  forget_empty_cache_folder();
  const Library library("the OpenCL loader", "PLUMB_OPENCL_LIBRARY", {"libOpenCL.so.1"},
                        "clGetPlatformIDs");
  Api api;
#define PLUMB_LOAD(name) \
  api.name =             \
      reinterpret_cast<decltype(api.name)>(library.entry(#name, "OpenCL 1.2 or later is needed"));
  PLUMB_OPENCL_CALLS(PLUMB_LOAD)
#undef PLUMB_LOAD
  return api;
}

std::string error_name(cl_int code) {
  switch (code) {
#define PLUMB_NAME(name) \
  case name:             \
    return fmt::format(#name " ({})", code);
    PLUMB_NAME(CL_DEVICE_NOT_FOUND)
    PLUMB_NAME(CL_DEVICE_NOT_AVAILABLE)
    PLUMB_NAME(CL_COMPILER_NOT_AVAILABLE)
    PLUMB_NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    PLUMB_NAME(CL_OUT_OF_RESOURCES)
    PLUMB_NAME(CL_OUT_OF_HOST_MEMORY)
    PLUMB_NAME(CL_PROFILING_INFO_NOT_AVAILABLE)
    PLUMB_NAME(CL_MEM_COPY_OVERLAP)
    PLUMB_NAME(CL_IMAGE_FORMAT_NOT_SUPPORTED)
    PLUMB_NAME(CL_BUILD_PROGRAM_FAILURE)
    PLUMB_NAME(CL_MAP_FAILURE)
    PLUMB_NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    PLUMB_NAME(CL_INVALID_VALUE)
    PLUMB_NAME(CL_INVALID_DEVICE)
    PLUMB_NAME(CL_INVALID_CONTEXT)
    PLUMB_NAME(CL_INVALID_QUEUE_PROPERTIES)
    PLUMB_NAME(CL_INVALID_COMMAND_QUEUE)
    PLUMB_NAME(CL_INVALID_MEM_OBJECT)
    PLUMB_NAME(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)
    PLUMB_NAME(CL_INVALID_IMAGE_SIZE)
    PLUMB_NAME(CL_INVALID_BINARY)
    PLUMB_NAME(CL_INVALID_BUILD_OPTIONS)
    PLUMB_NAME(CL_INVALID_PROGRAM)
    PLUMB_NAME(CL_INVALID_PROGRAM_EXECUTABLE)
    PLUMB_NAME(CL_INVALID_KERNEL_NAME)
    PLUMB_NAME(CL_INVALID_KERNEL)
    PLUMB_NAME(CL_INVALID_ARG_INDEX)
    PLUMB_NAME(CL_INVALID_ARG_VALUE)
    PLUMB_NAME(CL_INVALID_ARG_SIZE)
    PLUMB_NAME(CL_INVALID_KERNEL_ARGS)
    PLUMB_NAME(CL_INVALID_WORK_DIMENSION)
    PLUMB_NAME(CL_INVALID_WORK_GROUP_SIZE)
    PLUMB_NAME(CL_INVALID_WORK_ITEM_SIZE)
    PLUMB_NAME(CL_INVALID_EVENT_WAIT_LIST)
    PLUMB_NAME(CL_INVALID_EVENT)
    PLUMB_NAME(CL_INVALID_OPERATION)
    PLUMB_NAME(CL_INVALID_BUFFER_SIZE)
    PLUMB_NAME(CL_INVALID_GLOBAL_WORK_SIZE)
#undef PLUMB_NAME
    case -1001:
      return "CL_PLATFORM_NOT_FOUND_KHR (-1001)";
    default:
      return fmt::format("OpenCL error {}", code);
  }
}

void require(cl_int code, std::string_view call) {
  if (code != CL_SUCCESS) {
    throw Error(ErrorKind::device, fmt::format("{}: {}", call, error_name(code)));
  }
}

void report_release(cl_int code) noexcept {
  if (code != CL_SUCCESS)
    std::fprintf(stderr, "warning: an OpenCL object could not be released (%d)\n", code);
}

}  // namespace plumb::device::opencl
