// cli/himeno.cpp - plumb himeno: the benchmark, the paper's ladder, the fastest forms.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/copy_rate.h"
#include "cli/himeno_points.h"
#include "cli/himeno_tune.h"
#include "cli/himeno_words.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run_points.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"

namespace plumb::cli {
namespace {

// The record of a command: written whole after every point, so that nothing finished is lost.
class Record {
 public:
  Record(const device::Device& device, std::string path)
      : result_{.provenance = provenance(describe(device.info())), .points = {}},
        path_(std::move(path)) {}
  void add(Point point) {
    result_.points.push_back(std::move(point));
    if (!path_.empty()) write_whole(path_, to_text(to_json(result_)));
  }
  [[nodiscard]] std::span<const Point> points() const { return result_.points; }

 private:
  Result result_;
  std::string path_;
};

// On the terminal, unless a record was asked for quietly.
void show(const Options& options, std::span<const Table> tables) {
  if (options.quiet && !options.output.empty()) return;
  Options printed = options;
  printed.output.clear();
  print(printed, tables);
}

struct Measured {
  std::vector<HimenoPoint> points;
  std::map<std::string, double> copies;  // bytes per second by precision
};

// Whatever stops `measure`, what it has finished is shown.
void show_after(const std::function<void()>& measure, const std::function<void()>& show_finished) {
  try {
    measure();
  } catch (...) {
    show_finished();
    throw;
  }
  show_finished();
}

// The last rung: the padding of 0 to 16 KiB that is fastest here, as the paper searched it.
HimenoPoint search_padding(device::Device& device, const HimenoWords& words, const Settings& rung,
                           const RunOptions& options, HimenoReferences& references) {
  const RunOptions quick = lap_options(options, 5);
  const HimenoCase at{rung.text("size"), rung.text("precision")};
  const auto padded = [&](const std::string& padding) {
    return himeno_settings(words, at, "padding", device.info(), {{"padding", padding}});
  };
  std::string best = "0";
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t padding = 0; padding <= 16384; padding += 1280) {
    const Lap lap = time_himeno(device, padded(std::to_string(padding)), quick);
    if (!lap.refused.empty() || median(lap.times) >= least) continue;
    least = median(lap.times);
    best = std::to_string(padding);
  }
  return run_himeno(device, padded(best), options, references);
}

void measure_plan(device::Device& device, const HimenoWords& words, std::span<const Settings> plan,
                  const RunOptions& run, Record& record, Measured& measured) {
  Progress progress(words.options.quiet);
  HimenoReferences references;
  for (const Settings& settings : plan) {
    const std::string& variant = settings.text("variant");
    progress.show(fmt::format("[{}/{}] {} {} {}", measured.points.size() + 1, plan.size(), variant,
                              settings.text("size"), settings.text("precision")));
    const bool searched = variant == "padding" && !names_padding(words);
    measured.points.push_back(searched ? search_padding(device, words, settings, run, references)
                                       : run_himeno(device, settings, run, references));
    record.add(measured.points.back().record);
  }
  for (const HimenoPoint& point : measured.points) {
    if (!point.reason.empty() || measured.copies.contains(point.precision)) continue;
    const Point copy = run_long_copy(device, point.precision, run);
    measured.copies[point.precision] = rate_of(copy);
    record.add(copy);
  }
}

// Where nothing ran the command fails as its first point did.
void require_result(std::span<const HimenoPoint> points) {
  const bool none = std::ranges::all_of(
      points, [](const HimenoPoint& point) { return point.refusal.has_value(); });
  if (none && !points.empty()) throw Error(*points.front().refusal, points.front().reason);
}

int run_plan(device::Device& device, const HimenoWords& words, std::span<const Settings> plan) {
  Record record(device, words.options.output);
  Measured measured;
  const auto measure = [&] {
    measure_plan(device, words, plan, run_options(words.measure), record, measured);
  };
  show_after(measure, [&] {
    if (measured.points.empty()) return;
    const Table table =
        himeno_table(measured.points, {.title = fmt::format("himeno on {}: {} coefficients",
                                                            device.info().name, words.coefficients),
                                       .copies = measured.copies,
                                       .paper = words.variants == "all",
                                       .official = words.coefficients == "official"});
    show(words.options, {&table, 1});
  });
  require_result(measured.points);
  return exit_code({}, record.points(), words.measure.strict);
}

int tune_all(device::Device& device, const HimenoWords& words) {
  const RunOptions run = run_options(words.measure);
  Progress progress(words.options.quiet);
  HimenoReferences references;
  Record record(device, words.options.output);
  std::vector<Table> tables;
  const auto tune = [&] {
    for (const HimenoCase& at : himeno_cases(words)) {
      HimenoTuned tuned = tune_himeno(device, words, at, run, references, progress);
      record.add(tuned.best.record);
      for (Table& table : tuned.tables) tables.push_back(std::move(table));
    }
  };
  show_after(tune, [&] {
    progress.clear();
    if (!tables.empty()) show(words.options, tables);
  });
  return exit_code({}, record.points(), words.measure.strict);
}

}  // namespace

int himeno_command(Words words) {
  const HimenoWords parsed = parse_himeno_words(words);
  (void)format_from_name(parsed.options.format);
  require_writable(parsed.options.output);
  const std::unique_ptr<device::Device> device = device::open_device(parsed.options.device);
  std::vector<Settings> plan;  // a mistake is told before anything runs
  for (const HimenoCase& at : himeno_cases(parsed)) {
    for (Settings& settings : himeno_plan(parsed, at, device->info()))
      plan.push_back(std::move(settings));
  }
  require_sound(plan, parsed.variants == "all");
  return parsed.tune ? tune_all(*device, parsed) : run_plan(*device, parsed, plan);
}

}  // namespace plumb::cli
