// plumb/study/profiles.cpp - looking for profiles: files, the user's folder, those embedded here.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/profiles.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/profiles/embedded.h"
#include "plumb/study/data_folder.h"

namespace plumb::study {
namespace {

struct Shipped {
  std::string_view name;
  std::string_view (*text)();
};

// Sorted by name.
constexpr std::array<Shipped, 7> shipped{{
    {"g70", embedded::profiles_g70_json},
    {"g80", embedded::profiles_g80_json},
    {"h200-cuda", embedded::profiles_h200_cuda_json},
    {"h200-opencl", embedded::profiles_h200_opencl_json},
    {"nv45", embedded::profiles_nv45_json},
    {"pocl-aarch64", embedded::profiles_pocl_aarch64_json},
    {"pocl-x86-64", embedded::profiles_pocl_x86_64_json},
}};

// Called `name` from here on: two files may hold the same name, that of their device.
Profile parsed(std::string_view text, const std::string& document, std::string_view name) {
  const Json json = parse_json(text, document);
  Profile profile = profile_from_json(JsonView(json, document));
  profile.name = name;
  return profile;
}

bool describes(const Profile& profile, const DeviceDescription& device) {
  const DeviceDescription& known = profile.provenance.device;
  return known.backend == device.backend && known.name == device.name &&
         known.compute_units == device.compute_units;
}

// The profiles of the user, sorted by file so that the choice does not depend on the folder's
// order.
std::vector<std::string> user_profiles() {
  std::vector<std::string> files;
  std::error_code code;
  for (std::filesystem::directory_iterator entry(user_profile_folder(), code), end;
       !code && entry != end; entry.increment(code)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path().string());
  }
  std::ranges::sort(files);
  return files;
}

// What find_profile takes for it.
std::string name_in_folder(const std::string& file) {
  return std::filesystem::path(file).stem().string();
}

}  // namespace

std::string user_profile_folder() { return data_folder("profiles"); }

std::optional<Profile> profile_of_device(const DeviceDescription& device) {
  std::optional<Profile> newest;
  for (const std::string& file : user_profiles()) {
    Profile profile = during(fmt::format("looking for a profile of '{}'", device.name), [&] {
      return parsed(read_text_file(file), file, name_in_folder(file));
    });
    if (!describes(profile, device)) continue;
    if (!newest || profile.provenance.time > newest->provenance.time) newest = std::move(profile);
  }
  return newest ? newest : shipped_profile_of(device);
}

std::optional<Profile> shipped_profile_of(const DeviceDescription& device) {
  for (const Shipped& one : shipped) {
    Profile profile = parsed(one.text(), fmt::format("{}.json", one.name), one.name);
    if (describes(profile, device)) return profile;
  }
  return std::nullopt;
}

std::vector<std::string> profile_files(const std::string& name) {
  if (name.empty()) return user_profiles();
  if (name.ends_with(".json") || name.find('/') != std::string::npos) return {name};
  const std::string own = fmt::format("{}/{}.json", user_profile_folder(), name);
  std::error_code code;
  if (std::filesystem::exists(own, code)) return {own};
  return {};  // one that comes with the program, or none
}

Profile find_profile(const std::string& name) {
  const std::vector<std::string> files = profile_files(name);
  if (!name.empty() && !files.empty())
    return parsed(read_text_file(files.front()), files.front(), name);
  std::vector<std::string> names;
  for (const Shipped& one : shipped) {
    if (one.name == name) return parsed(one.text(), fmt::format("{}.json", name), name);
    names.emplace_back(one.name);
  }
  throw Error(ErrorKind::input,
              fmt::format("unknown profile '{}'; give a file, or one of {}{}", name,
                          fmt::join(names, ", "), did_you_mean(name, names)));
}

}  // namespace plumb::study
