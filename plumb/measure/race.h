// plumb/measure/race.h - the fastest of many candidates: rounds, and a test that decides who
// leaves.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "plumb/base/units.h"

namespace plumb {

struct RaceRule {
  Seconds limit{60};       // no candidate starts after that; the first one always does
  unsigned rounds = 8;     // at most
  double hopeless = 1.02;  // who is slower than the fastest by more than that leaves
  double tied = 1.005;     // who is not slower than the fastest by more than that ties with it
  double risk = 0.05;      // of one wrong verdict in a round, shared by all candidates
};

// undecided: with so few times the test could not have distinguished it from the fastest, however
// slow.
enum class Standing { best, tied, undecided, slower, left, refused, not_tried };

struct Runner {
  std::size_t candidate = 0;
  std::vector<double> times;  // seconds, of all rounds
  Standing standing = Standing::not_tried;
  std::string reason;      // refused
  unsigned round = 0;      // left: after which
  double probability = 1;  // left, slower: of such times if it were as fast as the rule asks
};

// What a candidate did in one round: some times, or why it cannot run.
struct Lap {
  std::vector<double> times;
  std::string refused;
};

// Rounds over all candidates that are left, in turn from both ends, so that a drift of the machine
// meets all. After each round every candidate is tested against the one with the least median by
// rank_sum_probability, its times divided by `hopeless`: an improbable result sends it out. Medians
// alone exclude no runner. The runners come back in the order of their standing, fastest first.
std::vector<Runner> race(std::size_t candidates, const RaceRule& rule,
                         const std::function<Lap(std::size_t candidate)>& run);

// "best", "tied with the best: p = 0.4", "undecided: too few times", "slower: p = 0.001", "left
// after round 2: p = 0.0005", ...
std::string describe(const Runner& runner);

}  // namespace plumb
