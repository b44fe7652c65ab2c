// plumb/probe/overlap_exponent.cpp - bisection: the norm falls as p grows.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/overlap_exponent.h"

#include <algorithm>
#include <cmath>

namespace plumb {

double overlap_exponent(double a, double b, double both) {
  const double longer = std::max(a, b);
  const auto norm = [&](double p) {  // scaled, so that large p does not overflow
    return longer * std::pow(std::pow(a / longer, p) + std::pow(b / longer, p), 1 / p);
  };
  double low = 0.5;
  double high = 64;
  if (both <= norm(high)) return high;
  if (both >= norm(low)) return low;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (norm(middle) > both ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace plumb
