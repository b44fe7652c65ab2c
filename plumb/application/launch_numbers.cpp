// plumb/application/launch_numbers.cpp - the list of a launch's numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/launch_numbers.h"

#include <algorithm>

namespace plumb {

double LaunchNumber::refused() const {
  if (kind == Kind::amount) return amount(*expression, what);
  return static_cast<double>(
      whole(*expression, what, launch_numbers::to_whole(least), launch_numbers::to_whole(most)));
}

std::vector<LaunchNumber> changing_numbers(const LaunchPart& launch, std::size_t variables) {
  std::vector<LaunchNumber> numbers;
  each_number(launch, [&](const LaunchNumber& number) {
    if (std::ranges::any_of(number.expression->slots(),
                            [&](std::size_t slot) { return slot >= variables; }))
      numbers.push_back(number);
  });
  return numbers;
}

}  // namespace plumb
