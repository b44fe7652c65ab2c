// cli/himeno.cpp - plumb himeno: the benchmark, the paper's ladder, the fastest forms.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "cli/himeno_points.h"
#include "cli/himeno_tune.h"
#include "cli/himeno_tunings.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/sweep.h"
#include "plumb/base/error.h"
#include "plumb/device/open.h"
#include "plumb/workloads/himeno/paper.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

struct HimenoWords {
  Options options;
  MeasureOptions measure;
  std::string sizes = "M";
  std::string precision = "f32";
  std::string coefficients = "random";
  std::string variants;
  std::string iterations = "auto";
  std::string seed = "1";
  std::vector<std::string> settings;  // NAME=VALUE of the workload's other parameters
  bool tune = false;
  Seconds tune_time{60};
};

HimenoWords parse_words(Words words) {
  CommandLine line("himeno");
  HimenoWords parsed;
  add_options(line, parsed.options);
  add_measure_options(line, parsed.measure);
  line.text("--size", parsed.sizes);
  line.text("--precision", parsed.precision);
  line.text("--coefficients", parsed.coefficients);
  line.text("--variant", parsed.variants);
  line.text("--iterations", parsed.iterations);
  line.text("--seed", parsed.seed);
  line.texts("--set", parsed.settings);
  line.flag("--tune", parsed.tune);
  line.time("--tune-time", parsed.tune_time);
  line.parse(words);
  return parsed;
}

using Chosen = HimenoChosen;

// Enough iterations that an execution takes milliseconds, few enough that the host can follow.
std::string iterations_for(const std::string& size, const std::string& variant) {
  const double points = static_cast<double>(himeno::grid_named(size).points());
  if (variant == "on_chip") return points < 1e6 ? "1024" : "16";
  if (points < 1e6) return "64";
  return points < 1e8 ? "16" : "4";
}

// `tuned`: more settings, which --set overrides.
Settings settings_of(const HimenoWords& parsed, const std::string& size, const std::string& variant,
                     Suits suits, const Chosen& tuned = {}) {
  Chosen chosen{{"variant", variant},
                {"size", size},
                {"precision", parsed.precision},
                {"coefficients", parsed.coefficients},
                {"seed", parsed.seed}};
  const Workload& workload = workload_named("himeno");
  (void)settings_for(workload, suits, chosen);  // the size must be sound before it is counted
  chosen.emplace_back("iterations", parsed.iterations == "auto" ? iterations_for(size, variant)
                                                                : parsed.iterations);
  chosen.insert(chosen.end(), tuned.begin(), tuned.end());
  for (const std::string& assignment : parsed.settings) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos)
      throw Error(ErrorKind::input, fmt::format("--set {}: must be NAME=VALUE", assignment));
    chosen.emplace_back(assignment.substr(0, equals), assignment.substr(equals + 1));
  }
  return settings_for(workload, suits, chosen);
}

// The paper's rungs in its order, then the others.
std::vector<std::string> all_variants() {
  std::vector<std::string> names;
  for (const himeno::PaperRow& row : himeno::paper_rows) {
    if (!row.variant.empty()) names.emplace_back(row.variant);
  }
  for (const Variant& variant : workload_named("himeno").variants) {
    if (std::ranges::find(names, variant.name) == names.end()) names.emplace_back(variant.name);
  }
  return names;
}

// What runs at one size: the variants asked for, or the configuration known for this device.
std::vector<Settings> plan_of(const HimenoWords& parsed, const std::string& size,
                              const device::Info& info, Suits suits) {
  std::vector<Settings> plan;
  if (parsed.variants.empty()) {
    if (const auto tuning = tuning_of(info, size, parsed.precision)) {
      const std::string& variant = tuning->settings.front().second;
      return {settings_of(parsed, size, variant, suits, tuning->settings)};
    }
    const auto variant = default_variant(workload_named("himeno"), suits);
    return {settings_of(parsed, size, std::string(variant), suits)};
  }
  const auto names = parsed.variants == "all" ? all_variants() : split(parsed.variants, ',');
  for (const std::string& variant : names)
    plan.push_back(settings_of(parsed, size, variant, suits));
  return plan;
}

RunOptions quick_options(const RunOptions& options) {
  RunOptions quick = options;
  quick.verify = false;
  quick.stop.min_samples = std::min<std::uint64_t>(options.stop.min_samples, 5);
  quick.stop.max_samples = quick.stop.min_samples;
  quick.stop.min_time = Seconds{0};
  return quick;
}

// The last rung: the padding of 0 to 16 KiB that is fastest here, as the paper searched it.
HimenoPoint search_padding(device::Device& device, const HimenoWords& parsed,
                           const std::string& size, Suits suits, const RunOptions& options,
                           HimenoReferences& references) {
  const RunOptions quick = quick_options(options);
  HimenoWords words = parsed;
  words.settings.emplace_back();
  std::string best = "0";
  Seconds least{1e9};
  for (std::uint64_t padding = 0; padding <= 16384; padding += 1280) {
    words.settings.back() = fmt::format("padding={}", padding);
    const HimenoPoint point =
        run_himeno(device, settings_of(words, size, "padding", suits), quick, references);
    if (!point.reason.empty() || point.time >= least) continue;
    least = point.time;
    best = words.settings.back();
  }
  words.settings.back() = best;
  return run_himeno(device, settings_of(words, size, "padding", suits), options, references);
}

// Races the candidates at one size, verifies the fastest and keeps it.
Table tune(device::Device& device, const HimenoWords& parsed, const std::string& size, Suits suits,
           const RunOptions& options, HimenoReferences& references, Progress& progress) {
  const RunOptions quick = quick_options(options);
  const auto measure = [&](const Chosen& candidate, std::string& refused) {
    progress.show(fmt::format("tuning {}: {}", size, candidate.front().second));
    const Settings settings = settings_of(parsed, size, candidate.front().second, suits, candidate);
    const HimenoPoint point = run_himeno(device, settings, quick, references);
    refused = point.reason;
    return point.samples;
  };
  const bool cuda = device.info().backend == "cuda";
  const auto runners =
      race(himeno_candidates(suits == Suits::cpu, cuda), parsed.tune_time, measure);
  const HimenoRunner& best = runners.front();
  const Settings settings =
      settings_of(parsed, size, best.settings.front().second, suits, best.settings);
  const HimenoPoint point = run_himeno(device, settings, options, references);
  if (!point.reason.empty()) {
    throw Error(ErrorKind::check_failed,
                fmt::format("the fastest configuration at {} is wrong: {}", size, point.reason));
  }
  const double gflops = point.flops / point.time.count() * 1e-9;
  const std::string file = keep_tuning({.backend = device.info().backend,
                                        .device = device.info().name,
                                        .size = size,
                                        .precision = parsed.precision,
                                        .settings = best.settings,
                                        .gflops = gflops});
  Table table = himeno_race_table(
      runners, fmt::format("tuning himeno {} {} on {}", size, parsed.precision, device.info().name),
      point.flops);
  table.notes.push_back(fmt::format("the best, verified: {:.5g} GFLOPS; kept in {}", gflops, file));
  return table;
}

bool names_padding(const HimenoWords& parsed) {
  return std::ranges::any_of(parsed.settings,
                             [](const std::string& text) { return text.starts_with("padding="); });
}

}  // namespace

int himeno_command(Words words) {
  const HimenoWords parsed = parse_words(words);
  (void)format_from_name(parsed.options.format);
  require_writable(parsed.options.output);
  const std::unique_ptr<device::Device> device = device::open_device(parsed.options.device);
  const Suits suits = device->info().kind == device::Kind::cpu ? Suits::cpu : Suits::gpu;
  std::vector<Settings> plan;  // a mistake is told before anything runs
  for (const std::string& size : split(parsed.sizes, ',')) {
    for (Settings& settings : plan_of(parsed, size, device->info(), suits))
      plan.push_back(std::move(settings));
  }
  const RunOptions run = run_options(parsed.measure);
  Progress progress(parsed.options.quiet);
  HimenoReferences references;
  if (parsed.tune) {
    std::vector<Table> tables;
    for (const std::string& size : split(parsed.sizes, ','))
      tables.push_back(tune(*device, parsed, size, suits, run, references, progress));
    progress.clear();
    print(parsed.options, tables);
    return 0;
  }
  std::vector<HimenoPoint> points;
  for (const Settings& settings : plan) {
    const std::string& variant = settings.text("variant");
    progress.show(fmt::format("[{}/{}] {} {}", points.size() + 1, plan.size(), variant,
                              settings.text("size")));
    const bool searched = variant == "padding" && !names_padding(parsed);
    points.push_back(
        searched ? search_padding(*device, parsed, settings.text("size"), suits, run, references)
                 : run_himeno(*device, settings, run, references));
  }
  const double copy = long_copy_rate(*device, parsed.precision, run);
  progress.clear();
  const std::string title = fmt::format("himeno on {}: {}, {} coefficients", device->info().name,
                                        parsed.precision, parsed.coefficients);
  const Table table = himeno_table(points, title, copy, parsed.variants == "all");
  print(parsed.options, {&table, 1});
  const bool wrong = std::ranges::any_of(
      points, [](const HimenoPoint& point) { return point.verdict == "WRONG"; });
  return wrong ? static_cast<int>(ErrorKind::check_failed) : 0;
}

}  // namespace plumb::cli
