// plumb/probe/parallelism.cpp - three nested searches: there are only three numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/parallelism.h"

#include <algorithm>
#include <cmath>

#include "plumb/base/error.h"

namespace plumb {
namespace {

double error_of(const Parallelism& law, std::span<const double> items,
                std::span<const double> rates) {
  double sum = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double ratio = std::log(law.at(items[i]) / rates[i]);
    sum += ratio * ratio;
  }
  return sum;
}

// Steps along one number by ever smaller factors as long as the error falls.
void improve(Parallelism& law, double Parallelism::* which, double factor,
             std::span<const double> items, std::span<const double> rates) {
  double best = error_of(law, items, rates);
  for (const double step : {factor, 1 / factor}) {
    for (int i = 0; i < 200; ++i) {
      Parallelism next = law;
      next.*which *= step;
      const double found = error_of(next, items, rates);
      if (next.sharpness > 32 || found >= best) break;
      law = next;
      best = found;
    }
  }
}

}  // namespace

double Parallelism::at(double items) const {
  const double linear = items * per_item;
  const double larger = std::max(most, linear);  // scaled, so that large r does not overflow
  return larger *
         std::pow(std::pow(most / larger, -sharpness) + std::pow(linear / larger, -sharpness),
                  -1 / sharpness);
}

Parallelism fit_parallelism(std::span<const double> items, std::span<const double> rates) {
  if (items.size() < 3 || items.size() != rates.size())
    throw Error(ErrorKind::input, "a fit of parallelism needs at least three points");
  Parallelism law{
      .most = *std::ranges::max_element(rates), .per_item = rates[0] / items[0], .sharpness = 2};
  for (const double factor : {1.3, 1.1, 1.03, 1.01, 1.003, 1.001}) {
    for (int turn = 0; turn < 8; ++turn) {
      improve(law, &Parallelism::most, factor, items, rates);
      improve(law, &Parallelism::per_item, factor, items, rates);
      improve(law, &Parallelism::sharpness, factor, items, rates);
    }
  }
  return law;
}

}  // namespace plumb
