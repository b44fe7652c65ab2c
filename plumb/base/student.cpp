// plumb/base/student.cpp - Student's distribution, by the continued fraction of the incomplete
// beta.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"

namespace plumb {
namespace {

// The continued fraction of I_x(a, b) by Lentz's method; converges fast for x < (a + 1) / (a + b +
// 2).
double beta_fraction(double x, double a, double b) {
  constexpr double smallest = 1e-300;  // in the place of a zero denominator
  const auto away_from_zero = [](double value) {
    return std::fabs(value) < smallest ? smallest : value;
  };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  constexpr int most_terms = 100'000;  // some sqrt(degrees) are needed
  for (int term = 1; term <= most_terms; ++term) {
    const double m = term;
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    fraction *= d * c;
    if (std::fabs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}

// I_x(a, b), the incomplete beta function over the complete one.
double incomplete_beta(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(x, a, b) / a;
  return 1 - front * beta_fraction(1 - x, b, a) / b;
}

// P(T > t) for t >= 0: half of I_x(degrees / 2, 1 / 2) at x = degrees / (degrees + t^2).
double student_tail(double t, double degrees) {
  return incomplete_beta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
}

}  // namespace

double student_limit(double probability, double degrees) {
  if (!(probability > 0 && probability <= 0.5) || !(degrees > 0)) {
    throw Error(ErrorKind::input,
                fmt::format("Student's limit needs a probability above 0 and at most 1/2 and "
                            "degrees above 0, not {} and {}",
                            probability, degrees));
  }
  double high = 1;
  while (student_tail(high, degrees) > probability) {
    high *= 2;
    if (high > 1e150)  // beyond, t^2 overflows
      throw Error(ErrorKind::input, fmt::format("Student's limit for {} is too far", probability));
  }
  double low = 0;
  for (int halving = 0; halving < 100; ++halving) {
    const double middle = low + (high - low) / 2;
    (student_tail(middle, degrees) > probability ? low : high) = middle;
  }
  return high;
}

}  // namespace plumb
