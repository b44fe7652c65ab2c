// plumb/device/cuda/cuda_device.cpp - an opened GPU and what it makes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/device/cuda/describe.h"
#include "plumb/device/cuda/image.h"
#include "plumb/device/cuda/memory.h"
#include "plumb/device/cuda/module.h"
#include "plumb/device/cuda/open_cuda.h"
#include "plumb/device/cuda/queue.h"
#include "plumb/device/in_flight.h"
#include "plumb/device/monitor.h"
#include "plumb/device/program_cache.h"
#include "plumb/device/traits.h"

namespace plumb::device::cuda {
namespace {

class CudaDevice final : public Device {
 public:
  CudaDevice(const Api& api, Info info) : info_(std::move(info)), session_(api, info_) {
    int version = 0;
    session_.require(api.cuDriverGetVersion(&version), "cuDriverGetVersion");
    driver_major_ = version / 1000;
  }

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
    return std::make_unique<CudaModule>(session_, source.name, ptx_of(source), source.machine_code);
  }

  std::unique_ptr<Queue> queue() override {
    if (!pause_) pause_ = std::make_unique<Pause>(session_);
    return std::make_unique<CudaQueue>(session_, *pause_);
  }

  std::optional<State> state() override { return monitor_.state(); }

 private:
  std::string ptx_of(const Source& source);

  Info info_;
  Session session_;
  Monitor monitor_{info_.bus_address};
  int driver_major_ = 0;
  std::unique_ptr<Pause> pause_;
  std::unique_ptr<Compiler> compiler_;
};

// PTX is kept from run to run by compiler and text; the driver keeps the machine code it makes of
// it.
std::string CudaDevice::ptx_of(const Source& source) {
  if (source.language == Language::ptx) {
    if (source.definitions.empty()) return source.text;
    throw Error(ErrorKind::input,
                fmt::format("'{}' is PTX, which has no definitions", source.name));
  }
  if (!compiler_) {
    try {
      compiler_ = std::make_unique<Compiler>(driver_major_);
    } catch (const Error& error) {
      throw Error(
          error.kind(),
          fmt::format("compiling '{}': {}; install NVRTC (CUDA toolkit 12.4 or later), load "
                      "PTX instead, or choose an OpenCL device",
                      source.name, error.what()),
          error.detail());
    }
  }
  const std::vector<unsigned> known = compiler_->architectures();
  const unsigned wanted = architecture_number(info_);
  const auto above = std::ranges::upper_bound(known, wanted);
  if (above == known.begin()) {
    throw Error(ErrorKind::unavailable,
                fmt::format("NVRTC {} no longer compiles for {} ('{}'); install an older one",
                            compiler_->version(), info_.architecture, info_.name));
  }
  const unsigned architecture = *(above - 1);
  const std::string key = compiler_->key(source, architecture);
  if (auto kept = cached_binary("cuda", key)) return *std::move(kept);
  const BuildInFlight in_flight(source.name, info_.name);
  std::string ptx = compiler_->ptx(source, architecture);
  store_binary("cuda", key, ptx);
  return ptx;
}

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
