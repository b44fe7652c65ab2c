// cli/himeno_tune.cpp - candidates, their races, the winner verified and kept.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/himeno_tune.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/himeno_tunings.h"
#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/measure/race.h"
#include "plumb/workloads/himeno/plan.h"

namespace plumb::cli {
namespace {

std::string name_of(const HimenoChosen& settings) {
  std::string text = settings.front().second;
  for (std::size_t n = 1; n < settings.size(); ++n)
    text += fmt::format(" {} {}", settings[n].first, settings[n].second);
  return text;
}

// The same with another value of one parameter.
HimenoChosen with(HimenoChosen settings, const std::string& name, const std::string& value) {
  const auto found = std::ranges::find(settings, name, &HimenoChosen::value_type::first);
  if (found == settings.end()) {
    settings.emplace_back(name, value);
  } else {
    found->second = value;
  }
  return settings;
}

std::vector<HimenoChosen> cpu_candidates() {
  std::vector<HimenoChosen> all;
  for (const char* rows : {"auto", "8", "16", "32"})
    all.push_back({{"variant", "blocked"}, {"rows", rows}});
  for (const char* rows : {"auto", "8"}) all.push_back({{"variant", "plane"}, {"rows", rows}});
  all.push_back({{"variant", "row"}});
  return all;
}

// What keeps a compute unit busy alone is told how many there are.
std::vector<HimenoChosen> cuda_candidates(const std::string& groups) {
  std::vector<HimenoChosen> all;
  for (const auto& [tile, stages] : {std::pair{"128x9", "2"},
                                     {"128x8", "2"},
                                     {"96x12", "2"},
                                     {"64x16", "2"},
                                     {"64x16", "3"},
                                     {"160x7", "2"}}) {
    all.push_back(
        {{"variant", "two_step"}, {"tile", tile}, {"stages", stages}, {"groups", groups}});
  }
  all.push_back({{"variant", "on_chip"}, {"groups", groups}});
  return all;
}

Table race_table(const std::string& title, std::span<const HimenoChosen> candidates,
                 std::span<const Runner> runners, double flops) {
  Table table{
      .title = title,
      .columns = {{"configuration"}, {"time", "us"}, {"rate", "GFLOPS"}, {"samples"}, {"race"}}};
  for (const Runner& runner : runners) {
    std::vector<Cell> row{name_of(candidates[runner.candidate]), Missing{runner.reason}, Missing{},
                          Missing{}, describe(runner)};
    if (!runner.times.empty()) {
      const double time = median(runner.times);
      row[1] = significant(time * 1e6, 4);
      row[2] = significant(flops / time * 1e-9, 4);
      row[3] = runner.times.size();
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// One race; returns the fastest, or the first candidate if it is `preferred` and nothing was shown
// to be faster; adds the table.
HimenoChosen fastest_of(std::span<const HimenoChosen> candidates, Seconds limit,
                        const std::function<Lap(const HimenoChosen&)>& run,
                        const std::string& title, double flops, bool preferred,
                        std::vector<Table>& tables) {
  const RaceRule rule{.limit = limit};
  const std::vector<Runner> runners =
      race(candidates.size(), rule, [&](std::size_t n) { return run(candidates[n]); });
  tables.push_back(race_table(title, candidates, runners, flops));
  const Runner& best = runners.front();
  if (best.standing != Standing::best)
    throw Error(ErrorKind::input, fmt::format("{}: nothing can run: {}", title, best.reason));
  const auto first = std::ranges::find(runners, 0U, &Runner::candidate);
  const bool no_worse = first->standing == Standing::tied || first->standing == Standing::undecided;
  return candidates[preferred && no_worse ? 0 : best.candidate];
}

// Keeps the configuration that gave `best`; returns what to say about it.
std::string keep_best(const device::Info& info, const HimenoCase& at, const HimenoChosen& settings,
                      const HimenoPoint& best) {
  const FlopsPerSecond rate = Flops{best.flops} / best.time;
  const std::string file = keep_tuning({.provenance = provenance(describe(info)),
                                        .workload = "himeno",
                                        .size = at.size,
                                        .precision = at.precision,
                                        .settings = settings,
                                        .rate = rate});
  return fmt::format("{}, {}: {:.5g} GFLOPS; kept in {}", name_of(settings), best.verdict,
                     rate.value * 1e-9, file);
}

}  // namespace

std::vector<HimenoChosen> himeno_candidates(const device::Info& info) {
  if (info.kind == device::Kind::cpu) return cpu_candidates();
  std::vector<HimenoChosen> all;
  if (info.backend == "cuda") all = cuda_candidates(std::to_string(info.compute_units));
  for (const char* group : {"32x4", "64x2", "16x8"})
    all.push_back({{"variant", "wide"}, {"group", group}});
  for (const char* group : {"128x2"}) all.push_back({{"variant", "naive"}, {"group", group}});
  for (const char* rung : {"base", "shape", "padding"}) all.push_back({{"variant", rung}});
  return all;
}

std::vector<HimenoChosen> himeno_refinements(const Settings& settings, const HimenoChosen& winner,
                                             const device::Info& info) {
  std::vector<HimenoChosen> all{winner};
  const std::string& variant = winner.front().second;
  if (variant == "two_step") {
    for (const std::uint64_t chunk : himeno::chunks_of_whole_waves(himeno::Plan(settings), 4))
      all.push_back(with(winner, "chunk", std::to_string(chunk)));
  }
  if (variant == "blocked" || variant == "on_chip") {
    // CPUs take several groups each; a grid may be cut better into fewer tiles than there are
    // units.
    const std::uint64_t units = info.compute_units;
    const std::vector<std::uint64_t> counts =
        variant == "blocked" ? std::vector{units, 2 * units, 4 * units, 8 * units}
                             : std::vector{units - units / 16, units - units / 8, units / 2};
    for (const std::uint64_t groups : counts) {
      if (groups > 0) all.push_back(with(winner, "groups", std::to_string(groups)));
    }
  }
  if (variant != "on_chip") {
    for (const char* padding : {"256", "1088", "1280", "12800"})
      all.push_back(with(winner, "padding", padding));
  }
  return all;
}

HimenoTuned tune_himeno(device::Device& device, const HimenoWords& words, const HimenoCase& at,
                        const RunOptions& options, HimenoReferences& references,
                        Progress& progress) {
  const device::Info& info = device.info();
  // Six against six can settle a verdict in the first round; on a CPU, whose other programs come
  // and go, two rounds must agree.
  const RunOptions quick = lap_options(options, info.kind == device::Kind::cpu ? 3 : 6);
  const auto settings_for_chosen = [&](const HimenoChosen& chosen) {
    return himeno_settings(words, at, chosen.front().second, info, chosen);
  };
  const auto run = [&](const HimenoChosen& chosen) {
    progress.show(fmt::format("tuning {} {}: {}", at.size, at.precision, name_of(chosen)));
    return time_himeno(device, settings_for_chosen(chosen), quick);
  };
  HimenoTuned tuned;
  const std::string where = fmt::format("himeno {} {} on {}", at.size, at.precision, info.name);
  const double flops = himeno::flops_of_iteration(himeno::grid_named(at.size));
  const HimenoChosen first = fastest_of(himeno_candidates(info), words.tune_time * 0.6, run,
                                        "tuning " + where, flops, false, tuned.tables);
  // What brings nothing is not added to a configuration.
  const auto refinements = himeno_refinements(settings_for_chosen(first), first, info);
  const HimenoChosen best = fastest_of(refinements, words.tune_time * 0.4, run, "refining " + where,
                                       flops, true, tuned.tables);
  tuned.best = run_himeno(device, settings_for_chosen(best), options, references);
  if (!tuned.best.reason.empty()) {
    throw Error(tuned.best.refusal.value_or(ErrorKind::check_failed),
                fmt::format("the fastest configuration at {} is {}: {}", at.size,
                            tuned.best.refusal ? "refused" : "wrong", tuned.best.reason));
  }
  tuned.tables.back().notes.push_back(keep_best(info, at, best, tuned.best));
  return tuned;
}

}  // namespace plumb::cli
