// plumb/workloads/morphology/element_file.cpp - reading a file of offsets, with places of mistakes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/morphology/element.h"

namespace plumb::morphology {
namespace {

constexpr std::int32_t farthest = 1 << 20;

struct OffsetLine {
  std::string_view text;
  std::size_t number = 0;
  const std::string* file = nullptr;

  [[noreturn]] void refuse(std::size_t column, std::string_view why) const {
    throw Error(ErrorKind::input, fmt::format("{}:{}:{}: {}", *file, number, column + 1, why),
                fmt::format("  {}\n", text));
  }
};

std::size_t behind_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r", at), text.size());
}

// The number at `at`, which moves behind it.
std::int32_t offset_number(const OffsetLine& line, std::size_t& at) {
  const char* const end = line.text.data() + line.text.size();
  std::int32_t value = 0;
  const auto [stop, code] = std::from_chars(line.text.data() + at, end, value);
  const bool ends = stop == end || std::string_view(" \t\r#").find(*stop) != std::string_view::npos;
  if (code == std::errc::result_out_of_range)
    line.refuse(at, fmt::format("an offset must be {} to {}", -farthest, farthest));
  if (code != std::errc{} || !ends) line.refuse(at, "expected a whole number: x y");
  if (value < -farthest || value > farthest)
    line.refuse(at, fmt::format("an offset of {}: must be {} to {}", value, -farthest, farthest));
  at = static_cast<std::size_t>(stop - line.text.data());
  return value;
}

// Absent for a line that is empty or a comment.
std::optional<Offset> offset_of(const OffsetLine& line) {
  std::size_t at = behind_blanks(line.text, 0);
  if (at == line.text.size() || line.text[at] == '#') return std::nullopt;
  Offset offset;
  offset.x = offset_number(line, at);
  at = behind_blanks(line.text, at);
  if (at == line.text.size() || line.text[at] == '#') line.refuse(at, "y is missing: x y");
  offset.y = offset_number(line, at);
  at = behind_blanks(line.text, at);
  if (at < line.text.size() && line.text[at] != '#')
    line.refuse(at, "expected the end of the line: x y");
  return offset;
}

}  // namespace

Element element_from_text(std::string_view text, const std::string& name) {
  std::vector<std::pair<Offset, std::size_t>> found;  // and its line
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const OffsetLine here{.text = line, .number = number, .file = &name};
    if (const auto offset = offset_of(here)) found.emplace_back(*offset, number);
    if (found.size() > most_references)
      here.refuse(0, fmt::format("more than {} offsets", most_references));
  }
  if (found.empty()) throw Error(ErrorKind::input, fmt::format("{}: has no offsets", name));
  std::ranges::sort(found);
  Element element;
  for (const auto& [offset, number] : found) {
    if (!element.empty() && element.back() == offset) {
      throw Error(ErrorKind::input, fmt::format("{}:{}: offset {} {} stands there twice", name,
                                                number, offset.x, offset.y));
    }
    element.push_back(offset);
  }
  return element;
}

}  // namespace plumb::morphology
