// bench/accuracy_bench.cpp - predictions written down first, then measured: how far off are they?
//
//   accuracy_bench [-d DEV] [-p PROFILE] [--points N] [--most-memory MIB] [--most-demand MIB]
//   [--seconds S] [--seed N] [--format F] [-o FILE]
//   accuracy_bench --freeze FILE
//
// Points of every family of workloads are drawn by the digest of the model's and the workloads'
// sources (or --seed). Those that the device cannot run, that need more memory, or whose references
// ask for more bytes, are drawn again: what takes minutes on a processor says no more than what
// takes seconds. A problem of a family with variants comes twice, by two of them, so that ranks can
// be judged. What all models predict is written to FILE.predictions.json, and its digest printed,
// before the first launch; then every point is run. FILE.result.json keeps every measurement with
// its prediction, FILE.points.csv a line of each, of which scripts/plot-accuracy makes figures.
// With --seconds no point begins later than that: families take turns, so that what was run is a
// fair part. One table per model: errors of the whole time by the host's clock, coverage of the
// intervals, ranks of variants. Then errors by component, and those of the model without each of
// its terms. A note says whether passes are those that were frozen (accuracy/frozen_passes.h),
// which --freeze writes anew without running anything.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/accuracy/ablation.h"
#include "bench/accuracy/digest.h"
#include "bench/accuracy/draw.h"
#include "bench/accuracy/figures.h"
#include "bench/accuracy/frozen_passes.h"
#include "bench/accuracy/model_digest.h"
#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/model/predict.h"
#include "plumb/study/explain_result.h"
#include "plumb/study/measure_options.h"
#include "plumb/study/origin.h"
#include "plumb/study/predict_plan.h"
#include "plumb/study/profiles.h"
#include "plumb/study/run_points.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  std::string profile = {};
  std::uint64_t points = 400;
  std::uint64_t most_memory = 1024;  // MiB
  std::uint64_t most_demand = 0;     // MiB of all references of a point; 0: any
  std::uint64_t seconds = 0;         // 0: all points, however long
  std::uint64_t seed = 0;            // 0: the digest of the sources
  std::string freeze = {};           // the file for the digests of passes
};

BenchOptions parsed(Arguments arguments) {
  BenchOptions options;
  OptionLine line(options);
  line.text("-p,--profile", options.profile);
  line.count("--points", options.points);
  line.count("--most-memory", options.most_memory);
  line.count("--most-demand", options.most_demand);
  line.count("--seconds", options.seconds);
  line.count("--seed", options.seed);
  line.text("--freeze", options.freeze);
  line.parse(arguments);
  return options;
}

std::uint64_t seed_of(const BenchOptions& options) {
  return options.seed != 0 ? options.seed : digest_of(model_digest);
}

study::Plan plan_of(std::vector<DrawnPoint>& drawn) {
  study::Plan plan;
  for (DrawnPoint& point : drawn) plan.points.push_back(std::move(point.planned));
  return plan;
}

std::string problem_of(const DrawnPoint& point) {
  std::string problem;
  for (const auto& [name, value] : point.settings) {
    if (name != "variant") problem += fmt::format(" {}={}", name, value);
  }
  return problem;
}

std::vector<Judged> judged(const std::string& model, std::span<const DrawnPoint> drawn,
                           const Result& result) {
  std::vector<Judged> points;
  for (std::size_t i = 0; i < result.points.size() && i < drawn.size(); ++i) {
    const Point& measured = result.points[i];
    if (measured.status == Status::error || measured.whole.samples.empty()) continue;
    Judged one{
        .family = drawn[i].family, .variant = drawn[i].variant, .problem = problem_of(drawn[i])};
    one.measured = measured.whole.value;
    const std::vector<Prediction>& predictions = measured.predicted->predictions;
    const auto found = std::ranges::find(predictions, model, &Prediction::model);
    one.abstained = found == predictions.end() || !found->reason.empty();
    if (!one.abstained) {
      const Cost whole = found->whole();
      one.predicted = whole.time.count();
      if (const std::optional<TimeInterval> interval = interval_of(whole)) {
        one.low = interval->low.count();
        one.high = interval->high.count();
      }
    }
    points.push_back(std::move(one));
  }
  return points;
}

// "results/accuracy.json" -> "results/accuracy.predictions.json"
std::string beside(const std::string& output, const char* what) {
  const std::size_t dot = output.ends_with(".json") ? output.size() - 5 : output.size();
  return fmt::format("{}.{}", output.substr(0, dot), what);
}

void write_down(const study::Plan& plan, const Provenance& provenance,
                const BenchOptions& options) {
  Predictions predictions{.provenance = provenance, .points = {}};
  for (const study::PlannedPoint& point : plan.points)
    predictions.points.push_back(*point.predicted);
  const std::string text = to_text(to_json(predictions));
  if (!options.output.empty()) write_whole(beside(options.output, "predictions.json"), text);
  fmt::print("{} points predicted, digest {:016x}, seed {:016x}\n", plan.points.size(),
             digest_of(text), seed_of(options));
}

void keep_points(const Profile& profile, std::span<const DrawnPoint> drawn, const Result& result,
                 const BenchOptions& options) {
  std::vector<JudgedByModel> others;
  for (const std::string& model : models_for(profile))
    if (model != "plumbline") others.push_back({model, judged(model, drawn, result)});
  const Table table = point_table(judged("plumbline", drawn, result), others);
  write_whole(beside(options.output, "points.csv"), render(table, Format::csv));
}

void print_beside(const Table& table, const BenchOptions& options) {
  fmt::print("\n{}", render(table, format_from_name(options.format)));
}

// What is left of the model when a term says nothing.
std::vector<Ablated> ablated(study::Plan& plan, const Profile& profile,
                             std::span<const DrawnPoint> drawn, Result result) {
  const PredictOptions options{.models = {"plumbline"}, .paths = {}};
  plan.points.erase(plan.points.begin() + static_cast<std::ptrdiff_t>(result.points.size()),
                    plan.points.end());  // those that were not run
  std::vector<Ablated> rows{{"nothing", accuracy_of(judged("plumbline", drawn, result))}};
  for (LeftOut& without : without_each(profile)) {
    study::ProfileSought sought;
    sought.profile = std::move(without.profile);
    study::predict_plan(plan, sought, options);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
      const study::PlannedPoint& planned = plan.points[i];
      result.points[i].predicted = study::predict_as_measured(planned, result.points[i],
                                                              *planned.predicted, sought, options);
    }
    rows.push_back({without.term, accuracy_of(judged("plumbline", drawn, result))});
  }
  return rows;
}

int run(Arguments arguments) {
  const BenchOptions options = parsed(arguments);
  const std::vector<std::string> passes = pass_digests();
  if (!options.freeze.empty()) {
    write_whole(options.freeze, frozen_text(passes));
    return 0;
  }
  const auto device = device::open_device(options.device);
  const Provenance provenance = study::provenance(describe(device->info()));
  study::ProfileSought sought;
  if (options.profile.empty()) {
    sought = study::seek_profile(provenance.device);
    if (!sought.profile) throw Error(ErrorKind::input, sought.missing);
  } else {
    sought.profile = study::find_profile(options.profile);
  }
  std::vector<DrawnPoint> drawn = draw_points({.points = options.points,
                                               .seed = seed_of(options),
                                               .most_memory = Bytes{options.most_memory << 20U},
                                               .most_demand = Bytes{options.most_demand << 20U},
                                               .traits = device::traits_of(device->info()),
                                               .loads_ptx = device::loads_ptx(device->info()),
                                               .pairs = true});
  study::Plan plan = plan_of(drawn);
  study::predict_plan(plan, sought, {});
  write_down(plan, provenance, options);
  fmt::print("{}\n", frozen_note(passes));

  study::Watch watch;
  const auto start = std::chrono::steady_clock::now();
  if (options.seconds > 0) {
    watch.interrupted = [start, &options] {
      return std::chrono::steady_clock::now() - start > std::chrono::seconds(options.seconds);
    };
  }
  watch.failed = [](const std::exception& error) { fmt::print(stderr, "{}\n", explain(error)); };
  study::MeasureOptions measure;
  measure.no_verify = true;  // what is right is the tests' matter; checking gigabytes takes minutes
  measure.stop.min_time = Seconds{0.05};
  measure.stop.min_samples = 5;
  measure.stop.timeout = Seconds{2};  // noise beyond that is the machine's
  Result result{.provenance = provenance, .points = {}};
  const std::string kept = options.output.empty() ? "" : beside(options.output, "result.json");
  (void)study::run_points(*device, plan, study::run_options(measure, watch), watch, result, kept);
  for (const std::string& model : models_for(*sought.profile)) {
    Table table = accuracy_table(model, judged(model, drawn, result));
    table.notes.push_back(fmt::format("profile {}; error of the whole time by the host's clock",
                                      sought.profile->name));
    table.notes.push_back(frozen_note(passes));
    if (model == models_for(*sought.profile).front()) {
      show_and_keep(table, *device, options);
    } else {
      print_beside(table, options);
    }
  }
  if (!options.output.empty()) keep_points(*sought.profile, drawn, result, options);
  print_beside(component_table(
                   study::explain_result(result, {.model = "plumbline", .rates = sought.profile})),
               options);
  print_beside(ablation_table(ablated(plan, *sought.profile, drawn, result)), options);
  return 0;
}

}  // namespace

const Bench this_bench{"accuracy_bench", run};

}  // namespace plumb::bench
