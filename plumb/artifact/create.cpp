// plumb/artifact/create.cpp - writing the folder of an artifact.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/artifact/create.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/artifact/command_words.h"
#include "plumb/artifact/describe.h"
#include "plumb/artifact/sha256.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::artifact {
namespace {

namespace fs = std::filesystem;

// Beside its place until it is whole; removed where it never becomes so.
class WholeFolder {
 public:
  explicit WholeFolder(fs::path place) : place_(std::move(place)) {
    if (!place_.has_filename()) place_ = place_.parent_path();  // "name/"
    if (fs::symlink_status(place_).type() != fs::file_type::not_found) fail("it exists already");
    temporary_ = place_;
    temporary_ += fmt::format(".{}.part", ::getpid());
    std::error_code code;
    if (!fs::create_directory(temporary_, code)) fail(code ? code.message() : "it exists already");
  }
  ~WholeFolder() {
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
  }
  WholeFolder(const WholeFolder&) = delete;
  WholeFolder& operator=(const WholeFolder&) = delete;

  void write(const std::string& name, std::string_view text) {
    const fs::path path = temporary_ / name;
    std::error_code code;
    fs::create_directories(path.parent_path(), code);
    if (code) fail(code.message());
    write_whole(path.string(), text);
    checksums_[name] = sha256(text);
  }

  void finish() {
    std::string lines;
    for (const auto& [name, sum] : checksums_) lines += fmt::format("{}  {}\n", sum, name);
    write_whole((temporary_ / checksum_file).string(), lines);
    std::error_code code;
    fs::rename(temporary_, place_, code);
    if (code) fail(code.message());
    temporary_.clear();
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw Error(ErrorKind::check_failed,
                fmt::format("writing the folder '{}': {}", place_.string(), why));
  }

  fs::path place_;
  fs::path temporary_;
  std::map<std::string, std::string> checksums_;  // sorted by name
};

// The record's own name, so that commands and tables speak of what the user knows.
std::string name_in_artifact(const std::string& file) {
  return fmt::format("{}/{}", record_folder, fs::path(file).filename().string());
}

DescribedRecord described(const std::string& file, const std::string& text) {
  const Json json = parse_json(text, file);
  const JsonView view(json, file);
  const std::string schema = view.at("schema").text();
  if (!schema.starts_with("plumbline.") || !view.has("provenance"))
    view.at("schema").refuse("expected a record of plumb, found '" + schema + "'");
  return {name_in_artifact(file), schema, provenance_from_json(view.at("provenance"))};
}

void require_inside(const std::string& file) {
  const fs::path path = fs::path(file).lexically_normal();
  if (path.is_absolute() || path.begin() == path.end() || *path.begin() == "..") {
    throw Error(ErrorKind::input,
                fmt::format("'{}' lies outside the current folder; an artifact keeps inputs by "
                            "their relative paths",
                            file));
  }
}

// Files that the commands name and that are here.
std::vector<std::string> inputs_of(const std::vector<DescribedRecord>& records,
                                   const ArtifactParts& parts) {
  std::vector<std::string> inputs = parts.inputs;
  for (const DescribedRecord& record : records) {
    for (const std::string& word :
         words_to_rerun(words_of_command(record.provenance.command), "")) {
      std::error_code code;
      if (!word.empty() && word.front() != '/' && fs::is_regular_file(word, code))
        inputs.push_back(word);
    }
  }
  for (const std::string& file : inputs) require_inside(file);
  std::ranges::sort(inputs);
  const auto repeated = std::ranges::unique(inputs);
  inputs.erase(repeated.begin(), repeated.end());
  return inputs;
}

}  // namespace

void create(const ArtifactParts& parts) {
  std::vector<DescribedRecord> records;
  std::map<std::string, std::string> texts;  // by name in the artifact
  for (const std::string& file : parts.records) {
    std::string text = read_text_file(file);
    records.push_back(described(file, text));
    if (!texts.emplace(records.back().name, std::move(text)).second) {
      throw Error(ErrorKind::input, fmt::format("two records are called '{}'; rename one",
                                                fs::path(file).filename().string()));
    }
  }
  const std::vector<std::string> inputs = inputs_of(records, parts);
  for (const std::string& file : inputs)
    texts[fmt::format("{}/{}", input_folder, fs::path(file).lexically_normal().string())] =
        read_text_file(file);
  for (const auto& [name, text] : parts.profiles)
    texts[fmt::format("profiles/{}.json", name)] = text;
  WholeFolder folder(parts.folder);
  for (const auto& [name, text] : texts) folder.write(name, text);
  folder.write("environment.txt", parts.environment);
  folder.write("commands.txt", commands_text(records));
  folder.write("REPRODUCE.md", reproduce_text(records));
  folder.write("ARTIFACT.md", description_text(records, parts.profiles.size(), inputs.size()));
  folder.finish();
}

}  // namespace plumb::artifact
