// cli/himeno.cpp - plumb himeno: the benchmark, the paper's ladder, the fastest forms.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "cli/himeno_points.h"
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
  line.parse(words);
  return parsed;
}

using Chosen = std::vector<std::pair<std::string, std::string>>;

// Enough iterations that an execution takes milliseconds, few enough that the host can follow.
std::string iterations_for(const std::string& size, const std::string& variant) {
  const double points = static_cast<double>(himeno::grid_named(size).points());
  if (variant == "on_chip") return points < 1e6 ? "1024" : "16";
  if (points < 1e6) return "64";
  return points < 1e8 ? "16" : "4";
}

Settings settings_of(const HimenoWords& parsed, const std::string& size, const std::string& variant,
                     Suits suits) {
  Chosen chosen{{"variant", variant},
                {"size", size},
                {"precision", parsed.precision},
                {"coefficients", parsed.coefficients},
                {"seed", parsed.seed}};
  const Workload& workload = workload_named("himeno");
  (void)settings_for(workload, suits, chosen);  // the size must be sound before it is counted
  chosen.emplace_back("iterations", parsed.iterations == "auto" ? iterations_for(size, variant)
                                                                : parsed.iterations);
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

std::vector<std::string> variants_of(const HimenoWords& parsed, Suits suits) {
  if (parsed.variants == "all") return all_variants();
  if (!parsed.variants.empty()) return split(parsed.variants, ',');
  return {std::string(default_variant(workload_named("himeno"), suits))};
}

// The last rung: the padding of 0 to 16 KiB that is fastest here, as the paper searched it.
HimenoPoint search_padding(device::Device& device, const HimenoWords& parsed,
                           const std::string& size, Suits suits, const RunOptions& options,
                           HimenoReferences& references) {
  RunOptions quick = options;
  quick.verify = false;
  quick.stop.min_samples = std::min<std::uint64_t>(options.stop.min_samples, 5);
  quick.stop.max_samples = quick.stop.min_samples;
  quick.stop.min_time = Seconds{0};
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
    for (const std::string& variant : variants_of(parsed, suits))
      plan.push_back(settings_of(parsed, size, variant, suits));
  }
  const RunOptions run = run_options(parsed.measure);
  Progress progress(parsed.options.quiet);
  HimenoReferences references;
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
