// plumb/device/opencl/module.h - building programs, kernels and what they need.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/device/opencl/api.h"
#include "plumb/device/opencl/build.h"
#include "plumb/device/opencl/platforms.h"
#include "plumb/device/opencl/typedefs.h"

namespace plumb::device::opencl {

class OpenClKernel final : public Kernel {
 public:
  // `described`: what a report of this kernel says.
  OpenClKernel(const Api& api, cl_device_id device, cl_program program, const std::string& entry,
               const Typedefs& typedefs, std::string described);
  [[nodiscard]] const std::vector<Parameter>& parameters() const override { return parameters_; }
  [[nodiscard]] Resources resources() const override;
  [[nodiscard]] std::optional<std::uint64_t> resident_groups(
      const Launch& /*shape*/) const override {
    return std::nullopt;  // OpenCL has no such question
  }
  // PoCL takes any amount of local memory and then overruns what it has.
  void refuse_local(Bytes given) const;
  [[nodiscard]] cl_kernel get() const { return kernel_.get(); }
  [[nodiscard]] const std::string& entry() const { return entry_; }
  [[nodiscard]] const std::string& described() const { return described_; }

 private:
  const Api* api_;
  cl_device_id device_;
  Handle<cl_kernel> kernel_;
  std::string entry_;
  std::string described_;
  std::vector<Parameter> parameters_;
};

class OpenClModule final : public Module {
 public:
  // Builds the source, or takes what was built before (build.h).
  OpenClModule(const Api& api, cl_context context, const Candidate& device, BuiltPrograms& latest,
               const Source& source);
  std::unique_ptr<Kernel> kernel(const std::string& entry) override;
  std::unique_ptr<Buffer> global(const std::string& name) override;
  [[nodiscard]] std::string compiler() const override { return {}; }  // the driver's own

 private:
  const Api* api_;
  cl_device_id device_;
  SharedProgram program_;
  std::string name_;
  std::string device_name_;
  Typedefs typedefs_;
};

}  // namespace plumb::device::opencl
