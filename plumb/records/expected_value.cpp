// plumb/records/expected_value.cpp - lower, higher or as expected.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/expected_value.h"

namespace plumb {

std::string_view name_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::as_expected:
      return "as expected";
    case Agreement::lower:
      return "lower";
    case Agreement::higher:
      return "higher";
    case Agreement::unknown:
      break;
  }
  return "not known";
}

Agreement agreement_of(const Quantity& measured, const Quantity& expected, double within) {
  const double factor = 1 + within;
  if (measured.high * factor < expected.low) return Agreement::lower;
  if (measured.low > expected.high * factor) return Agreement::higher;
  return Agreement::as_expected;
}

bool is_worse(const ExpectedValue& value) {
  const std::string& unit = value.measured.unit;
  if (value.is_bound) return false;
  if (unit == "s" || unit == "cycles") return value.agreement == Agreement::higher;
  return unit.ends_with("/s") && value.agreement == Agreement::lower;
}

}  // namespace plumb
