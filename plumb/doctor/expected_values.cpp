// plumb/doctor/expected_values.cpp - parameters and steps beside what is expected of them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/doctor/expected_values.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/verdict.h"
#include "plumb/study/predict_plan.h"
#include "plumb/study/run_point.h"

namespace plumb::doctor {
namespace {

// The second serves where the profile lacks what the first needs.
constexpr const char* whole_model = "plumbline";
constexpr const char* bound_model = "roofline";

std::string doubt_about(const Finding& measured, const Finding& expected) {
  std::string doubt;
  if (measured.confidence != Confidence::sure)
    doubt = fmt::format("measured: {}", name_of(measured.confidence));
  if (expected.confidence != Confidence::sure) {
    doubt +=
        fmt::format("{}reference: {}", doubt.empty() ? "" : "; ", name_of(expected.confidence));
  }
  return doubt;
}

void add_value(ExpectedValues& result, const std::string& name, const Quantity& measured,
               const Quantity& expected) {
  result.values.push_back({.name = name,
                           .measured = measured,
                           .expected = expected,
                           .agreement = agreement_of(measured, expected, result.within)});
}

// The bandwidths and latencies of the paths that both have.
void add_paths(ExpectedValues& result, const Profile& measured, const Profile& reference) {
  for (const PathSet& set : measured.paths) {
    const auto known = std::ranges::find(reference.paths, set.name, &PathSet::name);
    if (known == reference.paths.end()) continue;
    const auto add = [&](const char* path, const std::optional<MeasuredPath>& here,
                         const std::optional<MeasuredPath>& there) {
      if (!here || !there) return;
      const std::string name = fmt::format("paths.{}.{}", set.name, path);
      add_value(result, name + ".bandwidth", here->bandwidth, there->bandwidth);
      add_value(result, name + ".latency", here->latency, there->latency);
    };
    add("transfer_in", set.transfer_in, known->transfer_in);
    add("memory", set.memory, known->memory);
    add("transfer_out", set.transfer_out, known->transfer_out);
  }
}

// Only the settings that tell the points apart, so that rows can be read.
std::vector<std::string> labels_of(const Result& result) {
  std::vector<std::string> labels;
  for (const Point& point : result.points) {
    std::string label = point.workload;
    for (const auto& [name, value] : point.settings) {
      const auto same = [&, wanted = std::pair(name, value)](const Point& other) {
        return std::ranges::find(other.settings, wanted) != other.settings.end();
      };
      if (!std::ranges::all_of(result.points, same)) label += fmt::format(" {}={}", name, value);
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

// What the model predicts for the point as it was measured.
Prediction predicted(const Point& point, const DeviceDescription& ran_on,
                     const Profile& reference) {
  const Program program = study::program_as_measured(point, ran_on);
  const auto by = [&](const char* model) {
    return std::move(
        predict(reference, program, {.models = {model}, .paths = {}}).predictions.front());
  };
  try {
    Prediction whole = by(whole_model);
    if (whole.reason.empty()) return whole;  // else it abstains
  } catch (const Error& error) {
    if (!study::is_refusal(error)) throw;
  }
  return by(bound_model);
}

void add_steps(ExpectedValues& result, const Point& point, const std::string& label,
               const Prediction& prediction) {
  for (const StepResult& step : point.steps) {
    Seconds expected{};
    for (const PartPrediction& part : prediction.passes) {
      if (part.step == step.name) expected += part.cost.time;
    }
    if (expected.count() <= 0) continue;  // a transfer, which the model sums over the program
    ExpectedValue value{.name = fmt::format("{}: {}", label, step.name),
                        .measured = step.time,
                        .expected = exactly(expected.count(), "s"),
                        .is_bound = prediction.model == bound_model,
                        .note = mark_of(point, step.time)};
    value.agreement = agreement_of(value.measured, value.expected, result.within);
    result.values.push_back(std::move(value));
  }
}

}  // namespace

ExpectedValues against_profile(const Profile& measured, const Profile& reference, double within) {
  ExpectedValues result{.file = measured.name,
                        .reference = reference.name,
                        .within = within,
                        .values = {},
                        .notes = {}};
  add_paths(result, measured, reference);
  std::size_t alone = 0;
  for (const Finding& finding : measured.parameters) {
    const Finding* const expected = finding_named(reference, finding.name);
    if (expected == nullptr || expected->value.unit != finding.value.unit) {
      ++alone;
      continue;
    }
    add_value(result, finding.name, finding.value, expected->value);
    result.values.back().note = doubt_about(finding, *expected);
  }
  if (alone > 0)
    result.notes.push_back(fmt::format("{} parameters are not in the reference", alone));
  if (result.values.empty()) result.notes.emplace_back("the profiles have no value in common");
  return result;
}

ExpectedValues against_profile(const Result& measured, const Profile& reference, double within) {
  ExpectedValues result{
      .file = {}, .reference = reference.name, .within = within, .values = {}, .notes = {}};
  const std::vector<std::string> labels = labels_of(measured);
  for (std::size_t i = 0; i < measured.points.size(); ++i) {
    const Point& point = measured.points[i];
    ExpectedValue unknown{.name = labels[i], .measured = {}, .expected = {}, .note = {}};
    if (!has_times(point)) {
      unknown.note = point.reason.empty() ? "it has no times" : point.reason;
      result.values.push_back(std::move(unknown));
      continue;
    }
    try {
      add_steps(result, point, labels[i], predicted(point, measured.provenance.device, reference));
    } catch (const Error& error) {
      if (!study::is_refusal(error)) throw;
      unknown.note = explain(error);
      result.values.push_back(std::move(unknown));
    }
  }
  if (std::ranges::any_of(result.values, &ExpectedValue::is_bound)) {
    result.notes.push_back(
        "expected by the model roofline, the least time that is possible: a higher one need not be "
        "wrong; for more, plumb probe --full -o FILE on a healthy machine and -p FILE");
  }
  return result;
}

}  // namespace plumb::doctor
