// plumb/device/opencl/module.cpp - kernels of a built program and what they need.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/module.h"

#include <optional>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/in_flight.h"
#include "plumb/device/opencl/build.h"
#include "plumb/device/opencl/kernel_parameters.h"

namespace plumb::device::opencl {

OpenClKernel::OpenClKernel(const Api& api, cl_device_id device, cl_program program,
                           const std::string& entry, const Typedefs& typedefs,
                           std::string described)
    : api_(&api), device_(device), entry_(entry), described_(std::move(described)) {
  cl_int code = CL_SUCCESS;
  kernel_ = {api.clCreateKernel(program, entry.c_str(), &code), api.clReleaseKernel};
  require(code, "clCreateKernel");
  parameters_ = parameters_of(api, kernel_.get(), typedefs);
}

Resources OpenClKernel::resources() const {
  std::size_t group = 0;
  cl_ulong local = 0;
  cl_ulong private_memory = 0;
  const auto ask = [&](cl_kernel_work_group_info what, auto& value) {
    require(
        api_->clGetKernelWorkGroupInfo(kernel_.get(), device_, what, sizeof value, &value, nullptr),
        "clGetKernelWorkGroupInfo");
  };
  ask(CL_KERNEL_WORK_GROUP_SIZE, group);
  ask(CL_KERNEL_LOCAL_MEM_SIZE, local);
  ask(CL_KERNEL_PRIVATE_MEM_SIZE, private_memory);
  return {.largest_group = group,
          .local_memory = Bytes{local},
          .private_memory = Bytes{private_memory},
          .registers = std::nullopt};
}

void OpenClKernel::refuse_local(Bytes given) const {
  cl_ulong most = 0;
  require(api_->clGetDeviceInfo(device_, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, nullptr),
          "clGetDeviceInfo");
  refuse_too_much_local({}, given, Bytes{most});
}

OpenClModule::OpenClModule(const Api& api, cl_context context, const Candidate& device,
                           BuiltPrograms& latest, const Source& source)
    : api_(&api),
      device_(device.device),
      program_(build(api, context, device, latest, source)),
      name_(source.name),
      device_name_(device.info.name),
      typedefs_(source.text) {}

std::unique_ptr<Kernel> OpenClModule::kernel(const std::string& entry) {
  return during(fmt::format("taking kernel '{}' from '{}'", entry, name_), [&] {
    return std::make_unique<OpenClKernel>(*api_, device_, program_->get(), entry, typedefs_,
                                          described_kernel(entry, name_, device_name_));
  });
}

std::unique_ptr<Buffer> OpenClModule::global(const std::string& name) {
  throw Error(
      ErrorKind::unavailable,
      fmt::format("global '{}' of '{}': OpenCL C 1.2 has no module globals; use a CUDA device",
                  name, name_));
}

}  // namespace plumb::device::opencl
