// plumb/application/launch_numbers.h - the numbers of a launch as expressions, and where each goes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "plumb/application/application_parts.h"

namespace plumb {

// One number of a launch. `index`: of the access, operation, extent or argument that it belongs to.
struct LaunchNumber {
  enum class Kind { whole, amount, any };  // which values are refused

  const Expression* expression = nullptr;
  std::string_view what;  // for messages
  Kind kind = Kind::amount;
  double least = 0;  // of a whole number
  double most = 0;
  void (*set)(Launch& launch, std::size_t index, double value) = nullptr;
  std::size_t index = 0;

  // With the values that the variables have now; refuses what does not fit.
  [[nodiscard]] double value() const;
};

// Calls use(number) for every number of a launch, in the order in which they are checked.
void each_number(const LaunchPart& launch, const std::function<void(const LaunchNumber&)>& use);

// Those that change with a variable of a range; `variables`: the first slot that does not belong to
// a parameter.
std::vector<LaunchNumber> changing_numbers(const LaunchPart& launch, std::size_t variables);

}  // namespace plumb
