// plumb/model/decide.cpp - probabilities from intervals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/decide.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plumb {
namespace {

// A 90 % interval reaches so many standard deviations to either side.
constexpr double deviations = 1.6449;

bool predicts(const Prediction& prediction) {
  return prediction.reason.empty() && prediction.total() > Seconds{};
}

// Standard deviation of the logarithm of the time.
double log_deviation(const Prediction& prediction, double assumed) {
  return std::log1p(relative_error(prediction, assumed)) / deviations;
}

Decision decided(const std::string& model, double ratio, double deviation) {
  const double probability = deviation > 0
                                 ? std::erfc(-std::log(ratio) / deviation / std::numbers::sqrt2) / 2
                                 : (ratio > 1 ? 1.0 : 0.0);
  const Choice choice = probability >= sure       ? Choice::port
                        : probability <= 1 - sure ? Choice::stay
                                                  : Choice::too_close;
  return {.choice = choice, .model = model, .ratio = ratio, .probability = probability};
}

}  // namespace

double assumed_error(const Profile& profile) {
  return profile.parameters.empty() && profile.curves.empty() ? 0.2 : 4;
}

double relative_error(const Prediction& prediction, double assumed) {
  const Cost whole = prediction.whole();
  return whole.spread > Seconds{} ? whole.spread / whole.time : std::max(assumed, 1e-6);
}

Decision decide(const Side& own, const Side& rival) {
  for (const Prediction& one : own.predictions) {
    const auto other = std::ranges::find(rival.predictions, one.model, &Prediction::model);
    if (!predicts(one) || other == rival.predictions.end() || !predicts(*other)) continue;
    return decided(one.model, other->total() / one.total(),
                   std::hypot(log_deviation(one, own.assumed_error),
                              log_deviation(*other, rival.assumed_error)));
  }
  return {};
}

Decision decide(const Side& own, Seconds known) {
  for (const Prediction& one : own.predictions) {
    if (predicts(one))
      return decided(one.model, known / one.total(), log_deviation(one, own.assumed_error));
  }
  return {};
}

}  // namespace plumb
