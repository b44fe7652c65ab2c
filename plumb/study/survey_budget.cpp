// plumb/study/survey_budget.cpp - rules and estimates of a survey's points.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_budget.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace plumb::study {
namespace {

constexpr std::uint64_t least_samples = 5;
// A survey has some thirty points, and preparing them takes about as long as sampling them.
constexpr double points_of_a_survey = 60;

}  // namespace

StopRule survey_rule(Seconds execution, Seconds budget) {
  const Seconds share = std::clamp(budget / points_of_a_survey, Seconds{0.01}, Seconds{2});
  StopRule rule;
  rule.min_samples = least_samples;
  rule.max_noise = 0.01;
  rule.min_time = std::min(Seconds{0.1}, share / 2);
  rule.timeout = std::max(share, static_cast<double>(least_samples) * execution);
  return rule;
}

Seconds survey_estimate(Bytes memory, Seconds execution, const StopRule& rule) {
  constexpr Seconds building{1};
  constexpr Seconds filling_and_verifying_a_byte{15e-9};  // by one core of the host
  constexpr double untimed_executions = 4;                // verified, early, warm-up, watched
  return building + static_cast<double>(memory.count) * filling_and_verifying_a_byte +
         untimed_executions * execution + rule.timeout;
}

std::string clock_text(Seconds time) {
  const auto seconds = static_cast<std::uint64_t>(std::max(time, Seconds{0}).count());
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

Seconds SurveyBudget::corrected(Seconds estimate) const {
  // One point says little of the others.
  constexpr Seconds prior{5};
  const double ratio = (taken_ + prior) / (estimated_ + prior);
  return std::clamp(ratio, 0.2, 5.0) * estimate;
}

void SurveyBudget::point_took(Seconds estimate, Seconds taken) {
  estimated_ += estimate;
  taken_ += taken;
}

}  // namespace plumb::study
