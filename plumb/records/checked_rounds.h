// plumb/records/checked_rounds.h - how many rounds a loop until a condition takes, and how often it
// is checked.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "plumb/records/step.h"

namespace plumb {

struct CheckedRounds {
  std::uint64_t rounds = 0;
  std::uint64_t checks = 0;
};

// A loop that needs its expected rounds ends at the first check behind them, the latest of which is
// at its limit: of 33 rounds checked every 32 there are 64.
inline CheckedRounds checked_rounds(const Until& until) {
  const std::uint64_t every = std::max<std::uint64_t>(1, until.check_every);
  const auto checks_until = [&](std::uint64_t rounds) {
    return rounds / every + (rounds % every != 0 ? 1 : 0);
  };
  const std::uint64_t checks = checks_until(std::min(until.expected, until.limit));
  const bool at_limit = checks > until.limit / every;  // where checks * every exceeds it
  return {at_limit ? until.limit : checks * every, checks};
}

}  // namespace plumb
