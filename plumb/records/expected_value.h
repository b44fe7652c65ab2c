// plumb/records/expected_value.h - a measured value beside what is known of the same device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plumb/records/quantity.h"

namespace plumb {

enum class Agreement { as_expected, lower, higher, unknown };

std::string_view name_of(Agreement agreement);  // "as expected", "lower", "higher", "not known"

struct ExpectedValue {
  std::string name;  // "bandwidth.memory.read", "stream ...: copy"
  Quantity measured;
  Quantity expected;  // of unit `measured.unit`; no samples: not known
  Agreement agreement = Agreement::unknown;
  bool is_bound = false;  // `expected` is the least time that is possible: more is not wrong
  std::string note = {};  // why it is not known, or what makes it doubtful
};

// Measured values of one file against one profile.
struct ExpectedValues {
  std::string file;
  std::string reference;  // the profile's name
  double within = 0;      // how far from the reference a value may lie, 0.1 = 10 %
  std::vector<ExpectedValue> values;
  std::vector<std::string> notes;
};

// Whether `measured` lies within a factor of 1 + within of `expected`: as expected where the
// intervals allow it, lower or higher where no value of the intervals is so near.
Agreement agreement_of(const Quantity& measured, const Quantity& expected, double within);

// A longer time, a lower rate; not than a bound. Of other units (sizes, counts, ratios) neither
// direction is worse.
bool is_worse(const ExpectedValue& value);

}  // namespace plumb
