// plumb/model/best_split.cpp - the fraction at which both devices end at once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/best_split.h"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

constexpr int most_tries = 10;
// Nearer to each other than this, the ends of the two devices are one.
constexpr double close_enough = 1e-3;

// A fraction and by how much the first device ends later there.
struct Late {
  double fraction = 0;
  double seconds = 0;
};

// Where the line through both is zero, inside the open interval.
double crossing(const Late& low, const Late& high) {
  const double width = high.fraction - low.fraction;
  const double share = -low.seconds / (high.seconds - low.seconds);
  return low.fraction + width * std::clamp(share, 0.02, 0.98);
}

// Where one of them takes longer than predicted by the error of the quotient of both.
double gain_at_least(const OneDevice& first, const OneDevice& second, Seconds split) {
  const double apart = std::exp(std::hypot(std::log1p(first.error), std::log1p(second.error)));
  return std::min(std::min(first.alone / apart, second.alone) / split,
                  std::min(first.alone, second.alone / apart) / split);
}

}  // namespace

std::optional<BestSplit> best_split(
    const OneDevice& first, const OneDevice& second,
    const std::function<std::optional<SplitTimes>(double fraction)>& times) {
  // With nothing to do a device takes no time, and the other one all of it.
  Late low{0, -second.alone.count()};
  Late high{1, first.alone.count()};
  const Late* last_moved = nullptr;
  std::optional<BestSplit> best;
  for (int tries = 0; tries < most_tries; ++tries) {
    const double fraction = crossing(low, high);
    const std::optional<SplitTimes> found = times(fraction);
    if (!found) break;
    if (!best || found->total() < best->times.total())
      best = BestSplit{.fraction = fraction, .times = *found};
    const double late = (found->first - found->second).count();
    if (std::abs(late) <= close_enough * found->total().count()) break;
    // An end that stays twice is taken for half as late, or a bend would keep it there.
    Late& moved = late < 0 ? low : high;
    Late& stayed = late < 0 ? high : low;
    if (last_moved == &moved) stayed.seconds /= 2;
    moved = {fraction, late};
    last_moved = &moved;
  }
  if (!best) return std::nullopt;
  const Seconds split = best->times.total();
  best->gain = std::min(first.alone, second.alone) / split;
  best->least_gain = gain_at_least(first, second, split);
  return best;
}

}  // namespace plumb
