// cli/plan_points.cpp - from the words of a command line to the points they ask for.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command_line.h"
#include "cli/run_points.h"
#include "plumb/base/json.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

using Choice = std::pair<std::string, std::vector<std::string>>;  // a parameter and its values
using Chosen = std::vector<std::pair<std::string, std::string>>;

Suits suits_of(device::Kind kind) {
  switch (kind) {
    case device::Kind::gpu:
      return Suits::gpu;
    case device::Kind::cpu:
      return Suits::cpu;
    case device::Kind::other:
      break;
  }
  return Suits::any;
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

std::vector<std::string> values_of(const Workload& workload, const std::string& name,
                                   const std::string& text) {
  if (name == "variant" && text == "all") {
    std::vector<std::string> all;
    for (const Variant& variant : workload.variants) all.emplace_back(variant.name);
    return all;
  }
  std::vector<std::string> values = split(text, ',');
  const auto parameter = std::ranges::find(workload.parameters, name, &Parameter::name);
  if (parameter != workload.parameters.end() && parameter->type == ParameterType::count) {
    std::ranges::transform(values, values.begin(), size_as_digits);
  }
  return values;
}

// "--elements 1Mi,2Mi", "--elements=1Mi" and "--set elements=1Mi" say the same.
std::vector<Choice> choices_from(const Workload& workload, std::span<const std::string> settings,
                                 std::span<const std::string> words) {
  std::vector<std::string> assignments(settings.begin(), settings.end());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      throw Error(ErrorKind::input, fmt::format("'{}' is not expected here", words[i]));
    }
    std::string assignment = words[i].substr(2);
    if (assignment.find('=') == std::string::npos) {
      if (i + 1 >= words.size()) {
        throw Error(ErrorKind::input, fmt::format("option '{}' needs a value", words[i]));
      }
      assignment += "=" + words[++i];
    }
    assignments.push_back(assignment);
  }
  std::vector<Choice> choices;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) {
      throw Error(ErrorKind::input, fmt::format("--set {}: expected NAME=VALUE", assignment));
    }
    const std::string name = assignment.substr(0, equals);
    choices.emplace_back(name, values_of(workload, name, assignment.substr(equals + 1)));
  }
  return choices;
}

std::vector<Chosen> combinations(const std::vector<Choice>& choices) {
  std::vector<Chosen> all{{}};
  for (const auto& [name, values] : choices) {
    std::vector<Chosen> longer;
    for (const Chosen& chosen : all) {
      for (const std::string& value : values) {
        longer.push_back(chosen);
        longer.back().emplace_back(name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::string label_of(std::string_view name, const Chosen& chosen) {
  std::string label(name);
  for (const auto& [parameter, value] : chosen) label += fmt::format(" {}={}", parameter, value);
  return label;
}

PlannedPoint from_file(const std::string& path) {
  const Json json = parse_json(read_text_file(path), path);
  Program program = program_from_json(JsonView(json, path));
  return {program.name, [program] { return program; }, [] { return Reference{}; }};
}

}  // namespace

std::vector<PlannedPoint> plan_points(const std::string& application, device::Kind kind,
                                      std::span<const std::string> settings,
                                      std::span<const std::string> words) {
  if (application.ends_with(".json")) {
    if (!settings.empty() || !words.empty()) {
      throw Error(
          ErrorKind::input,
          fmt::format("'{}' is a program of numbers only and takes no settings", application));
    }
    return {from_file(application)};
  }
  const Workload& workload = workload_named(application);
  std::vector<PlannedPoint> plan;
  for (const Chosen& chosen : combinations(choices_from(workload, settings, words))) {
    const Settings values = settings_for(workload, suits_of(kind), chosen);
    plan.push_back({label_of(workload.name, chosen),
                    [&workload, values] { return workload.program(values); },
                    [&workload, values] { return workload.reference(values); }});
  }
  return plan;
}

}  // namespace plumb::cli
