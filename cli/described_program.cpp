// cli/described_program.cpp - one face for workloads, application files and program files.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/described_program.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/interrupt.h"
#include "plumb/application/write_application.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::cli {
namespace {

Chosen numbers_of(const ChosenTexts& chosen) {
  Chosen numbers;
  for (const auto& [name, text] : chosen) {
    numbers.emplace_back(name, number_in(fmt::format("--set {}", name), text));
  }
  return numbers;
}

}  // namespace

DescribedProgram::DescribedProgram(const std::string& application, Suits suits)
    : path_(application) {
  if (application.ends_with(".toml")) {
    application_ = read_application_file(application);
  } else if (application.ends_with(".json")) {
    const Json json = parse_json(read_text_file(application), application);
    program_ = program_from_json(JsonView(json, application));
  } else {
    workload_ = &workload_named(application);
    suits_ = suits;
  }
}

std::vector<ChosenTexts> DescribedProgram::points(const ChosenTexts& assignments) const {
  if (program_ && !assignments.empty()) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' is a program of numbers only and takes no settings", path_));
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> choices;
  for (const auto& [name, text] : assignments) {
    bool is_count = application_.has_value();
    if (workload_ != nullptr) {
      const auto found = std::ranges::find(workload_->parameters, name, &Parameter::name);
      const bool known = found != workload_->parameters.end();
      const bool has_digits =
          !text.empty() && text.find_first_not_of("0123456789:,xkMGi") == std::string::npos;
      is_count = known && (found->type == ParameterType::count ||
                           (found->type == ParameterType::choice_or_count && has_digits));
    }
    choices.emplace_back(name, is_count ? expand_values(text) : split(text, ','));
    if (workload_ != nullptr && name == "variant" && text == "all") {
      choices.back().second.clear();
      for (const Variant& variant : workload_->variants) {
        choices.back().second.emplace_back(variant.name);
      }
    }
  }
  return combinations(choices);
}

PredictedPoint DescribedProgram::predict(const Profile& profile, const PredictOptions& options,
                                         const ChosenTexts& chosen) {
  if (!application_) return plumb::predict(profile, program(chosen), options);
  application_->choose(numbers_of(chosen));
  return plumb::predict(profile, application_->walked(), options);
}

Program DescribedProgram::program(const ChosenTexts& chosen) {
  if (program_) return *program_;
  if (workload_ != nullptr) return workload_->program(settings_for(*workload_, suits_, chosen));
  application_->choose(numbers_of(chosen));
  return application_->program(interrupted);
}

std::string DescribedProgram::application_file(const ChosenTexts& chosen) {
  return application_ ? read_text_file(path_) : application_text(program(chosen));
}

}  // namespace plumb::cli
