// plumb/study/sweep.cpp - lists, ranges and combinations of values.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/sweep.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::study {
namespace {

constexpr std::size_t most_points = 1000000;

// 15 digits hide what adding steps has lost (0.30000000000000004); whole numbers have all theirs.
std::string plain_text(double value) {
  return value == std::floor(value) ? fmt::format("{}", value) : fmt::format("{:.15g}", value);
}

// Equal for texts that mean the same value.
std::string meaning_of(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool exact = !text.empty() && *end == '\0' && std::fabs(value) <= 0x1p53;
  return exact ? fmt::format("{}", value + 0.0) : text;
}

// FIRST:LAST, FIRST:LAST:STEP or FIRST:LAST:xFACTOR; empty for a text that is none of them.
std::vector<std::string> expand_range(const std::string& text) {
  std::vector<std::string> parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 3) return {};
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::input, fmt::format("range '{}': {}", text, why));
  };
  const double first = number_in("range", parts[0]);
  const double last = number_in("range", parts[1]);
  const bool factor = parts.size() == 3 && parts[2].starts_with('x');
  const double step =
      parts.size() == 3 ? number_in("range", factor ? parts[2].substr(1) : parts[2]) : 1;
  if (factor && !(step > 1 && first > 0))
    refuse("needs a factor above 1 and a first value above 0");
  if (!factor && !(step > 0)) refuse("needs a step above 0");
  if (last < first) refuse("is empty: the last value lies below the first");
  // A sum of steps carries rounding: what misses the last value by less than this is the last
  // value.
  const double slack = 1e-9 * (factor ? last : step);
  std::vector<std::string> values;
  for (double value = first; value <= last + slack;) {
    values.push_back(plain_text(std::fabs(value - last) <= slack ? last : value));
    if (values.size() > most_points) refuse(fmt::format("has more than {} values", most_points));
    const auto steps = static_cast<double>(values.size());
    const double next = factor ? first * std::pow(step, steps) : first + step * steps;
    if (!(next > value)) refuse("does not advance");
    value = next;
  }
  return values;
}

// "Mi" -> 2^20, "M" -> 10^6, "" -> 1; 0 for anything else.
double scale_of(std::string_view suffix) {
  constexpr std::string_view prefixes = "kMGTPE";
  if (suffix.empty()) return 1;
  const std::size_t power = prefixes.find(suffix.front() == 'K' ? 'k' : suffix.front()) + 1;
  if (power == 0) return 0;
  suffix.remove_prefix(1);
  const double base = suffix.starts_with('i') ? 1024 : 1000;
  if (suffix.starts_with('i')) suffix.remove_prefix(1);
  if (suffix.starts_with('B') || suffix.starts_with('b')) suffix.remove_prefix(1);
  return suffix.empty() ? std::pow(base, static_cast<double>(power)) : 0;
}

}  // namespace

std::string size_as_digits(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  constexpr std::size_t most_digits = 18;
  const double scale = scale_of(std::string_view(text).substr(digits));
  if (digits == 0 || digits == text.size() || digits > most_digits || scale == 0) return text;
  const double value = std::stod(text.substr(0, digits)) * scale;
  return value < 0x1p63 ? std::to_string(std::stoull(text.substr(0, digits)) *
                                         static_cast<std::uint64_t>(scale))
                        : text;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

NamedTexts assignments_from(std::span<const std::string> settings,
                            std::span<const std::string> words) {
  std::vector<std::string> assignments(settings.begin(), settings.end());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      throw Error(ErrorKind::input, fmt::format("'{}' is not expected here", words[i]));
    }
    std::string assignment = words[i].substr(2);
    if (assignment.find('=') == std::string::npos) {
      if (i + 1 >= words.size() || words[i + 1].starts_with("--")) {
        throw Error(ErrorKind::input, fmt::format("option '{}' needs a value", words[i]));
      }
      assignment += "=" + words[++i];
    }
    assignments.push_back(assignment);
  }
  NamedTexts chosen;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) {
      throw Error(ErrorKind::input, fmt::format("--set {}: expected NAME=VALUE", assignment));
    }
    chosen =
        with_text(std::move(chosen), assignment.substr(0, equals), assignment.substr(equals + 1));
  }
  return chosen;
}

NamedTexts in_digits(const NamedTexts& lists) {
  NamedTexts plain;
  for (const auto& [name, text] : lists) {
    std::vector<std::string> items = split(text, ',');
    for (std::string& item : items) item = size_as_digits(item);
    plain.emplace_back(name, fmt::format("{}", fmt::join(items, ",")));
  }
  return plain;
}

std::vector<std::string> expand_values(const std::string& text) {
  std::vector<std::string> values;
  for (const std::string& item : split(text, ',')) {
    const std::vector<std::string> range = expand_range(item);
    if (range.empty()) {
      values.push_back(size_as_digits(item));
    } else {
      values.insert(values.end(), range.begin(), range.end());
    }
  }
  return values;
}

std::vector<NamedTexts> combinations(const ValueLists& lists) {
  std::vector<NamedTexts> all{{}};
  for (const auto& [name, values] : lists) {
    if (all.size() * values.size() > most_points) {
      throw Error(ErrorKind::input, fmt::format("more than {} points", most_points));
    }
    std::vector<NamedTexts> longer;
    longer.reserve(all.size() * values.size());
    for (const NamedTexts& chosen : all) {
      for (const std::string& value : values) {
        longer.push_back(chosen);
        longer.back().emplace_back(name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::size_t drop_repeated(std::vector<NamedTexts>& points) {
  std::set<std::map<std::string, std::string>> seen;
  return std::erase_if(points, [&](const NamedTexts& point) {
    std::map<std::string, std::string> values;
    // Given twice, the last one counts.
    for (const auto& [name, text] : point) values[name] = meaning_of(text);
    return !seen.insert(std::move(values)).second;
  });
}

std::string label_of(std::string_view name, const NamedTexts& chosen) {
  std::string label(name);
  for (const auto& [parameter, value] : chosen) label += fmt::format(" {}={}", parameter, value);
  return label;
}

double number_in(const std::string& parameter, const std::string& text) {
  const std::string digits = size_as_digits(text);
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (digits.empty() || *end != '\0' || !std::isfinite(value)) {
    throw Error(ErrorKind::input, fmt::format("{}: '{}' is not a number", parameter, text));
  }
  return value;
}

}  // namespace plumb::study
