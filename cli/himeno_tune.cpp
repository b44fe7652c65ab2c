// cli/himeno_tune.cpp - candidates, rounds, who leaves and who ties.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/himeno_tune.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "plumb/base/statistics.h"

namespace plumb::cli {
namespace {

constexpr double hopeless = 1.15;  // times the best

std::string name_of(const HimenoChosen& settings) {
  std::string text = settings.front().second;
  for (std::size_t n = 1; n < settings.size(); ++n)
    text += fmt::format(" {} {}", settings[n].first, settings[n].second);
  return text;
}

double best_median(const std::vector<HimenoRunner>& runners) {
  double best = 1e300;
  for (const HimenoRunner& runner : runners) {
    if (runner.out.empty() && !runner.times.empty()) best = std::min(best, median(runner.times));
  }
  return best;
}

void drop_hopeless(std::vector<HimenoRunner>& runners, int round) {
  const double best = best_median(runners);
  for (HimenoRunner& runner : runners) {
    if (!runner.out.empty() || runner.times.empty()) continue;
    const double ratio = median(runner.times) / best;
    if (ratio > hopeless)
      runner.out = fmt::format("{:.2f} times the best after round {}", ratio, round);
  }
}

// Fastest first, those that left behind; a tie is an interval that reaches the best one's.
void rank(std::vector<HimenoRunner>& runners) {
  const auto key = [](const HimenoRunner& runner) {
    const double time = runner.times.empty() ? 1e300 : median(runner.times);
    return std::pair{!runner.out.empty(), time};
  };
  std::ranges::sort(runners, {}, key);
  const HimenoRunner& best = runners.front();
  if (!best.out.empty() || best.times.empty()) return;
  const Summary first = summarize(best.times);
  for (HimenoRunner& runner : runners) {
    if (!runner.out.empty() || runner.times.empty() || &runner == &best) continue;
    runner.tied = summarize(runner.times).interval.low <= first.interval.high;
  }
}

}  // namespace

std::vector<HimenoChosen> himeno_candidates(bool cpu, bool cuda) {
  std::vector<HimenoChosen> all;
  if (cpu) {
    for (const char* rows : {"auto", "1", "8", "32"}) {
      for (const char* padding : {"0", "256", "1088"})
        all.push_back({{"variant", "plane"}, {"rows", rows}, {"padding", padding}});
    }
    return all;
  }
  for (const char* group : {"32x4", "64x2", "16x8", "128x1", "32x2"})
    all.push_back({{"variant", "wide"}, {"group", group}});
  for (const char* group : {"128x2", "64x4"})
    all.push_back({{"variant", "naive"}, {"group", group}});
  for (const char* padding : {"0", "1280", "12800"})
    all.push_back({{"variant", "padding"}, {"padding", padding}});
  if (!cuda) return all;
  for (const char* tile : {"64x16", "64x20", "96x12", "128x8", "128x9", "160x7"}) {
    for (const char* stages : {"2", "3"})
      all.push_back({{"variant", "two_step"}, {"tile", tile}, {"stages", stages}});
  }
  all.push_back({{"variant", "on_chip"}});
  return all;
}

std::vector<HimenoRunner> race(
    const std::vector<HimenoChosen>& candidates, Seconds limit,
    const std::function<std::vector<double>(const HimenoChosen&, std::string& refused)>& measure) {
  std::vector<HimenoRunner> runners;
  for (const HimenoChosen& settings : candidates) runners.push_back({.settings = settings});
  const auto start = std::chrono::steady_clock::now();
  constexpr int most = 20;
  for (int round = 1; round <= most; ++round) {
    for (HimenoRunner& runner : runners) {
      if (!runner.out.empty()) continue;
      const std::vector<double> times = measure(runner.settings, runner.out);
      runner.times.insert(runner.times.end(), times.begin(), times.end());
    }
    drop_hopeless(runners, round);
    if (round >= 2 && Seconds(std::chrono::steady_clock::now() - start) > limit) break;
  }
  rank(runners);
  return runners;
}

Table himeno_race_table(const std::vector<HimenoRunner>& runners, const std::string& title,
                        double flops) {
  Table table{
      .title = title,
      .columns = {{"configuration"}, {"time", "us"}, {"rate", "GFLOPS"}, {"samples"}, {"race"}}};
  for (const HimenoRunner& runner : runners) {
    std::vector<Cell> row{name_of(runner.settings)};
    if (runner.times.empty()) {
      row.insert(row.end(),
                 {Missing{runner.out}, Missing{runner.out}, Missing{runner.out}, "refused"});
    } else {
      const double time = median(runner.times);
      row.insert(row.end(), {significant(time * 1e6, 4), significant(flops / time * 1e-9, 4),
                             runner.times.size()});
      const bool best = &runner == &runners.front() && runner.out.empty();
      row.emplace_back(!runner.out.empty() ? runner.out
                       : best              ? std::string("best")
                       : runner.tied       ? std::string("tied with the best")
                                           : std::string("slower"));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace plumb::cli
