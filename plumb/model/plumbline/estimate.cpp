// plumb/model/plumbline/estimate.cpp - two times that overlap.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/estimate.h"

#include <algorithm>

namespace plumb {

Estimate joined(const Estimate& a, const Estimate& b, double exponent, bool is_known) {
  if (a.seconds <= 0 || b.seconds <= 0) return a.seconds > 0 ? a : b;
  const double longer = std::max(a.seconds, b.seconds);
  const double shorter = std::min(a.seconds, b.seconds);
  const double ratio = shorter / longer;
  const double power = exponent == 1 ? ratio : std::pow(ratio, exponent);
  const bool is_sum = exponent == 1 || 1 + power == 1;
  const double norm = is_sum ? 1 + power : std::pow(1 + power, 1 / exponent);
  const double seconds = longer * norm;
  // How much of each is in the sum: the derivative of the norm, (a / seconds)^(p - 1).
  const double of_longer = norm / (1 + power);
  const double of_shorter = of_longer * power / ratio;
  const bool a_is_longer = a.seconds >= b.seconds;
  const double of_a = (a_is_longer ? of_longer : of_shorter) * a.spread;
  const double of_b = (a_is_longer ? of_shorter : of_longer) * b.spread;
  const double form = is_known ? 0 : seconds - longer;
  return {seconds, std::sqrt(of_a * of_a + of_b * of_b + form * form)};
}

}  // namespace plumb
