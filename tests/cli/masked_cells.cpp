// tests/cli/masked_cells.cpp - which columns vary, and what of a line of text does.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <regex>
#include <string_view>

#include <fmt/format.h>

#include "tests/cli/masking.h"

namespace plumb {
namespace {

const std::map<std::string_view, Treatment>& treatments() {
  static const std::map<std::string_view, Treatment> by_name = [] {
    std::map<std::string_view, Treatment> map;
    for (const char* name :
         {"time",     "+-",         "bandwidth", "arithmetic", "rate",         "gain",
          "of copy",  "T1",         "host core", "measured",   "error",        "min",
          "HM",       "GM",         "AM",        "max",        "sd",           "its time",
          "our time", "its / ours", "value",     "noise",      "off double by"})
      map[name] = Treatment::measured;
    for (const char* name :
         {"units", "clock", "largest", "memory clock", "peak", "cache", "confidence"})
      map[name] = Treatment::varying;
    map["gosa"] = Treatment::rounded;
    map["digits"] = Treatment::digits;
    map["result"] = Treatment::verdict;
    return map;
  }();
  return by_name;
}

bool has_digit(const std::string& text) {
  return text.find_first_of("0123456789") != std::string::npos;
}

std::string without_unit(const std::string& heading) {
  return heading.substr(0, heading.find(" ["));
}

// Anything but a number stays as it is.
std::string rounded(const std::string& cell, int digits) {
  double value = 0;
  const char* end = cell.data() + cell.size();
  if (std::from_chars(cell.data(), end, value).ptr != end) return cell;
  return fmt::format("{:.{}g}", value, digits);
}

// CSV prints every digit of a double; the last ones depend on the processor.
std::string without_last_digits(const std::string& cell) {
  return cell.size() > 14 && cell.find('.') != std::string::npos ? rounded(cell, 12) : cell;
}

std::string reached_digits(const std::string& cell) {
  const double digits = has_digit(cell) ? std::stod(cell) : 0;
  if (digits >= 13) return "13+";
  return digits >= 6 ? "6+" : cell;
}

std::string without_noise(std::string verdict) {
  for (const std::string_view mark : {", noisy", ", cut short", ", one sample"}) {
    if (verdict.ends_with(mark)) verdict.resize(verdict.size() - mark.size());
  }
  return verdict;
}

}  // namespace

std::vector<Treatment> treatments_of(const std::vector<std::string>& headings) {
  std::vector<Treatment> result;
  for (const std::string& heading : headings) {
    const auto found = treatments().find(without_unit(heading));
    result.push_back(found == treatments().end() ? Treatment::exact : found->second);
  }
  const auto has = [&](const char* name) {
    return std::ranges::any_of(headings,
                               [&](const auto& each) { return without_unit(each) == name; });
  };
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const std::string name = without_unit(headings[i]);
    // Memory of a device; that of a plan is exact.
    if (name == "memory" && has("largest")) result[i] = Treatment::varying;
    // Slots of a shader program; elsewhere a rate.
    if (name == "arithmetic" && has("texture")) result[i] = Treatment::exact;
    // How many samples a probe took or a race allowed.
    if (name == "samples" && (has("confidence") || has("race"))) result[i] = Treatment::measured;
  }
  return result;
}

std::string treated(Treatment treatment, const std::string& cell) {
  switch (treatment) {
    case Treatment::exact:
      return without_last_digits(cell);
    case Treatment::measured:
      return has_digit(cell) ? "#" : cell;
    case Treatment::varying:
      return "#";
    case Treatment::rounded:
      return rounded(cell, 4);
    case Treatment::digits:
      return reached_digits(cell);
    case Treatment::verdict:
      return without_noise(cell);
  }
  return cell;
}

std::string masked_line(std::string line) {
  struct Rule {
    std::regex pattern;
    const char* replacement;
  };
  static const std::array<Rule, 14> rules{{
      {std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"), "<time>"},
      {std::regex(R"(\bplumb \d+\.\d+\.\d+\b)"), "plumb <version>"},
      {std::regex(R"([0-9][0-9.e+-]* (GB/s|GFLOPS|MFLOPS)\b(?! of a))"), "# $1"},
      {std::regex(R"(\b(score|would print) [0-9][0-9.e+-]*)"), "$1 #"},
      {std::regex(R"(\bbest: \S+ \S+ \S+ with)"), "best: <point> with"},
      {std::regex(R"(\bwith \d+ cores, [0-9.]+ [KMGT]iB)"), "with # cores, # GiB"},
      {std::regex(R"(\bhas [0-9.]+ [KMGT]iB)"), "has # GiB"},
      // Groups follow from the number of cores, but not in predictions.
      {std::regex(R"(^(?!profile )(.*(?:stages[ =]\d+,?|rows auto) groups[ =])\d+)"), "$1#"},
      {std::regex(R"(unreliable: (noise [0-9.]+ %|cut short after) .*$)"), "unreliable: #"},
      {std::regex(R"((right|not checked), (noisy|cut short|one sample))"), "$1"},
      {std::regex(R"(\((f32|f64); (noisy, \+- [0-9.]+ %|cut short|one sample)\))"), "($1)"},
      // What a busy machine adds, what the race for the padding of a rung found, and what PoCL's
      // compiler says while the cache is empty.
      {std::regex(R"(^(- )?load average [0-9.]+ on \d+ cores: .*$)"), ""},
      {std::regex(R"(^(- )?padding: \d+ B between planes$)"), ""},
      {std::regex(R"(^\d+ warnings? generated\.$)"), ""},
  }};
  for (const Rule& rule : rules) line = std::regex_replace(line, rule.pattern, rule.replacement);
  return line;
}

}  // namespace plumb
