// plumb/model/break_even.cpp - a coarse search for the change, then bisection.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/break_even.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

using Advantage = std::function<std::optional<double>(std::uint64_t)>;

constexpr int tried_steps = 64;

std::vector<std::uint64_t> sizes_between(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> sizes{first};
  const double ratio = static_cast<double>(last) / static_cast<double>(first);
  for (int i = 1; i < tried_steps; ++i) {
    const double size =
        static_cast<double>(first) * std::pow(ratio, i / static_cast<double>(tried_steps));
    const auto rounded = static_cast<std::uint64_t>(std::llround(size));
    if (rounded > sizes.back() && rounded < last) sizes.push_back(rounded);
  }
  if (last > first) sizes.push_back(last);
  return sizes;
}

// Sizes to try where `wanted` is refused, between the two limits and without them: every multiple
// of up to 48 has one within 24, wider multiples are mostly of powers of two or ten.
std::vector<std::uint64_t> sizes_near(std::uint64_t wanted, std::uint64_t low, std::uint64_t high) {
  std::vector<std::uint64_t> sizes;
  const auto add = [&](std::uint64_t size) {
    if (size > low && size < high) sizes.push_back(size);
  };
  constexpr std::uint64_t around = 24;
  for (std::uint64_t distance = 1; distance <= around; ++distance) {
    if (distance < wanted) add(wanted - distance);
    add(wanted + distance);
  }
  for (const std::uint64_t base : {2U, 10U}) {
    for (std::uint64_t unit = base; unit < high; unit *= base) {
      const std::uint64_t multiple = wanted / unit * unit;
      if (multiple > unit) add(multiple - unit);
      for (const std::uint64_t more : {0U, 1U, 2U}) add(multiple + more * unit);
    }
  }
  return sizes;
}

// Asks about each size once.
class Race {
 public:
  explicit Race(const Advantage& advantage) : advantage_(&advantage) {}

  // Absent: refused.
  std::optional<Faster> winner(std::uint64_t size) {
    const auto known = winners_.find(size);
    if (known != winners_.end()) return known->second;
    std::optional<Faster> found;
    if (const std::optional<double> ahead = (*advantage_)(size)) {
      found = *ahead == 0 ? Faster::neither : *ahead > 0 ? Faster::first : Faster::second;
    }
    winners_[size] = found;
    return found;
  }

  // `wanted`, or a size near it between the limits that is accepted.
  std::optional<std::uint64_t> accepted(std::uint64_t wanted, std::uint64_t low,
                                        std::uint64_t high) {
    if (winner(wanted)) return wanted;
    for (const std::uint64_t size : sizes_near(wanted, low, high)) {
      if (winner(size)) return size;
    }
    return std::nullopt;
  }

  void count(BreakEven& found) const {
    for (const auto& [size, winner] : winners_) ++(winner ? found.accepted : found.refused);
  }

 private:
  const Advantage* advantage_;
  std::map<std::uint64_t, std::optional<Faster>> winners_;
};

// The change between two sizes with different winners, narrowed down.
void narrow(Race& race, std::uint64_t low, std::uint64_t high, BreakEven& found) {
  found.after = *race.winner(high);
  while (high - low > 1) {
    const std::optional<std::uint64_t> middle = race.accepted(low + (high - low) / 2, low, high);
    if (!middle) break;
    const Faster there = *race.winner(*middle);
    if (there != found.before) found.after = there;
    (there == found.before ? low : high) = *middle;
  }
  found.below = low;
  found.at = high;
}

}  // namespace

BreakEven break_even(std::uint64_t first, std::uint64_t last, const Advantage& advantage) {
  if (first == 0 || last < first) {
    throw Error(ErrorKind::input,
                fmt::format("a break-even is searched between sizes from 1 on, not {} and {}",
                            first, last));
  }
  Race race(advantage);
  BreakEven found;
  const std::vector<std::uint64_t> sizes = sizes_between(first, last);
  std::uint64_t before = 0;  // the last size that was accepted; 0: none yet
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::uint64_t low = i == 0 ? first - 1 : std::max(before, sizes[i - 1]);
    const std::uint64_t high = i + 1 < sizes.size() ? sizes[i + 1] : last + 1;
    const std::optional<std::uint64_t> size = race.accepted(sizes[i], low, high);
    if (!size || *size <= before) continue;
    const Faster now = *race.winner(*size);
    if (before == 0) found.before = found.after = now;
    if (before != 0 && now != *race.winner(before) && ++found.changes == 1)
      narrow(race, before, *size, found);
    before = *size;
  }
  race.count(found);
  return found;
}

}  // namespace plumb
