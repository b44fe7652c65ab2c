// plumb/device/opencl/api.h - the OpenCL entry points, found in the loader at run time.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define CL_TARGET_OPENCL_VERSION 120  // NOLINT
#include <string>
#include <string_view>
#include <utility>

#include <CL/cl.h>

namespace plumb::device::opencl {

// The entry points keep the names that OpenCL gives them.
// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses)

// Every entry point we call: declared, loaded and named from this one list.
#define PLUMB_OPENCL_CALLS(use)                                                                   \
  use(clGetPlatformIDs) use(clGetPlatformInfo) use(clGetDeviceIDs) use(clGetDeviceInfo) use(      \
      clCreateContext) use(clReleaseContext) use(clCreateCommandQueue) use(clReleaseCommandQueue) \
      use(clCreateBuffer) use(clReleaseMemObject) use(clCreateImage)                              \
          use(clCreateProgramWithSource) use(clCreateProgramWithBinary) use(clBuildProgram)       \
              use(clGetProgramInfo) use(clGetProgramBuildInfo) use(clReleaseProgram)              \
                  use(clCreateKernel) use(clReleaseKernel) use(clSetKernelArg)                    \
                      use(clGetKernelInfo) use(clGetKernelArgInfo) use(clGetKernelWorkGroupInfo)  \
                          use(clEnqueueWriteBuffer) use(clEnqueueReadBuffer)                      \
                              use(clEnqueueCopyBuffer) use(clEnqueueWriteImage)                   \
                                  use(clEnqueueReadImage) use(clEnqueueNDRangeKernel)             \
                                      use(clEnqueueMapBuffer) use(clEnqueueUnmapMemObject)        \
                                          use(clEnqueueMarkerWithWaitList)                        \
                                              use(clEnqueueBarrierWithWaitList)                   \
                                                  use(clGetEventProfilingInfo) use(clRetainEvent) \
                                                      use(clReleaseEvent) use(clSetEventCallback) \
                                                          use(clFlush) use(clFinish)

struct Api {
#define PLUMB_DECLARE(name) decltype(&::name) name = nullptr;
  PLUMB_OPENCL_CALLS(PLUMB_DECLARE)
#undef PLUMB_DECLARE
};
// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)

// Opens the loader: $PLUMB_OPENCL_LIBRARY if set, else one that was preloaded (oclgrind), else
// libOpenCL.so.1. ErrorKind::unavailable when
// it is not there. It stays loaded until the program ends: drivers keep threads in it.
Api load_api();

// "CL_OUT_OF_RESOURCES (-5)"
std::string error_name(cl_int code);

// Throws ErrorKind::device "clEnqueueCopyBuffer: CL_OUT_OF_RESOURCES (-5)" unless `code` is
// success.
void require(cl_int code, std::string_view call);

// Destructors cannot throw: a failed release is reported on stderr.
void report_release(cl_int code) noexcept;

// Owns one reference to an OpenCL object.
template <class Object>
class Handle {
 public:
  using Release = cl_int(CL_API_CALL*)(Object);
  Handle() = default;
  Handle(Object object, Release release) : object_(object), release_(release) {}
  Handle(Handle&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)), release_(other.release_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(release_, other.release_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (object_ != nullptr) report_release(release_(object_));
  }
  [[nodiscard]] Object get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  Object object_ = nullptr;
  Release release_ = nullptr;
};

}  // namespace plumb::device::opencl
