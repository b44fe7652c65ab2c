// plumb/doctor/system_files.cpp - reading small files of the system.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/doctor/system_files.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

namespace plumb::doctor {
namespace {

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::optional<unsigned> whole_number(std::string_view text) {
  unsigned number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// No machine has more processors: a damaged list must not fill the memory.
constexpr unsigned most_numbers = 1U << 16U;

}  // namespace

std::optional<std::string> SystemFiles::first_line(const std::string& path) const {
  std::ifstream file(root_ + "/" + path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  line = trimmed(line);
  return line.empty() ? std::nullopt : std::optional(line);
}

std::optional<std::string> SystemFiles::field(const std::string& path,
                                              std::string_view name) const {
  std::ifstream file(root_ + "/" + path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || trimmed(line.substr(0, colon)) != name) continue;
    return trimmed(line.substr(colon + 1));
  }
  return std::nullopt;
}

std::vector<std::string> SystemFiles::names_in(const std::string& folder) const {
  std::vector<std::string> names;
  std::error_code code;
  for (std::filesystem::directory_iterator entry(root_ + "/" + folder, code), end;
       !code && entry != end; entry.increment(code))
    names.push_back(entry->path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::vector<unsigned> numbers_in_list(std::string_view text) {
  std::vector<unsigned> numbers;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::size_t dash = part.find('-');
    const std::optional<unsigned> first = whole_number(part.substr(0, dash));
    const std::optional<unsigned> last =
        dash == std::string_view::npos ? first : whole_number(part.substr(dash + 1));
    if (!first || !last || *last < *first || *last >= most_numbers) return {};
    for (unsigned number = *first; number <= *last; ++number) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace plumb::doctor
