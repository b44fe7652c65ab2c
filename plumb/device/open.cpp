// plumb/device/open.cpp - choosing a device by index or name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/open.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <tuple>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/open_cuda.h"
#include "plumb/device/opencl/open_opencl.h"

namespace plumb::device {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// PoCL's platform is called "Portable Computing Language"; the name that people use stands in its
// version.
bool matches(const Info& info, std::string_view wanted) {
  const std::string backend_prefix = info.backend + ":";
  std::string pattern = lower(wanted);
  if (pattern.starts_with(backend_prefix)) pattern.erase(0, backend_prefix.size());
  for (const std::string& text : {info.name, info.driver_name, info.platform, info.platform_version,
                                  info.vendor, info.backend}) {
    if (lower(text).find(pattern) != std::string::npos) return true;
  }
  return false;
}

// One GPU that two back ends show: the first of them serves.
bool same_device(const Info& a, const Info& b) {
  return !a.bus_address.empty() && a.bus_address == b.bus_address && a.backend != b.backend;
}

std::string list_of(const Found& found) {
  std::string text;
  for (std::size_t i = 0; i < found.devices.size(); ++i) {
    const Info& info = found.devices[i];
    text += fmt::format("  {}  {}:{} ({})\n", i, info.backend, info.name, info.platform);
  }
  for (const MissingBackend& missing : found.missing) {
    text +=
        fmt::format("  {} is missing: {}; {}\n", missing.backend, missing.missing, missing.remedy);
  }
  return text;
}

[[noreturn]] void refuse(const Found& found, const std::string& why) {
  throw Error(ErrorKind::unavailable, why, "devices:\n" + list_of(found));
}

}  // namespace

Found find_devices() {
  Found found;
  opencl::find(found);  // first: where nothing is found, its remedy serves everybody
  cuda::find(found);
  std::ranges::sort(found.devices, {}, [](const Info& info) {
    return std::tuple(info.kind == Kind::gpu ? 0 : 1, info.backend == "cuda" ? 0 : 1, info.ordinal);
  });
  share_what_is_known_of_one_gpu(found.devices);
  return found;
}

void share_what_is_known_of_one_gpu(std::vector<Info>& devices) {
  for (Info& shown : devices) {
    if (shown.backend == "cuda") continue;
    for (const Info& known : devices) {
      if (known.backend != "cuda" || !same_device(shown, known)) continue;
      shown.cache = known.cache;
      shown.memory_clock = known.memory_clock;
      shown.peak_bandwidth = known.peak_bandwidth;
    }
  }
}

std::size_t select_device(const Found& found, std::string_view selection) {
  if (found.devices.empty()) {
    std::string why = "no device found";
    for (const MissingBackend& missing : found.missing) {
      why += fmt::format("; {}: {}; {}", missing.backend, missing.missing, missing.remedy);
    }
    throw Error(ErrorKind::unavailable, why);
  }
  if (selection.empty()) return 0;
  std::size_t index = 0;
  const auto [end, code] =
      std::from_chars(selection.data(), selection.data() + selection.size(), index);
  const bool whole = code == std::errc{} && end == selection.data() + selection.size();
  if (whole && index < found.devices.size()) return index;  // else "4090" may be part of a name
  std::vector<std::size_t> matching;
  for (std::size_t i = 0; i < found.devices.size(); ++i) {
    const Info& info = found.devices[i];
    const bool seen = std::ranges::any_of(
        matching, [&](std::size_t earlier) { return same_device(found.devices[earlier], info); });
    if (!seen && matches(info, selection)) matching.push_back(i);
  }
  if (matching.empty()) refuse(found, fmt::format("no device matches '{}'", selection));
  if (matching.size() > 1) {
    refuse(found, fmt::format("'{}' matches {} devices; use an index or more of the name",
                              selection, matching.size()));
  }
  return matching.front();
}

std::unique_ptr<Device> open_device(std::string_view selection) {
  const Found found = find_devices();
  const Info& info = found.devices[select_device(found, selection)];
  return info.backend == "cuda" ? cuda::open(info) : opencl::open(info);
}

std::vector<std::unique_ptr<Device>> open_devices(std::string_view selections) {
  std::vector<std::unique_ptr<Device>> devices;
  const auto is_one = [&] {
    try {
      (void)select_device(find_devices(), selections);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  if (selections.find(',') == std::string_view::npos || is_one()) {
    devices.push_back(open_device(selections));
    return devices;
  }
  for (std::size_t begin = 0; begin <= selections.size();) {
    const std::size_t comma = std::min(selections.find(',', begin), selections.size());
    if (comma == begin) {
      throw Error(ErrorKind::input,
                  fmt::format("--device {}: a device is missing beside a comma", selections));
    }
    devices.push_back(open_device(selections.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  return devices;
}

std::string name_of(Kind kind) {
  switch (kind) {
    case Kind::gpu:
      return "gpu";
    case Kind::cpu:
      return "cpu";
    case Kind::other:
      break;
  }
  return "other";
}

}  // namespace plumb::device
