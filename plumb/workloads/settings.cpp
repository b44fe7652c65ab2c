// plumb/workloads/settings.cpp - checking and reading the values of parameters.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/settings.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> finite_number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::vector<std::string> choices_of(const Parameter& parameter) {
  std::vector<std::string> choices;
  std::string_view rest = parameter.choices;
  while (!rest.empty()) {
    const std::size_t bar = std::min(rest.find('|'), rest.size());
    choices.emplace_back(rest.substr(0, bar));
    rest.remove_prefix(std::min(rest.size(), bar + 1));
  }
  return choices;
}

std::optional<std::vector<std::uint64_t>> shape_of(std::string_view text) {
  std::vector<std::uint64_t> shape;
  while (true) {
    const std::size_t cross = std::min(text.find('x'), text.size());
    const auto number = whole_number(text.substr(0, cross));
    if (!number) return std::nullopt;
    shape.push_back(*number);
    if (cross == text.size()) return shape;
    text.remove_prefix(cross + 1);
  }
}

namespace {

// Why the shape is refused; empty if it is not.
std::string complaint_of(const Parameter& parameter, std::string_view value) {
  const auto shape = shape_of(value);
  if (!shape || shape->size() != parameter.parts) {
    const auto choices = choices_of(parameter);
    return fmt::format("must be {}{}{} whole numbers joined by x", fmt::join(choices, ", "),
                       choices.empty() ? "" : " or ", parameter.parts);
  }
  const auto fits = [&](std::uint64_t part) {
    return part >= parameter.least && part <= parameter.most;
  };
  if (std::ranges::all_of(*shape, fits)) return {};
  return fmt::format("every number must be {} to {}", parameter.least, parameter.most);
}

}  // namespace

void check(const Parameter& parameter, const std::string& value) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::input, fmt::format("--{} {}: {}", parameter.name, value, why));
  };
  if (parameter.type == ParameterType::text) {
    if (value.empty()) refuse("must not be empty");
    return;
  }
  if (parameter.type == ParameterType::number) {
    const auto number = finite_number(value);
    if (!number || *number < static_cast<double>(parameter.least) ||
        *number > static_cast<double>(parameter.most))
      refuse(fmt::format("must be a number from {} to {}", parameter.least, parameter.most));
    return;
  }
  if (parameter.type != ParameterType::count) {
    const auto choices = choices_of(parameter);
    if (std::ranges::find(choices, value) != choices.end()) return;
    const std::string names = fmt::format("{}", fmt::join(choices, ", "));
    if (parameter.type == ParameterType::shape) {
      const std::string complaint = complaint_of(parameter, value);
      if (complaint.empty()) return;
      refuse(complaint);
    }
    if (parameter.type == ParameterType::choice) refuse("must be one of " + names);
    if (!whole_number(value)) refuse(fmt::format("must be one of {} or a whole number", names));
  }
  const auto number = whole_number(value);
  if (!number) {
    refuse(parameter.because.empty()
               ? "must be a whole number"
               : fmt::format("must be a whole number: {}", parameter.because));
  }
  if (*number < parameter.least || *number > parameter.most) {
    refuse(fmt::format("must be {} to {}", parameter.least, parameter.most));
  }
}

const std::string& Settings::text(std::string_view name) const {
  const std::string* text = text_named(values_, name);
  assert(text != nullptr);
  return *text;
}

std::uint64_t Settings::count(std::string_view name) const {
  const auto number = whole_number(text(name));
  assert(number.has_value());
  return *number;
}

double Settings::number(std::string_view name) const {
  const auto number = finite_number(text(name));
  assert(number.has_value());
  return *number;
}

}  // namespace plumb
