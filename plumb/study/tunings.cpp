// plumb/study/tunings.cpp - reading and writing configurations; choosing the one of a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/tunings.h"

#include <cctype>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/study/data_folder.h"
#include "plumb/tunings/embedded.h"

namespace plumb::study {
namespace {

std::string folder() { return data_folder("tunings"); }

// A value in the name of a file. Of a path it is the last part, which people recognise, and a
// number (FNV-1a) of the whole: folders do not make a name too long, and files of the same name in
// two folders have two.
std::string named_value(const std::string& value) {
  if (value.find('/') == std::string::npos) return value;
  std::uint32_t number = 0x811c9dc5U;
  for (const char c : value) number = (number ^ static_cast<unsigned char>(c)) * 0x01000193U;
  constexpr std::size_t longest = 40;
  const std::string last = std::filesystem::path(value).filename().string().substr(0, longest);
  return fmt::format("{}-{:08x}", last, number);
}

std::string file_of(const DeviceDescription& device, std::string_view workload,
                    const NamedTexts& problem) {
  std::string name = fmt::format("{}-{}-{}", workload, device.backend, device.name);
  for (const auto& [parameter, value] : problem) name += fmt::format("-{}", named_value(value));
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  }
  return fmt::format("{}/{}.json", folder(), name);
}

bool describes(const Tuning& tuning, const DeviceDescription& device, std::string_view workload,
               const NamedTexts& problem) {
  const DeviceDescription& known = tuning.provenance.device;
  return known.backend == device.backend && known.name == device.name &&
         tuning.workload == workload && tuning.problem == problem;
}

}  // namespace

std::optional<Tuning> tuning_of(const DeviceDescription& device, std::string_view workload,
                                const NamedTexts& problem) {
  const std::string own = file_of(device, workload, problem);
  if (std::filesystem::exists(own)) {
    const Json json = parse_json(read_text_file(own), own);
    Tuning tuning = tuning_from_json(JsonView(json, own));
    if (!describes(tuning, device, workload, problem)) {
      throw Error(ErrorKind::input,
                  fmt::format("'{}' is not the tuning that its name says; remove it", own));
    }
    return tuning;
  }
  for (const auto& [document, text] : embedded::tunings_all()) {
    const Json file = parse_json(text(), document);
    for (const JsonView& each : JsonView(file, std::string(document)).list()) {
      Tuning tuning = tuning_from_json(each);
      if (describes(tuning, device, workload, problem)) return tuning;
    }
  }
  return std::nullopt;
}

std::string keep_tuning(const Tuning& tuning) {
  const std::string file = file_of(tuning.provenance.device, tuning.workload, tuning.problem);
  std::error_code code;
  std::filesystem::create_directories(folder(), code);
  if (code) {
    throw Error(ErrorKind::check_failed,
                fmt::format("creating folder '{}': {}", folder(), code.message()));
  }
  write_whole(file, to_text(to_json(tuning)));
  return file;
}

}  // namespace plumb::study
