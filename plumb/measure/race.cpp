// plumb/measure/race.cpp - rounds, tests and the final order of a race.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/measure/race.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "plumb/base/statistics.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

// Nothing is decided about it yet.
bool runs(const Runner& runner) { return runner.standing == Standing::not_tried; }

const Runner* leader_of(const std::vector<Runner>& runners) {
  const Runner* leader = nullptr;
  for (const Runner& runner : runners) {
    if (!runs(runner) || runner.times.empty()) continue;
    if (leader == nullptr || median(runner.times) < median(leader->times)) leader = &runner;
  }
  return leader;
}

// Of times as long as the runner's, or longer, if it needed `factor` times as long as the leader.
double probability_of(const Runner& runner, const Runner& leader, double factor) {
  std::vector<double> scaled;
  for (const double time : runner.times) scaled.push_back(time / factor);
  return rank_sum_probability(scaled, leader.times);
}

void send_out(std::vector<Runner>& runners, const RaceRule& rule, unsigned round) {
  const Runner* leader = leader_of(runners);
  if (leader == nullptr) return;
  const double risk = rule.risk / static_cast<double>(runners.size());
  for (Runner& runner : runners) {
    if (!runs(runner) || runner.times.empty() || &runner == leader) continue;
    const double probability = probability_of(runner, *leader, rule.hopeless);
    if (probability >= risk) continue;
    runner.standing = Standing::left;
    runner.round = round;
    runner.probability = probability;
  }
}

// The least that the test can give for so many times: all of one longer than all of the other.
double least_probability(std::size_t times, std::size_t leader_times) {
  std::vector<double> shorter(leader_times);
  std::vector<double> longer(times);
  std::iota(shorter.begin(), shorter.end(), 0.0);
  std::iota(longer.begin(), longer.end(), static_cast<double>(leader_times));
  return rank_sum_probability(longer, shorter);
}

void judge_finishers(std::vector<Runner>& runners, const RaceRule& rule) {
  const Runner* leader = leader_of(runners);
  for (Runner& runner : runners) {
    if (!runs(runner) || runner.times.empty() || &runner == leader) continue;
    runner.probability = probability_of(runner, *leader, rule.tied);
    runner.standing = runner.probability < rule.risk ? Standing::slower : Standing::tied;
    if (least_probability(runner.times.size(), leader->times.size()) >= rule.risk)
      runner.standing = Standing::undecided;
  }
  for (Runner& runner : runners) {
    if (&runner == leader) runner.standing = Standing::best;
  }
}

void order(std::vector<Runner>& runners) {
  std::ranges::sort(runners, {}, [](const Runner& runner) {
    const double time =
        runner.times.empty() ? std::numeric_limits<double>::infinity() : median(runner.times);
    return std::tuple{runner.standing != Standing::best, runner.standing >= Standing::left, time,
                      runner.candidate};
  });
}

}  // namespace

std::vector<Runner> race(std::size_t candidates, const RaceRule& rule,
                         const std::function<Lap(std::size_t candidate)>& run) {
  std::vector<Runner> runners(candidates);
  for (std::size_t n = 0; n < candidates; ++n) runners[n].candidate = n;
  const Clock::time_point start = Clock::now();
  bool late = false;
  for (unsigned round = 1; round <= rule.rounds && !late; ++round) {
    for (std::size_t n = 0; n < candidates && !late; ++n) {
      Runner& runner = runners[round % 2 == 1 ? n : candidates - 1 - n];
      if (!runs(runner)) continue;
      Lap lap = run(runner.candidate);
      runner.times.insert(runner.times.end(), lap.times.begin(), lap.times.end());
      runner.reason = std::move(lap.refused);
      if (!runner.reason.empty()) runner.standing = Standing::refused;
      late = Seconds(Clock::now() - start) > rule.limit;
    }
    send_out(runners, rule, round);
    if (std::ranges::count_if(runners, runs) < 2) break;
  }
  judge_finishers(runners, rule);
  order(runners);
  return runners;
}

std::string describe(const Runner& runner) {
  switch (runner.standing) {
    case Standing::best:
      return "best";
    case Standing::tied:
      return fmt::format("tied with the best: p = {:.2g}", runner.probability);
    case Standing::undecided:
      return "undecided: too few times";
    case Standing::slower:
      return fmt::format("slower: p = {:.2g}", runner.probability);
    case Standing::left:
      return fmt::format("left after round {}: p = {:.2g}", runner.round, runner.probability);
    case Standing::refused:
      return "refused";
    case Standing::not_tried:
      break;
  }
  return "not tried: the time was up";
}

}  // namespace plumb
