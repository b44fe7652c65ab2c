// cli/himeno_tunings.cpp - reading and writing configurations; choosing the one of a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/himeno_tunings.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/tunings/embedded.h"

namespace plumb::cli {
namespace {

std::string folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data != nullptr && *data != '\0') return fmt::format("{}/plumbline/himeno", data);
  return fmt::format("{}/.local/share/plumbline/himeno", home == nullptr ? "" : home);
}

std::string file_of(const std::string& backend, const std::string& device, const std::string& size,
                    const std::string& precision) {
  std::string name = fmt::format("{}-{}-{}-{}", backend, device, size, precision);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  }
  return fmt::format("{}/{}.json", folder(), name);
}

bool describes(const Tuning& tuning, const device::Info& info, const std::string& size,
               const std::string& precision) {
  const DeviceDescription& device = tuning.provenance.device;
  return device.backend == info.backend && device.name == info.name && tuning.size == size &&
         tuning.precision == precision;
}

}  // namespace

std::optional<Tuning> tuning_of(const device::Info& info, const std::string& size,
                                const std::string& precision) {
  const std::string own = file_of(info.backend, info.name, size, precision);
  if (std::filesystem::exists(own)) {
    const Json json = parse_json(read_text_file(own), own);
    return tuning_from_json(JsonView(json, own));
  }
  const std::string document = "profiles/himeno/tunings.json";
  const Json shipped = parse_json(embedded::tunings_tunings_json(), document);
  for (const JsonView& each : JsonView(shipped, document).list()) {
    Tuning tuning = tuning_from_json(each);
    if (describes(tuning, info, size, precision)) return tuning;
  }
  return std::nullopt;
}

std::string keep_tuning(const Tuning& tuning) {
  const DeviceDescription& device = tuning.provenance.device;
  const std::string file = file_of(device.backend, device.name, tuning.size, tuning.precision);
  std::error_code code;
  std::filesystem::create_directories(folder(), code);
  if (code) {
    throw Error(ErrorKind::check_failed,
                fmt::format("creating folder '{}': {}", folder(), code.message()));
  }
  write_whole(file, to_text(to_json(tuning)));
  return file;
}

}  // namespace plumb::cli
