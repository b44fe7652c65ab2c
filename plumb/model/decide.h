// plumb/model/decide.h - one verdict from the predictions of two devices, or of one and a time.
//
// Both times are taken as log-normal with the intervals that their model states; the probability is
// that of the difference of their logarithms. A time that is known has no interval.
//
//   const Decision decision = decide(own, rival);   // rival: a Prediction list, or Seconds
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "plumb/records/decision.h"
#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"

namespace plumb {

// Surer than this is a verdict.
inline constexpr double sure = 0.9;

// What a model that states no interval may be off by, as a share of the time: 0.2 is what paper 000
// says of its own numbers for its own GPUs, and holds for profiles that were written down from it.
// From a probed profile the model of 2007 was seen to be off by a factor of five.
double assumed_error(const Profile& profile);

// Half the width of its 90 % interval as a share of its time; `assumed` where it states none.
double relative_error(const Prediction& prediction, double assumed);

struct Side {
  std::span<const Prediction> predictions;
  double assumed_error = 0;
  std::string_view name = {};  // of the profile
};

// Where plumbline is asked and abstains on a side, nobody decides: the other models cannot know
// better. Where a program fits on one side alone, that side is the choice. Else by the first model
// that predicts both sides.
Decision decide(const Side& own, const Side& rival);
Decision decide(const Side& own, Seconds known);

}  // namespace plumb
