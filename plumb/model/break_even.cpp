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
  const auto faster = [&](std::uint64_t size) {
    const double ahead = advantage(size);
    if (ahead == 0) return Faster::neither;
    return ahead > 0 ? Faster::first : Faster::second;
  };
  BreakEven found{.before = faster(first), .at = {}, .after = {}, .changes = 0};
  found.after = found.before;
  Faster winner = found.before;
  std::uint64_t before = first;
  for (const std::uint64_t size : sizes_between(first, last)) {
    const Faster now = size == first ? winner : faster(size);
    if (now != winner && ++found.changes == 1) {
      std::uint64_t low = before;
      std::uint64_t high = size;
      found.after = now;
      while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        const Faster there = faster(middle);
        if (there != winner) found.after = there;
        (there == winner ? low : high) = middle;
      }
      found.at = high;
    }
    winner = now;
    before = size;
  }
  return found;
}

}  // namespace plumb
