// plumb/device/cuda/cuda_device.cpp - an opened GPU and what it makes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/cuda/describe.h"
#include "plumb/device/cuda/image.h"
#include "plumb/device/cuda/memory.h"
#include "plumb/device/cuda/module.h"
#include "plumb/device/cuda/open_cuda.h"
#include "plumb/device/cuda/queue.h"
#include "plumb/device/cuda/source_compiler.h"
#include "plumb/device/monitor.h"

namespace plumb::device::cuda {
namespace {

// 13 for a driver of CUDA 13.0.
int driver_major(const Api& api) {
  int version = 0;
  require(api, api.cuDriverGetVersion(&version), "cuDriverGetVersion");
  return version / 1000;
}

class CudaDevice final : public Device {
 public:
  CudaDevice(const Api& api, Info info)
      : info_(std::move(info)), session_(api, info_), compiler_(info_, driver_major(api)) {}

  [[nodiscard]] const Info& info() const override { return info_; }

  std::unique_ptr<Buffer> allocate(Bytes size) override {
    refuse_too_large(size, info_);
    return std::make_unique<CudaBuffer>(session_, size);
  }

  std::unique_ptr<HostMemory> allocate_host(Bytes size) override {
    return std::make_unique<CudaHostMemory>(session_, size);
  }

  std::unique_ptr<Image> image(const ImageFormat& format) override {
    return std::make_unique<CudaImage>(session_, format);
  }

  std::unique_ptr<Module> load(const Source& source) override {
    return std::make_unique<CudaModule>(session_, source.name, compiler_.compile(source),
                                        source.machine_code);
  }

  std::unique_ptr<Queue> queue() override {
    if (!pause_) pause_ = std::make_unique<Pause>(session_);
    return std::make_unique<CudaQueue>(session_, *pause_);
  }

  std::optional<State> state() override { return monitor_.state(); }

 private:
  Info info_;
  Session session_;
  Monitor monitor_{info_.bus_address};
  std::unique_ptr<Pause> pause_;
  SourceCompiler compiler_;
};

}  // namespace

void find(Found& found) {
  const auto lacks = [&](std::string missing, const char* remedy) {
    found.missing.push_back({"cuda", std::move(missing), remedy});
  };
  try {
    const Api api = load_api();
    const Result started = api.cuInit(0);
    if (started == result::no_device) {
      return lacks("the driver is here, but shows no GPU", "see what CUDA_VISIBLE_DEVICES hides");
    }
    require(api, started, "cuInit");
    int count = 0;
    require(api, api.cuDeviceGetCount(&count), "cuDeviceGetCount");
    for (int i = 0; i < count; ++i) found.devices.push_back(describe(api, i));
  } catch (const Error& error) {
    lacks(explain(error), "for an NVIDIA GPU install NVIDIA's driver (550 or later)");
  }
}

std::unique_ptr<Device> open(const Info& info) {
  return during(fmt::format("opening device '{}'", info.name), [&]() -> std::unique_ptr<Device> {
    const Api api = load_api();
    require(api, api.cuInit(0), "cuInit");
    return std::make_unique<CudaDevice>(api, info);
  });
}

}  // namespace plumb::device::cuda
