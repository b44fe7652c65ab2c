// plumb/study/earlier_records.cpp - moving records out of the way.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/earlier_records.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"

namespace plumb::study {
namespace {

std::string text_at(const Json& json, const char* member) {
  const bool has = json.is_object() && json.contains(member) && json[member].is_string();
  return has ? json[member].get<std::string>() : "";
}

}  // namespace

bool is_of_another_schema(const Json& record, std::string_view schema) {
  const std::string_view kind = schema.substr(0, schema.find('/') + 1);
  const std::string own = text_at(record, "schema");
  return own.starts_with(kind) && own != schema;  // of another kind: its reader says what is wrong
}

bool is_of_another_version(const Json& record, std::string_view schema, std::string_view here) {
  if (is_of_another_schema(record, schema)) return true;
  if (!record.is_object()) return false;
  const std::string written_by =
      record.contains("provenance") ? text_at(record["provenance"], "version") : "";
  return !written_by.empty() && written_by != here;
}

std::string put_aside(const std::string& folder, std::span<const std::string> files) {
  namespace fs = std::filesystem;
  std::error_code code;
  std::string aside;
  for (int number = 1; aside.empty() || fs::exists(aside, code); ++number)
    aside = fmt::format("{}/earlier-{}", folder, number);
  fs::create_directory(aside, code);
  for (const std::string& file : files) {
    if (!code) fs::rename(file, fs::path(aside) / fs::path(file).filename(), code);
    if (code)
      throw Error(ErrorKind::check_failed,
                  fmt::format("moving '{}' to '{}': {}; choose another folder with -o", file, aside,
                              code.message()));
  }
  return aside;
}

}  // namespace plumb::study
