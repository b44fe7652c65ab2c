// plumb/report/number.h - a number together with how many of its digits people see.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/units.h"

namespace plumb {

// What `digits` counts.
enum class Rounding { decimals, significant };

struct Number {
  double value = 0;
  int digits = 0;
  Rounding rounding = Rounding::decimals;
};

// `decimals` digits after the point, for columns of like values: fixed(93.21, 1) is "93.2". From
// 1e15 on an exponent is written.
[[nodiscard]] Number fixed(double value, int decimals);

// At least `digits` digits that count, for columns over many magnitudes: significant(x, 3) gives
// "0.0123", "93.2" and "4812", no whole digit is dropped. Below 1e-4 and from 1e9 on an exponent is
// written.
[[nodiscard]] Number significant(double value, int digits);

// A time in ms as predictions show it: four digits that count.
[[nodiscard]] Number milliseconds(Seconds time);

// The rounded text; "-" for a number that is not finite. Never "-0.0", never a locale's comma.
[[nodiscard]] std::string to_text(const Number& number);

}  // namespace plumb
