// plumb/model/best_split.h - how much of a program each of two devices should do at once.
//
// Formula  T(f) = max( A(f), B(1 - f) ) + C(f): the first device does the fraction f, the second
//          one the rest, then C joins what they made. Where A and B are straight, a0 + f a1 and
//          b0 + (1 - f) b1, both end at once at f = (b0 + b1 - a0) / (a1 + b1); through bends (a
//          cache, a full wave) the line through the two nearest fractions is taken again
// Source   specification of the model, term 12
// Limits   the devices do not slow each other down, though both use the host's memory
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "plumb/base/units.h"

namespace plumb {

struct SplitTimes {
  Seconds first{};   // of the fraction f
  Seconds second{};  // of the rest
  Seconds joined{};  // what both do together
  [[nodiscard]] Seconds total() const { return std::max(first, second) + joined; }
};

// What it takes alone, and how far its times may be off as a share of them in 9 of 10 cases.
struct OneDevice {
  Seconds alone{};
  double error = 0;
};

struct BestSplit {
  double fraction = 0;  // of the first device
  SplitTimes times;
  // Times as fast as the better of the two alone. The fraction is chosen for the predicted times:
  // where one device is slower than predicted, the other one waits, and the gain is less. So the
  // predicted gain is also the upper end of its 90 % interval.
  double gain = 0;
  double least_gain = 0;
};

// `times(f)` is absent where the program cannot be divided so. At most ten are asked for; absent
// where none is there. The best may be worse than one device alone: a gain below 1.
std::optional<BestSplit> best_split(
    const OneDevice& first, const OneDevice& second,
    const std::function<std::optional<SplitTimes>(double fraction)>& times);

}  // namespace plumb
