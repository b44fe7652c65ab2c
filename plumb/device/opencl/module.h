// plumb/device/opencl/module.h - building programs, kernels and what they need.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/device/device.h"
#include "plumb/device/opencl/api.h"
#include "plumb/device/opencl/platforms.h"

namespace plumb::device::opencl {

class OpenClKernel final : public Kernel {
 public:
  OpenClKernel(const Api& api, cl_device_id device, cl_program program, const std::string& entry);
  [[nodiscard]] Resources resources() const override;
  [[nodiscard]] std::optional<std::uint64_t> resident_groups(
      const Launch& /*shape*/) const override {
    return std::nullopt;  // OpenCL has no such question
  }
  [[nodiscard]] cl_kernel get() const { return kernel_.get(); }
  [[nodiscard]] const std::string& entry() const { return entry_; }
  [[nodiscard]] cl_uint arguments() const { return arguments_; }

 private:
  const Api* api_;
  cl_device_id device_;
  Handle<cl_kernel> kernel_;
  std::string entry_;
  cl_uint arguments_ = 0;
};

class OpenClModule final : public Module {
 public:
  // Builds the source, or takes the binary that an earlier run stored for the same device and
  // driver.
  OpenClModule(const Api& api, cl_context context, const Candidate& device, const Source& source);
  std::unique_ptr<Kernel> kernel(const std::string& entry) override;
  std::unique_ptr<Buffer> global(const std::string& name) override;

 private:
  const Api* api_;
  cl_device_id device_;
  Handle<cl_program> program_;
  std::string name_;
};

}  // namespace plumb::device::opencl
