// plumb/study/program_source.cpp - one face for workloads, application files and program files.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/program_source.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/application/write_application.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/model/divide.h"
#include "plumb/records/walk.h"
#include "plumb/study/check_search.h"
#include "plumb/study/chunk_search.h"

namespace plumb::study {
namespace {

Chosen numbers_of(const NamedTexts& chosen) {
  Chosen numbers;
  for (const auto& [name, text] : chosen) {
    numbers.emplace_back(name, number_in(fmt::format("--set {}", name), text));
  }
  return numbers;
}

// Counts may be ranges and have suffixes; so may what the workload does not know, for its suites.
bool is_count(const Workload& workload, const std::string& name, const std::string& text) {
  const auto found = std::ranges::find(workload.parameters, name, &Parameter::name);
  const bool has_digits =
      !text.empty() && text.find_first_not_of("0123456789:,xkKMGTPEiB") == std::string::npos;
  if (found == workload.parameters.end()) return has_digits && name != "variant";
  return found->type == ParameterType::count ||
         (found->type == ParameterType::choice_or_count && has_digits);
}

// The search predicts a program some fifty times for each of its loops: so many steps take it about
// half a second.
constexpr std::size_t most_searched = 10'000;

// Steps that a search predicts for one interval after the other, once for every loop.
std::size_t searched_steps(const Program& program) {
  std::size_t steps = 0;
  std::size_t loops = 0;
  walk(program.steps, [&](const auto& action, const StepContext&) {
    ++steps;
    loops += std::is_same_v<std::decay_t<decltype(action)>, Until> ? 1 : 0;
  });
  return steps * loops;
}

// A loop that is checked less often than its limit is checked there, once.
void check_at_limits(std::vector<Step>& steps) {
  for (Step& step : steps) {
    std::visit(Cases{[](Transfer&) {}, [](Launch&) {}, [](Wait&) {}, [](Exchange&) {},
                     [](Batch& batch) { check_at_limits(batch.steps); },
                     [](Repeat& repeat) { check_at_limits(repeat.steps); },
                     [](Until& until) {
                       check_at_limits(until.steps);
                       until.check_every = std::min(until.check_every, until.limit);
                     }},
               step.action);
  }
}

}  // namespace

std::vector<NamedTexts> workload_points(const Workload& workload, const NamedTexts& lists) {
  ValueLists values;
  for (const auto& [name, text] : lists) {
    values.emplace_back(name,
                        is_count(workload, name, text) ? expand_values(text) : split(text, ','));
    if (name != "variant" || text != "all") continue;
    values.back().second.clear();
    for (const Variant& variant : workload.variants)
      values.back().second.emplace_back(variant.name);
  }
  return combinations(values);
}

ProgramSource::ProgramSource(const std::string& application, const DeviceTraits& traits,
                             std::function<bool()> interrupted)
    : path_(application), traits_(traits), interrupted_(std::move(interrupted)) {
  if (application.ends_with(".toml")) {
    application_ = read_application_file(application, files_);
  } else if (application.ends_with(".json")) {
    files_ = {application};
    const Json json = parse_json(read_text_file(application), application);
    program_ = program_from_json(JsonView(json, application));
  } else {
    workload_ = &workload_named(application);
  }
}

void ProgramSource::refuse_settings() const {
  throw Error(ErrorKind::input,
              fmt::format("'{}' is a program of numbers only and takes no settings", path_));
}

void ProgramSource::require_parameter(const std::string& name) const {
  if (program_) refuse_settings();
  std::vector<std::string> names;
  if (application_) {
    names = application_->parameters();
  } else {
    for (const Parameter& parameter : workload_->parameters) names.emplace_back(parameter.name);
  }
  if (std::ranges::find(names, name) != names.end()) return;
  throw Error(ErrorKind::input,
              fmt::format("'{}' has no parameter '{}'; it has {}{}", path_, name,
                          names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                          did_you_mean(name, names)));
}

std::string ProgramSource::size_text(const std::string& name, std::uint64_t size) const {
  std::string number = fmt::format("{}", size);
  if (workload_ == nullptr) return number;
  const auto found = std::ranges::find(workload_->parameters, name, &Parameter::name);
  if (found == workload_->parameters.end() || found->type != ParameterType::shape) return number;
  return fmt::format("{}", fmt::join(std::vector(found->parts, number), "x"));
}

std::vector<NamedTexts> ProgramSource::points(const NamedTexts& assignments) const {
  if (program_ && !assignments.empty()) refuse_settings();
  if (workload_ != nullptr) return workload_points(*workload_, assignments);
  ValueLists lists;
  for (const auto& [name, text] : assignments) lists.emplace_back(name, expand_values(text));
  return combinations(lists);
}

std::string ProgramSource::parameter_of(Meaning meaning) const {
  if (application_) return application_->parameter_of(meaning);
  if (workload_ == nullptr) return {};
  const Parameter* parameter = plumb::parameter_of(*workload_, meaning);
  return parameter == nullptr ? std::string() : std::string(parameter->name);
}

std::string ProgramSource::kind_text(DeviceKind kind) const {
  if (workload_ != nullptr) return std::string(name_of(kind));
  return kind == DeviceKind::gpu ? "1" : "0";
}

ChunkedProgram ProgramSource::chunked_file(const std::string& parameter) {
  return {.parameter = parameter,
          .program = [this](const NamedTexts& chosen) { return program(chosen); }};
}

std::optional<BestChunks> ProgramSource::best_chunks(const Profile& profile,
                                                     const PredictOptions& options,
                                                     const NamedTexts& chosen) {
  if (workload_ != nullptr)
    return study::best_chunks(*workload_, traits_, profile, options, chosen);
  const std::string parameter = parameter_of(Meaning::chunks);
  if (parameter.empty()) return std::nullopt;
  return study::best_chunks(chunked_file(parameter), profile, options, chosen);
}

NamedTexts ProgramSource::resolved(const Profile& profile, const NamedTexts& chosen) {
  if (workload_ != nullptr) return with_best_chunks(*workload_, traits_, profile, {}, chosen);
  const std::string parameter = parameter_of(Meaning::chunks);
  return parameter.empty() ? chosen
                           : with_best_chunks(chunked_file(parameter), profile, {}, chosen);
}

// By the values that were chosen last.
bool ProgramSource::is_for_one() const {
  const std::string split = parameter_of(Meaning::split);
  if (split.empty()) return false;
  const Program frame = application_->frame();
  const std::string* text = text_named(frame.settings, split);
  return text != nullptr && *text == "1";
}

PredictedPoint ProgramSource::predict(const Profile& profile, const PredictOptions& options,
                                      const NamedTexts& chosen) {
  if (!application_) return plumb::predict(profile, program(resolved(profile, chosen)), options);
  application_->choose(numbers_of(resolved(profile, chosen)));
  if (is_for_one())
    return plumb::predict(profile, side_of(application_->program(options.interrupted), 0).work,
                          options);
  const WalkedProgram walked = application_->walked();
  // Queues are places of whole steps, which a walk takes apart.
  if (walked.frame.queues.size() > 1)
    return plumb::predict(profile, application_->program(options.interrupted), options);
  return plumb::predict(profile, walked, options);
}

PredictedPoint ProgramSource::predict_part(const Profile& profile, const PredictOptions& options,
                                           const NamedTexts& chosen, double fraction) {
  const auto divided = [&](Program whole) {
    std::vector<Step> steps = std::move(whole.steps);
    for (Step& step : steps) step = part_of(whole, std::move(step), fraction);
    whole.steps = std::move(steps);
    return plumb::predict(profile, whole, options);
  };
  if (!application_) return divided(program(resolved(profile, chosen)));
  application_->choose(numbers_of(resolved(profile, chosen)));
  WalkedProgram walked = application_->walked();
  if (walked.frame.queues.size() > 1) return divided(application_->program(options.interrupted));
  walked.each_step = [&, whole = walked.each_step](const EachCountedStep& use,
                                                   const Interrupted& interrupted) {
    whole([&](const std::string& name, const Step& step,
              std::uint64_t times) { use(name, part_of(walked.frame, step, fraction), times); },
          interrupted);
  };
  return plumb::predict(profile, walked, options);
}

Program ProgramSource::program(const NamedTexts& chosen) {
  if (program_) return *program_;
  if (workload_ != nullptr) return workload_->program(settings_for(*workload_, traits_, chosen));
  application_->choose(numbers_of(chosen));
  return application_->program(interrupted_);
}

std::optional<Program> ProgramSource::kept_program(const NamedTexts& chosen) {
  try {
    return program(chosen);
  } catch (const TooManyPasses&) {
    return std::nullopt;
  }
}

std::vector<BestCheck> ProgramSource::best_checks(const Profile& profile,
                                                  const PredictOptions& options,
                                                  const NamedTexts& chosen) {
  if (workload_ != nullptr) return {};
  std::optional<Program> program = kept_program(resolved(profile, chosen));
  if (!program || searched_steps(*program) > most_searched) return {};
  check_at_limits(program->steps);
  return study::best_checks(*program, profile, options);
}

std::string ProgramSource::application_file(const NamedTexts& chosen) {
  return application_ ? read_text_file(path_) : application_text(program(chosen));
}

}  // namespace plumb::study
