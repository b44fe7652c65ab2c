// plumb/study/record_files.cpp - folders with records.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/record_files.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::study {
namespace {

// Those of the folder; where it has none, those of the folders in it, as a survey of all devices
// leaves them.
std::vector<std::string> records_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> here;
  std::vector<std::string> below;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") here.push_back(entry.path().string());
    std::error_code unreadable;
    for (const auto& inner : std::filesystem::directory_iterator(entry.path(), unreadable))
      if (inner.path().extension() == ".json") below.push_back(inner.path().string());
  }
  if (error)
    throw Error(ErrorKind::input, fmt::format("reading folder '{}': {}", folder, error.message()));
  std::vector<std::string>& found = here.empty() ? below : here;
  if (found.empty())
    throw Error(ErrorKind::input, fmt::format("folder '{}' holds no records (.json)", folder));
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<std::string> record_files(std::span<const std::string> words) {
  std::vector<std::string> files;
  for (const std::string& word : words) {
    std::error_code error;
    if (!std::filesystem::is_directory(word, error)) {
      files.push_back(word);
      continue;
    }
    std::ranges::move(records_in(word), std::back_inserter(files));
  }
  return files;
}

}  // namespace plumb::study
