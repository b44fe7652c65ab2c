// plumb/model/break_even.cpp - a coarse search for the change, then bisection.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/break_even.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

constexpr int steps = 64;

std::vector<std::uint64_t> sizes_between(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> sizes{first};
  const double ratio = static_cast<double>(last) / static_cast<double>(first);
  for (int i = 1; i < steps; ++i) {
    const double size =
        static_cast<double>(first) * std::pow(ratio, i / static_cast<double>(steps));
    const auto rounded = static_cast<std::uint64_t>(std::llround(size));
    if (rounded > sizes.back() && rounded < last) sizes.push_back(rounded);
  }
  if (last > first) sizes.push_back(last);
  return sizes;
}

}  // namespace

BreakEven break_even(std::uint64_t first, std::uint64_t last,
                     const std::function<double(std::uint64_t)>& advantage) {
  if (first == 0 || last < first) {
    throw Error(ErrorKind::input,
                fmt::format("a break-even is searched between sizes from 1 on, not {} and {}",
                            first, last));
  }
  const auto first_wins = [&](std::uint64_t size) { return advantage(size) > 0; };
  BreakEven found{.first_wins = first_wins(first), .at = {}, .changes = 0};
  bool winner = found.first_wins;
  std::uint64_t before = first;
  for (const std::uint64_t size : sizes_between(first, last)) {
    const bool wins = size == first ? winner : first_wins(size);
    if (wins != winner && ++found.changes == 1) {
      std::uint64_t low = before;
      std::uint64_t high = size;
      while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        (first_wins(middle) == winner ? low : high) = middle;
      }
      found.at = high;
    }
    winner = wins;
    before = size;
  }
  return found;
}

}  // namespace plumb
