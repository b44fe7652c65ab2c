// plumb/records/quantity.h - a measured number: value, unit, interval and every sample.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"

namespace plumb {

struct Quantity {
  double value = 0;  // the median
  std::string unit;  // B, s, B/s, flop, flop/s, op/s, Hz, cycles; 1 for counts, ratios, exponents
  double low = 0;    // 95 % interval of the median
  double high = 0;
  std::vector<double> samples;  // in the order they were taken; outliers stay in
};

// Median and interval of at least one sample.
Quantity quantity_of(std::span<const double> samples, std::string unit);

// A number that is known, or that a fit gave: its own and only sample.
Quantity exactly(double value, std::string unit);

// A number of a fit, whose interval is what fits to other times gave.
Quantity between(double value, double one_end, double other_end, std::string unit);

// Value, interval and samples times a positive factor.
Quantity scaled(const Quantity& quantity, double factor, std::string unit);

// amount / time for each sample; the interval turns over with it.
Quantity rate_of(double amount, const Quantity& time, std::string unit);

Json to_json(const Quantity& quantity);
Quantity quantity_from_json(const JsonView& view);

// A unit of the list above; any other is an input error.
std::string unit_from_json(const JsonView& view);

}  // namespace plumb
