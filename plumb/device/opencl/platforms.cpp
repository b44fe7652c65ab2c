// plumb/device/opencl/platforms.cpp - asking platforms and devices what they are.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/platforms.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/opencl/pocl_cache.h"
#include "plumb/records/processor.h"

namespace plumb::device::opencl {
namespace {

std::string trimmed(std::string text) {
  text.resize(std::strlen(text.c_str()));
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string platform_text(const Api& api, cl_platform_id platform, cl_platform_info what) {
  std::size_t size = 0;
  require(api.clGetPlatformInfo(platform, what, 0, nullptr, &size), "clGetPlatformInfo");
  std::string text(size, '\0');
  require(api.clGetPlatformInfo(platform, what, size, text.data(), nullptr), "clGetPlatformInfo");
  return trimmed(std::move(text));
}

std::string device_text(const Api& api, cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  require(api.clGetDeviceInfo(device, what, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  require(api.clGetDeviceInfo(device, what, size, text.data(), nullptr), "clGetDeviceInfo");
  return trimmed(std::move(text));
}

template <class Value>
Value device_value(const Api& api, cl_device_id device, cl_device_info what) {
  Value value{};
  require(api.clGetDeviceInfo(device, what, sizeof value, &value, nullptr), "clGetDeviceInfo");
  return value;
}

Kind kind_of_type(cl_device_type type) {
  if ((type & CL_DEVICE_TYPE_GPU) != 0) return Kind::gpu;
  if ((type & CL_DEVICE_TYPE_CPU) != 0) return Kind::cpu;
  return Kind::other;
}

// NVIDIA reports where a device sits; others leave it unknown. Its "slot" is the device's number: 6
// for 0000:00:06.0 (driver 580), which its cl_khr_pci_bus_info takes for device 0, function 6.
std::string bus_address(const Api& api, cl_device_id device, const std::string& extensions) {
  constexpr cl_device_info bus_id = 0x4008;
  constexpr cl_device_info slot_id = 0x4009;
  constexpr cl_device_info domain_id = 0x400A;
  if (extensions.find("cl_nv_device_attribute_query") == std::string::npos) return {};
  cl_uint domain = 0;
  cl_uint bus = 0;
  cl_uint slot = 0;
  const auto ask = [&](cl_device_info what, cl_uint& value) {
    return api.clGetDeviceInfo(device, what, sizeof value, &value, nullptr) == CL_SUCCESS;
  };
  if (!ask(domain_id, domain) || !ask(bus_id, bus) || !ask(slot_id, slot)) return {};
  return fmt::format("{:04x}:{:02x}:{:02x}.0", domain, bus, slot);
}

bool is_pocl(const Api& api, cl_platform_id platform) {
  return platform_text(api, platform, CL_PLATFORM_NAME) == "Portable Computing Language";
}

// PoCL calls a CPU by its own driver and an internal number, and reports a clock that may be
// anything: 243 MHz of a virtual machine's Arm. The system knows the processor by its name.
void name_processor(Info& info) {
  const ProcessorDescription processor = describe_processor();
  info.clock = processor.clock;
  if (processor.name.empty()) return;
  info.driver_name = std::exchange(info.name, processor.name);
}

Info describe(const Api& api, cl_platform_id platform, cl_device_id device) {
  const auto number = [&]<class Value>(Value, cl_device_info what) {
    return device_value<Value>(api, device, what);
  };
  const std::string extensions = device_text(api, device, CL_DEVICE_EXTENSIONS);
  return {
      .backend = "opencl",
      .ordinal = 0,
      .platform = platform_text(api, platform, CL_PLATFORM_NAME),
      .platform_version = platform_text(api, platform, CL_PLATFORM_VERSION),
      .name = device_text(api, device, CL_DEVICE_NAME),
      .driver_name = {},
      .vendor = device_text(api, device, CL_DEVICE_VENDOR),
      .driver = device_text(api, device, CL_DRIVER_VERSION),
      .architecture = {},
      .bus_address = bus_address(api, device, extensions),
      .kind = kind_of_type(number(cl_device_type{}, CL_DEVICE_TYPE)),
      .compute_units = number(cl_uint{}, CL_DEVICE_MAX_COMPUTE_UNITS),
      .clock = Hertz{1e6 * number(cl_uint{}, CL_DEVICE_MAX_CLOCK_FREQUENCY)},
      .memory_clock = {},
      .peak_bandwidth = {},
      .memory = Bytes{number(cl_ulong{}, CL_DEVICE_GLOBAL_MEM_SIZE)},
      .largest_allocation = Bytes{number(cl_ulong{}, CL_DEVICE_MAX_MEM_ALLOC_SIZE)},
      .local_memory = Bytes{number(cl_ulong{}, CL_DEVICE_LOCAL_MEM_SIZE)},
      .unit_local_memory = {},  // OpenCL does not say
      .unit_registers = 0,
      .cache = Bytes{number(cl_ulong{}, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE)},
      .largest_group = number(std::size_t{}, CL_DEVICE_MAX_WORK_GROUP_SIZE),
      .timer_resolution = Seconds{1e-9 * static_cast<double>(number(
                                             std::size_t{}, CL_DEVICE_PROFILING_TIMER_RESOLUTION))},
      .doubles = extensions.find("cl_khr_fp64") != std::string::npos ||
                 number(cl_ulong{}, CL_DEVICE_DOUBLE_FP_CONFIG) != 0,
      .images = number(cl_bool{}, CL_DEVICE_IMAGE_SUPPORT) == CL_TRUE,
      .shares_host_memory = number(cl_bool{}, CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_TRUE,
  };
}

// Division and sqrt in single precision may be off by 2.5 units in the last place unless the device
// is asked otherwise; CUDA rounds them.
std::string build_options(const Api& api, cl_device_id device) {
  const auto config = device_value<cl_device_fp_config>(api, device, CL_DEVICE_SINGLE_FP_CONFIG);
  const bool rounds = (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  return rounds ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt" : "-cl-std=CL1.2";
}

std::vector<cl_device_id> devices_of(const Api& api, cl_platform_id platform) {
  cl_uint count = 0;
  const cl_int code = api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (code == CL_DEVICE_NOT_FOUND || count == 0) return {};
  require(code, "clGetDeviceIDs");
  std::vector<cl_device_id> devices(count);
  require(api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr),
          "clGetDeviceIDs");
  return devices;
}

}  // namespace

std::vector<Candidate> candidates(const Api& api, std::vector<PlatformProblem>& problems) {
  cl_uint count = 0;
  const cl_int code = api.clGetPlatformIDs(0, nullptr, &count);
  if (code != CL_SUCCESS || count == 0)
    return {};  // ocl-icd returns -1001, others success and none
  std::vector<cl_platform_id> platforms(count);
  require(api.clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");

  std::vector<Candidate> all;
  for (cl_platform_id platform : platforms) {
    try {
      const std::vector<cl_device_id> devices = devices_of(api, platform);
      const bool pocl = is_pocl(api, platform);
      if (devices.empty() && pocl) problems.push_back(problem_of_pocl());
      for (cl_device_id device : devices) {
        Candidate candidate{platform,
                            device,
                            describe(api, platform, device),
                            build_options(api, device),
                            {},
                            pocl ? KeptKernels::by_driver : KeptKernels::by_us};
        const std::string driver_name = candidate.info.name;  // with the instructions it builds for
        if (pocl && candidate.info.kind == Kind::cpu) name_processor(candidate.info);
        candidate.info.ordinal = all.size();
        const Info& info = candidate.info;
        candidate.build_key =
            fmt::format("{}\n{}\n{}\n{}\n{}", info.platform, info.platform_version, driver_name,
                        device_text(api, device, CL_DEVICE_VERSION), info.driver);
        all.push_back(std::move(candidate));
      }
    } catch (const Error& error) {
      problems.push_back({"a platform failed: " + explain(error), "reinstall its driver"});
    }
  }
  return all;
}

}  // namespace plumb::device::opencl
