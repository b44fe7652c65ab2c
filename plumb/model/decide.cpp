// plumb/model/decide.cpp - probabilities from intervals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/decide.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include <fmt/format.h>

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
  return {.choice = choice,
          .model = model,
          .ratio = ratio,
          .probability = probability,
          .in_place_of_plumbline = model != "plumbline"};
}

constexpr std::string_view deciding = "plumbline";

const Prediction* of_plumbline(const Side& side) {
  const auto found = std::ranges::find(side.predictions, deciding, &Prediction::model);
  return found == side.predictions.end() ? nullptr : &*found;
}

bool has_no_room(const Prediction* prediction) {
  return prediction != nullptr && prediction->refusal == Refusal::no_room;
}

bool abstains(const Prediction* prediction) {
  return prediction != nullptr && prediction->refusal == Refusal::abstention;
}

Decision nobody(const std::string& reason) {
  Decision decision;
  decision.reason = reason;
  return decision;
}

std::string abstention_of(const Side& side, const Prediction& prediction) {
  return fmt::format("{} abstains on {}: {}", deciding, side.name, prediction.reason);
}

Decision only_one_fits(Choice choice, const Side& without) {
  return {.choice = choice,
          .model = std::string(deciding),
          .probability = choice == Choice::port ? 1.0 : 0.0,
          .reason = fmt::format("does not fit on {}", without.name)};
}

// The one that fits is the answer, if it is known to fit.
Decision by_room(const Side& own, const Side& rival) {
  const Prediction* mine = of_plumbline(own);
  const Prediction* other = of_plumbline(rival);
  if (has_no_room(mine) && has_no_room(other))
    return nobody(fmt::format("does not fit on {}, nor on {}", own.name, rival.name));
  const bool stays = has_no_room(mine);
  Decision decision = stays ? only_one_fits(Choice::stay, own) : only_one_fits(Choice::port, rival);
  if ((stays ? other : mine) != nullptr) return decision;
  return nobody(fmt::format("{}; whether it fits on {} is not known", decision.reason,
                            stays ? rival.name : own.name));
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
  const Prediction* mine = of_plumbline(own);
  const Prediction* its = of_plumbline(rival);
  if (has_no_room(mine) || has_no_room(its)) return by_room(own, rival);
  if (abstains(mine)) return nobody(abstention_of(own, *mine));
  if (abstains(its)) return nobody(abstention_of(rival, *its));
  for (const Prediction& one : own.predictions) {
    const auto other = std::ranges::find(rival.predictions, one.model, &Prediction::model);
    if (!predicts(one) || other == rival.predictions.end() || !predicts(*other)) continue;
    return decided(one.model, other->total() / one.total(),
                   std::hypot(log_deviation(one, own.assumed_error),
                              log_deviation(*other, rival.assumed_error)));
  }
  return nobody("no model predicts both");
}

Decision decide(const Side& own, Seconds known) {
  const Prediction* mine = of_plumbline(own);
  if (has_no_room(mine)) return only_one_fits(Choice::stay, own);
  if (abstains(mine)) return nobody(abstention_of(own, *mine));
  for (const Prediction& one : own.predictions) {
    if (predicts(one))
      return decided(one.model, known / one.total(), log_deviation(one, own.assumed_error));
  }
  return nobody("no model predicts it");
}

}  // namespace plumb
