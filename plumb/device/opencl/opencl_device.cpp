// plumb/device/opencl/opencl_device.cpp - an opened OpenCL device: its context and what it makes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/monitor.h"
#include "plumb/device/opencl/build.h"
#include "plumb/device/opencl/memory.h"
#include "plumb/device/opencl/module.h"
#include "plumb/device/opencl/open_opencl.h"
#include "plumb/device/opencl/platforms.h"
#include "plumb/device/opencl/queue.h"

namespace plumb::device::opencl {
namespace {

class OpenClDevice final : public Device {
 public:
  OpenClDevice(const Api& api, Candidate candidate)
      : api_(api), candidate_(std::move(candidate)), context_(context_of(api_, candidate_)) {}

  [[nodiscard]] const Info& info() const override { return candidate_.info; }

  std::unique_ptr<Buffer> allocate(Bytes size) override {
    refuse_too_large(size, info());
    return std::make_unique<OpenClBuffer>(api_, context_.get(), clearing_, size);
  }

  std::unique_ptr<HostMemory> allocate_host(Bytes size) override {
    return std::make_unique<OpenClHostMemory>(api_, context_.get(), candidate_.device, size);
  }

  std::unique_ptr<Image> image(const ImageFormat& format) override {
    if (!info().images) {
      throw Error(ErrorKind::unavailable,
                  fmt::format("'{}' has no images; use buffers", info().name));
    }
    return std::make_unique<OpenClImage>(api_, context_.get(), format);
  }

  std::unique_ptr<Module> load(const Source& source) override {
    return std::make_unique<OpenClModule>(api_, context_.get(), candidate_, latest_, source);
  }

  std::unique_ptr<Queue> queue() override {
    return std::make_unique<OpenClQueue>(api_, context_.get(), candidate_.device, clearing_,
                                         info().kind == Kind::cpu);
  }

  std::optional<State> state() override { return monitor_.state(); }

 private:
  Api api_;
  Candidate candidate_;
  Handle<cl_context> context_;
  BuiltPrograms latest_;
  ClearingDeadline clearing_{info().memory, info().kind == Kind::gpu ? clearing_a_gpu : Seconds{0}};
  Monitor monitor_{candidate_.info.bus_address};
};

}  // namespace

void find(Found& found) {
  std::vector<PlatformProblem> problems;
  std::vector<Candidate> all;
  try {
    all = candidates(load_api(), problems);
  } catch (const Error& error) {
    found.missing.push_back({"opencl", explain(error),
                             "install ocl-icd-libopencl1 and a driver such as pocl-opencl-icd"});
    return;
  }
  for (Candidate& candidate : all) found.devices.push_back(std::move(candidate.info));
  for (PlatformProblem& problem : problems) {
    found.missing.push_back({"opencl", std::move(problem.what), std::move(problem.remedy)});
  }
  if (all.empty() && problems.empty()) {
    found.missing.push_back({"opencl", "the loader is here, but no driver answers",
                             "install pocl-opencl-icd or your GPU's OpenCL driver, and see that "
                             "/etc/OpenCL/vendors names a library that exists"});
  }
}

std::unique_ptr<Device> open(const Info& info) {
  const Api api = load_api();
  std::vector<PlatformProblem> problems;
  for (Candidate& candidate : candidates(api, problems)) {
    if (candidate.info.ordinal != info.ordinal || candidate.info.name != info.name) continue;
    candidate.info = info;  // with what another back end knows of the same GPU
    return during(fmt::format("opening device '{}'", info.name),
                  [&] { return std::make_unique<OpenClDevice>(api, std::move(candidate)); });
  }
  throw Error(ErrorKind::unavailable, fmt::format("device '{}' is gone", info.name));
}

}  // namespace plumb::device::opencl
