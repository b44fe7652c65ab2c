// plumb/artifact/verify.cpp - checksums, then each command once more.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/artifact/verify.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/artifact/command_words.h"
#include "plumb/artifact/create.h"
#include "plumb/artifact/sha256.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/compare/compare.h"

namespace plumb::artifact {
namespace {

namespace fs = std::filesystem;

// A folder for what the second run writes, removed with it.
class RerunFolder {
 public:
  RerunFolder() : path_((fs::temp_directory_path() / "plumb-artifact-").string()) {
    path_.append(6, 'X');  // which mkdtemp replaces
    if (::mkdtemp(path_.data()) == nullptr)
      throw Error(ErrorKind::check_failed, fmt::format("no folder '{}' can be made", path_));
  }
  ~RerunFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  RerunFolder(const RerunFolder&) = delete;
  RerunFolder& operator=(const RerunFolder&) = delete;
  [[nodiscard]] std::string file(std::size_t number) const {
    return fmt::format("{}/{}.json", path_, number);
  }

 private:
  std::string path_;
};

// By name: the checksum that is expected.
std::map<std::string, std::string> listed_checksums(const std::string& folder) {
  const std::string list = fmt::format("{}/{}", folder, checksum_file);
  std::error_code code;
  if (!fs::is_regular_file(list, code)) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' is not an artifact: it has no file {}", folder, checksum_file));
  }
  std::map<std::string, std::string> sums;
  std::istringstream lines(read_text_file(list));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    constexpr std::size_t digits = 64;
    if (line.size() < digits + 3 || line.substr(digits, 2) != "  ") {
      throw Error(ErrorKind::input,
                  fmt::format("{}:{}:1: expected a checksum and a file", list, number), line);
    }
    sums[line.substr(digits + 2)] = line.substr(0, digits);
  }
  return sums;
}

void check_files(VerifiedArtifact& verified) {
  const std::map<std::string, std::string> sums = listed_checksums(verified.folder);
  for (const auto& [name, sum] : sums) {
    const std::string path = fmt::format("{}/{}", verified.folder, name);
    std::error_code code;
    if (!fs::is_regular_file(path, code))
      verified.changed.push_back(name + ": missing");
    else if (sha256(read_text_file(path)) != sum)
      verified.changed.push_back(name + ": changed");
    else
      ++verified.files;
  }
  for (const auto& entry : fs::recursive_directory_iterator(verified.folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = fs::relative(entry.path(), verified.folder).string();
    if (name != checksum_file && !sums.contains(name))
      verified.changed.push_back(name + ": not listed");
  }
  std::ranges::sort(verified.changed);
}

// What the comparison of the record with the second run shows.
void judge_rerun(VerifiedRecord& record, const std::string& before, const std::string& after) {
  const ComparedSide first = read_side(before);
  const std::vector<ComparedSide> second{read_side(after)};
  std::map<Change, std::size_t> changes;
  const std::vector<RunComparison> comparisons = compare(first, second, {});
  for (const ComparedStep& step : comparisons.front().steps) ++changes[step.judgement.change];
  record.reproduction = changes[Change::faster] + changes[Change::slower] > 0
                            ? Reproduction::different
                        : changes[Change::ambiguous] > 0 ? Reproduction::ambiguous
                                                         : Reproduction::same;
  for (const Change change : {Change::same, Change::faster, Change::slower, Change::ambiguous}) {
    if (changes[change] == 0) continue;
    record.detail +=
        fmt::format("{}{} {}", record.detail.empty() ? "" : ", ", changes[change], name_of(change));
  }
}

bool is_here(const DeviceDescription& device, const std::vector<DeviceDescription>& here) {
  return std::ranges::any_of(here, [&](const DeviceDescription& one) {
    return one.backend == device.backend && one.name == device.name;
  });
}

// Fills in what became of one record.
void verify_record(VerifiedRecord& record, const std::string& folder, const std::string& output,
                   const VerifyOptions& options) {
  const std::string path = fmt::format("{}/{}", folder, record.file);
  const Json json = parse_json(read_text_file(path), path);
  const Provenance from = provenance_from_json(JsonView(json, path).at("provenance"));
  record.command = from.command;
  const std::vector<std::string> words = words_to_rerun(words_of_command(from.command), output);
  if (words.empty() || options.checksums_only) {
    record.detail = options.checksums_only ? "only checksums were asked for"
                                           : "its command gives no times that can be compared";
    return;
  }
  if (!is_here(from.device, options.devices_here)) {
    record.reproduction = Reproduction::elsewhere;
    record.detail = fmt::format("measured on '{}:{}', which is not here", from.device.backend,
                                from.device.name);
    return;
  }
  const std::string inputs = fmt::format("{}/{}", folder, input_folder);
  std::error_code code;
  options.progress(fmt::format("{}: {}", record.file, from.command));
  const int exit = options.rerun(words, fs::is_directory(inputs, code) ? inputs : folder);
  if (options.interrupted()) return;
  if (!fs::is_regular_file(output, code)) {
    record.reproduction = Reproduction::failed;
    record.detail = fmt::format("the command gave no result (exit code {})", exit);
    return;
  }
  judge_rerun(record, path, output);
}

}  // namespace

VerifiedArtifact verify(const std::string& folder, const VerifyOptions& options) {
  VerifiedArtifact verified{.folder = folder, .changed = {}, .records = {}};
  check_files(verified);
  if (!verified.changed.empty()) return verified;
  const RerunFolder second;
  std::vector<std::string> names;
  std::error_code code;
  for (const auto& entry :
       fs::directory_iterator(fmt::format("{}/{}", folder, record_folder), code))
    names.push_back(fmt::format("{}/{}", record_folder, entry.path().filename().string()));
  std::ranges::sort(names);
  for (std::size_t i = 0; i < names.size() && !options.interrupted(); ++i) {
    VerifiedRecord record{.file = names[i], .command = {}, .detail = {}};
    try {
      verify_record(record, folder, second.file(i), options);
    } catch (const Error& error) {
      record.reproduction = Reproduction::failed;
      record.detail = explain(error);
    }
    if (options.interrupted()) break;  // what the command left is not all of it
    verified.records.push_back(std::move(record));
  }
  verified.interrupted = options.interrupted();
  return verified;
}

}  // namespace plumb::artifact
