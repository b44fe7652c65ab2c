// tests/cli/masking.cpp - finds the tables in text, CSV and Markdown and masks them line by line.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/masking.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

namespace plumb {
namespace {

using Fields = std::vector<std::string>;

// Where the columns of a table in text stand: first character and the one behind the last.
using Extents = std::vector<std::pair<std::size_t, std::size_t>>;

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

// The runs of dashes of a rule; nothing for any other line.
Extents extents_of(const std::string& line) {
  Extents extents;
  if (line.find_first_not_of("- ") != std::string::npos) return extents;
  for (std::size_t at = line.find('-'); at != std::string::npos; at = line.find('-', at)) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    extents.emplace_back(at, end);
    at = end;
  }
  return extents;
}

Fields fields_at(const std::string& line, const Extents& extents) {
  Fields fields;
  for (const auto& [first, end] : extents)
    fields.push_back(first < line.size() ? trimmed(line.substr(first, end - first)) : "");
  return fields;
}

// A row reaches the last column and leaves the gaps between columns blank; a note does not.
bool is_row(const std::string& line, const Extents& extents) {
  if (line.size() <= extents.back().first) return false;
  for (std::size_t j = 1; j < extents.size(); ++j) {
    const std::size_t gap = extents[j - 1].second;
    if (line.substr(gap, extents[j].first - gap).find_first_not_of(' ') != std::string::npos)
      return false;
  }
  return line.size() <= extents.back().second;
}

// The names of the columns stand above the rule or, where there are units, one line higher.
Fields headings_above(const Fields& lines, std::size_t rule, const Extents& extents) {
  const auto all_named = [&](std::size_t line) {
    return is_row(lines[line], extents) &&
           std::ranges::none_of(fields_at(lines[line], extents), &std::string::empty);
  };
  return fields_at(lines[rule >= 2 && all_named(rule - 2) ? rule - 2 : rule - 1], extents);
}

Fields treated_all(const std::vector<Treatment>& treatments, Fields fields) {
  for (std::size_t i = 0; i < fields.size() && i < treatments.size(); ++i)
    fields[i] = treated(treatments[i], fields[i]);
  return fields;
}

void mask_text_table(Fields& lines, std::size_t rule, const Extents& extents) {
  const auto treatments = treatments_of(headings_above(lines, rule, extents));
  lines[rule] = "-";
  for (std::size_t i = rule + 1; i < lines.size() && is_row(lines[i], extents); ++i)
    lines[i] =
        fmt::format("{}", fmt::join(treated_all(treatments, fields_at(lines[i], extents)), " "));
}

// Fields keep their quotes, so that joined by commas they give the line again.
Fields split_csv(const std::string& line) {
  Fields fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

Fields split_md(const std::string& line) {
  Fields fields;
  std::istringstream cells(line.substr(1));
  for (std::string cell; std::getline(cells, cell, '|');) fields.push_back(trimmed(cell));
  return fields;
}

std::string join_csv(const Fields& fields) { return fmt::format("{}", fmt::join(fields, ",")); }

std::string join_md(const Fields& fields) {
  return fmt::format("| {} |", fmt::join(fields, " | "));
}

// Rows below headings at `first`, up to the first line that `split` gives another number of fields.
void mask_split_table(Fields& lines, std::size_t first, Fields (*split)(const std::string&),
                      std::string (*join)(const Fields&)) {
  const Fields headings = split(lines[first]);
  const auto treatments = treatments_of(headings);
  if (std::ranges::all_of(treatments, [](Treatment each) { return each == Treatment::exact; }))
    return;
  for (std::size_t i = first + 1; i < lines.size(); ++i) {
    const Fields fields = lines[i].empty() ? Fields{} : split(lines[i]);
    if (fields.size() != headings.size()) break;
    if (lines[i].starts_with("|:") || lines[i].starts_with("|-")) {
      // They are as wide as the longest name of this machine.
      const auto more =
          std::ranges::unique(lines[i], [](char a, char b) { return a == '-' && b == '-'; });
      lines[i].erase(more.begin(), more.end());
      continue;
    }
    lines[i] = join(treated_all(treatments, fields));
  }
}

void mask_tables(Fields& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool begins = i == 0 || lines[i - 1].empty();
    const Extents extents = extents_of(lines[i]);
    if (!extents.empty() && i > 0) {
      mask_text_table(lines, i, extents);
    } else if (begins && lines[i].starts_with("| ")) {
      mask_split_table(lines, i, split_md, join_md);
    } else if (begins && lines[i].find(',') != std::string::npos) {
      mask_split_table(lines, i, split_csv, join_csv);
    }
  }
}

std::string without_names(std::string text, const std::vector<LocalName>& names) {
  for (const auto& [name, token] : names) {
    for (std::size_t at = 0; !name.empty() && (at = text.find(name, at)) != std::string::npos;
         at += token.size())
      text.replace(at, name.size(), token);
  }
  return text;
}

std::string with_single_blanks(const std::string& line) {
  std::string result;
  for (const char c : line) {
    if (c != ' ' || (!result.empty() && result.back() != ' ')) result += c;
  }
  return trimmed(result);
}

}  // namespace

std::string mask(const std::string& output, const std::vector<LocalName>& names) {
  if (output.starts_with('{') || output.starts_with('['))
    return masked_json(without_names(output, names));
  Fields lines;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  mask_tables(lines);  // before names change widths
  std::string masked;
  for (const std::string& line : lines) {
    const std::string shown = with_single_blanks(masked_line(without_names(line, names)));
    if (!shown.empty() || line.empty()) masked += shown + "\n";
  }
  return masked;
}

}  // namespace plumb
