// cli/profiles.cpp - looking for profiles: files, the user's folder, those embedded here.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/profiles.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/profiles/embedded.h"

namespace plumb::cli {
namespace {

struct Shipped {
  std::string_view name;
  std::string_view (*text)();
};

// Sorted by name.
constexpr std::array<Shipped, 3> shipped{{
    {"g70", embedded::profiles_g70_json},
    {"g80", embedded::profiles_g80_json},
    {"nv45", embedded::profiles_nv45_json},
}};

Profile parsed(std::string_view text, const std::string& document) {
  const Json json = parse_json(text, document);
  return profile_from_json(JsonView(json, document));
}

std::string user_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data != nullptr && *data != '\0') return fmt::format("{}/plumbline/profiles", data);
  return fmt::format("{}/.local/share/plumbline/profiles", home == nullptr ? "" : home);
}

}  // namespace

Profile find_profile(const std::string& name) {
  if (name.ends_with(".json") || name.find('/') != std::string::npos) {
    return parsed(read_text_file(name), name);
  }
  const std::string own = fmt::format("{}/{}.json", user_folder(), name);
  std::error_code code;
  if (std::filesystem::exists(own, code)) return parsed(read_text_file(own), own);
  std::vector<std::string> names;
  for (const Shipped& one : shipped) {
    if (one.name == name) return parsed(one.text(), fmt::format("{}.json", name));
    names.emplace_back(one.name);
  }
  throw Error(ErrorKind::input,
              fmt::format("unknown profile '{}'{}; give a file, or one of {}", name,
                          did_you_mean(name, names), fmt::join(names, ", ")));
}

}  // namespace plumb::cli
