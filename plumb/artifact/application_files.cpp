// plumb/artifact/application_files.cpp - application files found in the commands of records.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/artifact/application_files.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/application/application.h"
#include "plumb/artifact/command_words.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/provenance.h"

namespace plumb::artifact {

std::vector<std::string> files_of_applications(const std::vector<std::string>& records) {
  std::vector<std::string> files;
  for (const std::string& file : records) {
    const Json json = parse_json(read_text_file(file), file);
    const JsonView view(json, file);
    if (!view.has("provenance")) continue;  // refused by create
    const std::string command = provenance_from_json(view.at("provenance")).command;
    for (const std::string& word : words_to_rerun(words_of_command(command), "")) {
      std::error_code code;
      if (!word.ends_with(".toml") || word.starts_with('/') ||
          !std::filesystem::is_regular_file(word, code))
        continue;
      during(fmt::format("looking for the files of '{}'", word),
             [&] { (void)read_application_file(word, files); });
    }
  }
  return files;
}

}  // namespace plumb::artifact
