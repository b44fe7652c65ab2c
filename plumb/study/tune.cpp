// plumb/study/tune.cpp - candidates, their races, the winner verified and kept.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/tune.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/traits.h"
#include "plumb/measure/race.h"
#include "plumb/records/verdict.h"
#include "plumb/study/kept_result.h"
#include "plumb/study/origin.h"
#include "plumb/study/plan.h"
#include "plumb/study/program_source.h"
#include "plumb/study/run_point.h"
#include "plumb/study/sweep.h"
#include "plumb/study/tunings.h"

namespace plumb::study {
namespace {

struct Work {
  double amount = 0;
  std::string unit;
};

Work work_of(const Program& program) {
  if (program.credit && program.credit->flops.count > 0)
    return {program.credit->flops.count / static_cast<double>(program.credit->iterations), "flop"};
  Demand sum;
  for (const Step& step : program.steps) sum = sum + demand_of(step);
  if (sum.flops.count > 0) return {sum.flops.count, "flop"};
  return {static_cast<double>(sum.bytes.count), "B"};
}

// One problem: values of the workload's parameters, those that candidates set left out.
struct TuneRequest {
  const Workload* workload = nullptr;
  NamedTexts problem;
  Seconds time;  // of both races together
};

class TuningRaces {
 public:
  TuningRaces(device::Device& device, const TuneRequest& request, const RunOptions& options,
              const Watch& watch, Result& result)
      : device_(&device),
        request_(&request),
        traits_(device::traits_of(device.info())),
        // Six against six can settle a verdict in the first round; on a CPU, whose other programs
        // come and go, two rounds must agree.
        quick_(lap_options(options, traits_.kind == DeviceKind::cpu ? 3 : 6)),
        watch_(&watch),
        result_(&result) {}

  [[nodiscard]] Settings settings_of(const NamedTexts& candidate) const {
    NamedTexts chosen = request_->problem;
    for (const auto& [name, text] : candidate) chosen = with_text(std::move(chosen), name, text);
    return completed(*request_->workload, traits_, chosen);
  }

  // One race; returns the fastest, or the first candidate if it is `preferred` and nothing was
  // shown to be faster.
  NamedTexts fastest_of(const std::vector<NamedTexts>& candidates, Seconds limit,
                        const std::string& title, bool preferred) {
    const RaceRule rule{.limit = limit};
    const std::vector<Runner> runners =
        race(candidates.size(), rule, [&](std::size_t n) { return lap(title, candidates[n]); });
    add_race(title, candidates, runners);
    const Runner& best = runners.front();
    if (best.standing != Standing::best)
      throw Error(ErrorKind::input, fmt::format("{}: nothing can run: {}", title, best.reason));
    const auto first = std::ranges::find(runners, 0U, &Runner::candidate);
    const bool no_worse =
        first->standing == Standing::tied || first->standing == Standing::undecided;
    return candidates[preferred && no_worse ? 0 : best.candidate];
  }

  [[nodiscard]] std::vector<NamedTexts> refinements_of(const NamedTexts& fastest) const {
    auto* refine = request_->workload->tuner.refinements;
    if (refine == nullptr) return {fastest};
    return refine(settings_of(fastest), fastest, traits_);
  }

  [[nodiscard]] std::vector<NamedTexts> candidates() const {
    return request_->workload->tuner.candidates(traits_);
  }

 private:
  Lap lap(const std::string& title, const NamedTexts& candidate) {
    watch_->progress(fmt::format("{}: {}", title, candidate_name(candidate)));
    if (watch_->interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
    return lap_of(*device_, *request_->workload, settings_of(candidate), quick_);
  }

  void add_race(const std::string& title, const std::vector<NamedTexts>& candidates,
                const std::vector<Runner>& runners) {
    RaceResult race{.title = title, .candidates = {}};
    for (const Runner& runner : runners) {
      race.candidates.push_back({.settings = candidates[runner.candidate],
                                 .times = runner.times,
                                 .standing = describe(runner),
                                 .refused = runner.reason});
    }
    if (runners.front().standing == Standing::best) {
      const Settings settings = settings_of(candidates[runners.front().candidate]);
      const Work work = work_of(request_->workload->program(settings));
      race.work = work.amount;
      race.unit = work.unit;
    }
    result_->races.push_back(std::move(race));
  }

  device::Device* device_;
  const TuneRequest* request_;
  DeviceTraits traits_;
  RunOptions quick_;
  const Watch* watch_;
  Result* result_;
};

// Keeps the configuration that gave `best`; returns what to say about it.
std::string keep_best(const device::Info& info, const Workload& workload, const NamedTexts& chosen,
                      const Settings& settings, const Point& best) {
  const CreditedWork rate = credited_work(best);
  const bool flops = rate.flops > 0;
  const double value = flops ? rate.flops_per_second() : rate.bytes_per_second();
  const std::string file = keep_tuning({.provenance = provenance(describe(info)),
                                        .workload = std::string(workload.name),
                                        .problem = problem_of(workload, settings),
                                        .settings = chosen,
                                        .rate = value,
                                        .unit = flops ? "flop/s" : "B/s"});
  return fmt::format("{}, {}: {:.5g} {}; kept in {}", candidate_name(chosen), verdict_text(best),
                     value * 1e-9, flops ? "GFLOPS" : "GB/s", file);
}

std::string label_of_problem(const Workload& workload, const NamedTexts& problem) {
  std::string text(workload.name);
  for (const std::string_view name : workload.tuner.problem) {
    if (const std::string* value = text_named(problem, name)) text += " " + *value;
  }
  return text;
}

void tune(device::Device& device, const TuneRequest& request, const RunOptions& options,
          const Watch& watch, ReferenceStore& store, Result& result) {
  const Workload& workload = *request.workload;
  const std::string where =
      fmt::format("{} on {}", label_of_problem(workload, request.problem), device.info().name);
  TuningRaces races(device, request, options, watch, result);
  NamedTexts best =
      races.fastest_of(races.candidates(), request.time * 0.6, "tuning " + where, false);
  // What brings nothing is not added to a configuration.
  const std::vector<NamedTexts> refinements = races.refinements_of(best);
  if (refinements.size() > 1)
    best = races.fastest_of(refinements, request.time * 0.4, "refining " + where, true);
  const Settings settings = races.settings_of(best);
  const PlannedPoint planned{.label = where, .workload = &workload, .forms = {settings}};
  Point point = run_point(device, planned, options, store, false);
  if (point.interrupted) throw Error(ErrorKind::interrupted, "interrupted");
  if (verdict_of(point) == Verdict::wrong) {
    throw Error(ErrorKind::check_failed,
                fmt::format("the fastest configuration of {} is wrong: {}", where, point.reason));
  }
  result.races.back().notes.push_back(keep_best(device.info(), workload, best, settings, point));
  result.points.push_back(std::move(point));
}

}  // namespace

Outcome tune_all(device::Device& device, const Workload& workload,
                 const std::vector<NamedTexts>& problems, Seconds time, const RunOptions& options,
                 const Watch& watch, Result& result, const std::string& path) {
  ReferenceStore store;
  KeptResult kept(result, path, watch);
  Outcome outcome;
  RunOptions rated = options;  // what was raced is what is judged
  rated.rows = PointRows::credited_work;
  try {
    for (const NamedTexts& problem : problems) {
      tune(device, {&workload, problem, time}, rated, watch, store, result);
      kept.write();
    }
  } catch (const Error& error) {
    outcome.interrupted = kind_of(error) == ErrorKind::interrupted;
    if (!outcome.interrupted) watch.failed(error);
    if (!outcome.interrupted) outcome.failure = kind_of(error);
    if (!result.races.empty()) kept.write();
  }
  if (kept.failed() && !outcome.failure) outcome.failure = ErrorKind::check_failed;
  watch.progress("");
  return outcome;
}

std::vector<NamedTexts> problems_of(const Workload& workload, const NamedTexts& assignments) {
  if (workload.tuner.candidates == nullptr) {
    throw Error(ErrorKind::input, fmt::format("workload '{}' has nothing to tune", workload.name));
  }
  for (const auto& [name, text] : assignments) {
    if (std::ranges::find(workload.tuner.chooses, name) == workload.tuner.chooses.end()) continue;
    throw Error(ErrorKind::input,
                fmt::format("--{} {}: tuning chooses it; leave it out", name, text));
  }
  const NamedTexts chosen = in_digits(assignments);
  const NamedTexts lists = workload.suites.empty() ? chosen : workload.suites.front().lists(chosen);
  std::vector<NamedTexts> problems = workload_points(workload, lists);
  for (const NamedTexts& problem : problems) (void)completed(workload, {}, problem);
  return problems;
}

}  // namespace plumb::study
