// plumb/device/cuda/describe.cpp - asking the driver which GPUs there are.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/describe.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::device::cuda {
namespace {

// The version that people know ("580.95.05") is the kernel module's; the driver library speaks of
// CUDA.
std::string driver_version(const std::string& cuda_version) {
  std::ifstream file("/sys/module/nvidia/version");
  std::string version;
  return std::getline(file, version) && !version.empty() ? version : cuda_version;
}

// In lower case, as OpenCL's numbers are printed.
std::string bus_address(const Api& api, DeviceId device) {
  std::array<char, 32> text{};
  if (api.cuDeviceGetPCIBusId(text.data(), text.size(), device) != result::success) return {};
  std::string address(text.data());
  std::ranges::transform(address, address.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return address;
}

}  // namespace

Info describe(const Api& api, int ordinal) {
  DeviceId device = 0;
  require(api, api.cuDeviceGet(&device, ordinal), "cuDeviceGet");
  const auto number = [&](int which) {
    int value = 0;
    require(api, api.cuDeviceGetAttribute(&value, which, device), "cuDeviceGetAttribute");
    return static_cast<std::uint64_t>(std::max(0, value));
  };
  std::array<char, 256> name{};
  require(api, api.cuDeviceGetName(name.data(), name.size(), device), "cuDeviceGetName");
  std::size_t memory = 0;
  require(api, api.cuDeviceTotalMem_v2(&memory, device), "cuDeviceTotalMem_v2");
  int version = 0;
  require(api, api.cuDriverGetVersion(&version), "cuDriverGetVersion");
  const std::string cuda_version = fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
  const Hertz memory_clock{1e3 * static_cast<double>(number(attribute::memory_clock_khz))};
  const auto bus_bits = static_cast<double>(number(attribute::memory_bus_bits));
  return {
      .backend = "cuda",
      .ordinal = static_cast<std::uint64_t>(ordinal),
      .platform = "NVIDIA CUDA",
      .platform_version = cuda_version,
      .name = name.data(),
      .driver_name = {},
      .vendor = "NVIDIA Corporation",
      .driver = driver_version(cuda_version),
      .architecture = fmt::format("sm_{}{}", number(attribute::capability_major),
                                  number(attribute::capability_minor)),
      .bus_address = bus_address(api, device),
      .kind = Kind::gpu,
      .compute_units = number(attribute::multiprocessors),
      .clock = Hertz{1e3 * static_cast<double>(number(attribute::clock_khz))},
      .memory_clock = memory_clock,
      .peak_bandwidth = {2 * memory_clock.value * bus_bits / 8},  // both edges of the clock
      .memory = Bytes{memory},
      .largest_allocation = Bytes{memory},
      .local_memory = Bytes{number(attribute::shared_memory_on_request)},
      .unit_local_memory = Bytes{number(attribute::unit_shared_memory)},
      .unit_registers = number(attribute::unit_registers),
      .cache = Bytes{number(attribute::l2_bytes)},
      .largest_group = number(attribute::largest_group),
      .timer_resolution = Seconds{0.5e-6},
      .doubles = true,
      .images = true,
      .shares_host_memory = number(attribute::integrated) != 0,
  };
}

}  // namespace plumb::device::cuda
