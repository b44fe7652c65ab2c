// plumb/doctor/software_checks.cpp - asking each library and program whether it is here.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/doctor/software_checks.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/device/cuda/ptxas.h"
#include "plumb/device/library.h"
#include "plumb/device/monitor.h"

namespace plumb::doctor {
namespace {

CheckupItem software(std::string subject, Health health, std::string found,
                     std::string remedy = {}) {
  return {"software", std::move(subject), health, std::move(found), std::move(remedy)};
}

// What `ask` returns is found; what it throws is missing.
CheckupItem asked(const std::string& subject, const std::function<std::string()>& ask,
                  const char* remedy) {
  try {
    return software(subject, Health::fine, ask());
  } catch (const Error& error) {
    return software(subject, Health::missing, explain(error), remedy);
  }
}

CheckupItem backend_check(const device::Found& found, const std::string& backend,
                          const std::string& subject) {
  std::vector<std::string> names;
  for (const device::Info& info : found.devices) {
    if (info.backend == backend) names.push_back(info.name);
  }
  if (!names.empty())
    return software(subject, Health::fine, fmt::format("shows {}", fmt::join(names, ", ")));
  const auto missing = std::ranges::find(found.missing, backend, &device::MissingBackend::backend);
  if (missing == found.missing.end())
    return software(subject, Health::unknown, "it shows no device and no reason");
  return software(subject, Health::missing, missing->missing, missing->remedy);
}

// The platforms that answer; where none does, what the files name that the loader reads. A driver
// may be there without a file: by OCL_ICD_VENDORS or a loader of its own.
CheckupItem vendors_check(const device::Found& found, const SystemFiles& files) {
  const std::string folder = "etc/OpenCL/vendors";
  std::vector<std::string> answering;
  for (const device::Info& info : found.devices) {
    const std::string platform = fmt::format("{} {}", info.platform, info.driver);
    if (info.backend == "opencl" && std::ranges::find(answering, platform) == answering.end())
      answering.push_back(platform);
  }
  std::vector<std::string> named;
  for (const std::string& name : files.names_in(folder)) {
    if (!name.ends_with(".icd")) continue;
    const auto library = files.first_line(fmt::format("{}/{}", folder, name));
    named.push_back(fmt::format("{} ({})", name, library.value_or("names no library")));
  }
  const std::string list = named.empty() ? "no .icd file in /etc/OpenCL/vendors"
                                         : fmt::format("{}", fmt::join(named, ", "));
  if (!answering.empty()) {
    return software("OpenCL drivers", Health::fine,
                    fmt::format("{}; files: {}", fmt::join(answering, ", "), list));
  }
  if (named.empty()) {
    return software("OpenCL drivers", Health::missing, list,
                    "install pocl-opencl-icd or your GPU's OpenCL driver");
  }
  return software("OpenCL drivers", Health::missing, fmt::format("none answers; files: {}", list),
                  "see that the libraries exist, or install the drivers again");
}

// A GPU that CUDA shows and NVIDIA's OpenCL does not runs only what the prelude can serve.
std::optional<CheckupItem> opencl_c_check(const device::Found& found) {
  for (const device::Info& gpu : found.devices) {
    if (gpu.backend != "cuda") continue;
    const bool shown = std::ranges::any_of(found.devices, [&](const device::Info& info) {
      return info.backend == "opencl" && !gpu.bus_address.empty() &&
             info.bus_address == gpu.bus_address && info.vendor == gpu.vendor;
    });
    if (!shown) {
      return software("OpenCL C on CUDA", Health::missing,
                      fmt::format("NVIDIA's OpenCL does not show {}: vectors, swizzles and local "
                                  "pointers of your kernels do not compile there",
                                  gpu.name),
                      "install nvidia-opencl-icd of the driver's version");
    }
  }
  const bool cuda = std::ranges::count(found.devices, "cuda", &device::Info::backend) > 0;
  if (!cuda) return std::nullopt;
  return software("OpenCL C on CUDA", Health::fine, "NVIDIA's OpenCL compiles what NVRTC refuses");
}

std::string program_on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::string folder = folders.substr(0, folders.find(':'));
    folders.erase(0, folder.size() + 1);
    const std::string file = fmt::format("{}/{}", folder, name);
    if (!folder.empty() && std::filesystem::is_regular_file(file) &&
        ::access(file.c_str(), X_OK) == 0)
      return file;
  }
  throw Error(ErrorKind::unavailable, fmt::format("no program '{}' on the search path", name));
}

std::string machine_code_tool() {
  const std::string tool = device::cuda::Linker().tool();
  if (!tool.starts_with("nvJitLink") && !device::cuda::ptxas_is_chosen())
    throw Error(ErrorKind::unavailable, fmt::format("it could not be opened; '{}' serves", tool));
  return tool;
}

std::string opened_egl() {
  const device::Library egl("EGL", "PLUMB_EGL_LIBRARY", {"libEGL.so.1"});
  (void)egl.entry("eglGetDisplay", "another libEGL.so.1 is needed");
  return "libEGL.so.1 opens";
}

// PCI class 03 is a display controller, 12 a processing accelerator.
CheckupItem cards_check(const SystemFiles& files) {
  const std::string folder = "sys/bus/pci/devices";
  std::string found;
  for (const std::string& address : files.names_in(folder)) {
    const std::string kind =
        files.first_line(fmt::format("{}/{}/class", folder, address)).value_or("");
    if (!kind.starts_with("0x03") && !kind.starts_with("0x12")) continue;
    const std::string vendor =
        files.first_line(fmt::format("{}/{}/vendor", folder, address)).value_or("unknown");
    const std::string name = vendor == "0x10de"   ? "NVIDIA"
                             : vendor == "0x1002" ? "AMD"
                             : vendor == "0x8086" ? "Intel"
                                                  : "vendor " + vendor;
    found += fmt::format("{}{} {}", found.empty() ? "" : ", ", name, address);
  }
  if (files.names_in(folder).empty())
    return software("cards", Health::unknown, "the system shows no PCI bus (/sys/bus/pci)");
  return software("cards", Health::fine, found.empty() ? "no graphics card on the PCI bus" : found);
}

}  // namespace

std::vector<CheckupItem> software_checks(const device::Found& found, const SystemFiles& files,
                                         const std::vector<BuiltInPart>& parts) {
  constexpr const char* toolkit = "install the CUDA toolkit; without it kernels run through OpenCL";
  std::vector<CheckupItem> items;
  if (found.devices.empty()) {
    items.push_back(software("devices", Health::blocking, "none can be used",
                             "install one of the drivers below"));
  } else {
    items.push_back(software("devices", Health::fine, fmt::format("{}", found.devices.size())));
  }
  items.push_back(cards_check(files));
  items.push_back(backend_check(found, "opencl", "OpenCL loader"));
  items.push_back(vendors_check(found, files));
  items.push_back(backend_check(found, "cuda", "CUDA driver"));
  items.push_back(asked("NVRTC", [] { return device::cuda::Compiler().version(); }, toolkit));
  if (auto item = opencl_c_check(found)) items.push_back(*std::move(item));
  items.push_back(asked("nvJitLink", machine_code_tool,
                        "install the CUDA toolkit (libnvjitlink); plumb trace needs it or ptxas"));
  items.push_back(asked("ptxas", device::cuda::find_ptxas,
                        "install the CUDA toolkit; needed only where nvJitLink is absent"));
  items.push_back(asked(
      "NVML", [] { return "driver " + device::nvml_driver_version(); },
      "comes with NVIDIA's driver; without it clocks and throttling are not known"));
  items.push_back(
      asked("EGL", opened_egl, "install libegl1 and libegl-mesa0: OpenGL without a screen"));
  items.push_back(asked(
      "oclgrind", [] { return program_on_path("oclgrind"); },
      "install oclgrind: it finds races and accesses out of bounds in kernels"));
  for (const BuiltInPart& part : parts) {
    items.push_back(part.present ? software(part.name, Health::fine, "compiled in: " + part.purpose)
                                 : software(part.name, Health::missing,
                                            "left out: no " + part.purpose, part.remedy));
  }
  return items;
}

}  // namespace plumb::doctor
