// cli/livermore.cpp - plumb livermore: all 24 kernels on one page, with the suite's statistics.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "cli/livermore_points.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/sweep.h"
#include "plumb/base/error.h"
#include "plumb/device/open.h"
#include "plumb/workloads/livermore/description.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

struct LivermoreWords {
  Options options;
  MeasureOptions measure;
  std::string kernels = "all";
  std::string spans = "long,medium,short";
  std::string precision = "f64";
  std::string data = "official";
  std::string variant = "best";
  std::string scatter = "sorted";
  std::string sweeps = "16";
  std::string explained;
};

LivermoreWords parse_words(Words words) {
  CommandLine line("livermore");
  LivermoreWords parsed;
  add_options(line, parsed.options);
  add_measure_options(line, parsed.measure);
  line.text("--kernel", parsed.kernels);
  line.text("--span", parsed.spans);
  line.text("--precision", parsed.precision);
  line.text("--data", parsed.data);
  line.text("--variant", parsed.variant);
  line.text("--scatter", parsed.scatter);
  line.text("--sweeps", parsed.sweeps);
  line.text("--explain", parsed.explained);
  line.parse(words);
  return parsed;
}

unsigned kernel_number(const std::string& text) {
  const Workload& workload = workload_named("livermore");
  check(*std::ranges::find(workload.parameters, "kernel", &Parameter::name), text);
  return static_cast<unsigned>(std::stoul(text));
}

std::vector<std::string> kernel_numbers(const std::string& text) {
  if (text != "all") return split(text, ',');
  std::vector<std::string> all;
  for (const auto& about : livermore::descriptions()) all.push_back(std::to_string(about.number));
  return all;
}

Settings settings_of(const LivermoreWords& parsed, const std::string& kernel,
                     const std::string& span, Suits suits) {
  const std::vector<std::pair<std::string, std::string>> chosen{
      {"variant", parsed.variant},     {"kernel", kernel},    {"span", size_as_digits(span)},
      {"precision", parsed.precision}, {"data", parsed.data}, {"scatter", parsed.scatter},
      {"sweeps", parsed.sweeps}};
  return settings_for(workload_named("livermore"), suits, chosen);
}

void require_doubles(const device::Info& info, const std::string& precision) {
  if (precision != "f64" || info.doubles) return;
  throw Error(
      ErrorKind::unavailable,
      fmt::format("'{}' computes in single precision only; take --precision f32", info.name));
}

struct Measured {
  std::vector<LivermorePoint> points;
  std::vector<LivermorePoint> ours;  // beside the thesis's passes
  double copy = 0;                   // bytes per second
  bool interrupted = false;          // what was finished is kept
};

// The same point with our best variant.
Settings with_best_variant(const Settings& settings, Suits suits) {
  auto chosen = settings.values();
  for (auto& [name, value] : chosen) {
    if (name == "variant") value = "best";
  }
  return settings_for(workload_named("livermore"), suits, chosen);
}

Measured measure_plan(device::Device& device, const LivermoreWords& parsed,
                      std::span<const Settings> plan, const RunOptions& run) {
  const Suits suits = device.info().kind == device::Kind::cpu ? Suits::cpu : Suits::gpu;
  Measured measured;
  Progress progress(parsed.options.quiet);
  try {
    for (const Settings& settings : plan) {
      progress.show(fmt::format("[{}/{}] kernel {} {}", measured.points.size() + 1, plan.size(),
                                settings.text("kernel"), settings.text("span")));
      const LivermorePoint point = run_livermore(device, settings, run);
      if (parsed.variant == "thesis")
        measured.ours.push_back(run_livermore(device, with_best_variant(settings, suits), run));
      measured.points.push_back(point);
    }
    measured.copy = copy_rate(device, parsed.precision, run);
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::interrupted) throw;
    measured.interrupted = true;
  }
  progress.clear();
  return measured;
}

int exit_code(const Measured& measured) {
  if (measured.interrupted) return static_cast<int>(ErrorKind::interrupted);
  const auto has = [&](std::string_view verdict) {
    return std::ranges::any_of(
        measured.points, [&](const LivermorePoint& point) { return point.verdict == verdict; });
  };
  if (has("error")) return static_cast<int>(ErrorKind::device);
  return has("WRONG") ? static_cast<int>(ErrorKind::check_failed) : 0;
}

}  // namespace

int livermore_command(Words words) {
  const LivermoreWords parsed = parse_words(words);
  if (!parsed.explained.empty()) {
    const Table table = livermore_explanation(kernel_number(parsed.explained));
    print(parsed.options, {&table, 1});
    return 0;
  }
  (void)format_from_name(parsed.options.format);
  require_writable(parsed.options.output);
  const std::unique_ptr<device::Device> device = device::open_device(parsed.options.device);
  require_doubles(device->info(), parsed.precision);
  const Suits suits = device->info().kind == device::Kind::cpu ? Suits::cpu : Suits::gpu;
  const std::vector<std::string> spans = split(parsed.spans, ',');
  std::vector<Settings> plan;  // a mistake is told before anything runs
  for (const std::string& span : spans) {
    for (const std::string& kernel : kernel_numbers(parsed.kernels))
      plan.push_back(settings_of(parsed, kernel, span, suits));
  }
  const RunOptions run = run_options(parsed.measure);
  const Measured measured = measure_plan(*device, parsed, plan, run);
  const std::size_t rows = plan.size() / spans.size();  // the first span has the table
  const std::string title =
      fmt::format("livermore on {}: variant {}, {} data, {}, span {}", device->info().name,
                  parsed.variant, parsed.data, parsed.precision, spans.front());
  const bool one_span = parsed.spans == "long,medium,short";
  const auto points = std::span(measured.points);
  std::vector<Table> tables{
      livermore_table(points.first(one_span ? std::min(rows, points.size()) : points.size()), title,
                      measured.copy)};
  if (parsed.variant == "thesis") tables.push_back(livermore_beside(points, measured.ours));
  tables.push_back(livermore_statistics(points));
  print(parsed.options, tables);
  return exit_code(measured);
}

}  // namespace plumb::cli
