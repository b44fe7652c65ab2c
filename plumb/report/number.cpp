// plumb/report/number.cpp - rounding for people: fixed decimals, significant digits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

constexpr int most_decimals = 17;  // more than a double has

// The sign of "-0.0" means nothing to a reader.
std::string without_sign_of_zero(std::string text) {
  if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos) {
    text.erase(0, 1);
  }
  return text;
}

std::string round_to_significant(double value, int digits) {
  if (value == 0) return "0";
  // The exponent after rounding: 99.96 with three digits is 100, not 100.0.
  std::string scientific = fmt::format("{:.{}e}", value, digits - 1);
  const std::size_t e = scientific.find('e');
  int exponent = 0;
  const std::size_t from = e + (scientific[e + 1] == '+' ? 2 : 1);
  std::from_chars(scientific.data() + from, scientific.data() + scientific.size(), exponent);
  if (exponent < -4 || exponent >= 9) return scientific;
  return fmt::format("{:.{}f}", value, std::max(0, digits - 1 - exponent));
}

}  // namespace

Number fixed(double value, int decimals) { return {value, decimals, Rounding::decimals}; }
Number significant(double value, int digits) { return {value, digits, Rounding::significant}; }

Number milliseconds(Seconds time) { return significant(time.count() * 1e3, 4); }

std::string to_text(const Number& number) {
  if (!std::isfinite(number.value)) return "-";
  if (number.rounding == Rounding::significant) {
    return round_to_significant(number.value, std::clamp(number.digits, 1, most_decimals));
  }
  const int decimals = std::clamp(number.digits, 0, most_decimals);
  if (std::fabs(number.value) >= 1e15) return fmt::format("{:.{}e}", number.value, decimals);
  return without_sign_of_zero(fmt::format("{:.{}f}", number.value, decimals));
}

}  // namespace plumb
