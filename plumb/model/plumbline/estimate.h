// plumb/model/plumbline/estimate.h - a time and how far off it may be.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "plumb/records/finding.h"

namespace plumb {

// Seconds; `spread` is half of what 9 of 10 cases lie in, see TimeInterval.
struct Estimate {
  double seconds = 0;
  double spread = 0;
};

// Of times and their shares, whose squares neither overflow nor vanish: std::hypot guards against
// both and takes longer than all else here.
inline double root_of_squares(double a, double b) { return std::sqrt(a * a + b * b); }

// Terms err independently of each other. Most of a launch's are nothing.
inline Estimate operator+(const Estimate& a, const Estimate& b) {
  if (b.spread == 0) return {a.seconds + b.seconds, a.spread};
  if (a.spread == 0) return {a.seconds + b.seconds, b.spread};
  return {a.seconds + b.seconds, root_of_squares(a.spread, b.spread)};
}
inline Estimate operator*(double times, const Estimate& a) {
  return {times * a.seconds, times * a.spread};
}

// (a^p + b^p)^(1/p): 1 is one after the other, infinity is the longer of the two. Where p is not
// known, the spread reaches from the sum down to the longer.
Estimate joined(const Estimate& a, const Estimate& b, double exponent, bool is_known);

// Straight between two estimates, which err together.
inline Estimate between(const Estimate& a, const Estimate& b, double towards) {
  return {a.seconds + towards * (b.seconds - a.seconds),
          a.spread + towards * (b.spread - a.spread)};
}

// Half of a measured quantity's interval over its value: what its repetitions differ by.
inline double relative_spread(const Quantity& measured) {
  if (!(measured.value > 0) || !(measured.high > measured.low)) return 0;
  return (measured.high - measured.low) / (2 * measured.value);
}

}  // namespace plumb
