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
  Progress progress(parsed.options.quiet);
  std::vector<LivermorePoint> points;
  for (const Settings& settings : plan) {
    progress.show(fmt::format("[{}/{}] kernel {} {}", points.size() + 1, plan.size(),
                              settings.text("kernel"), settings.text("span")));
    points.push_back(run_livermore(*device, settings, run));
  }
  const double copy = copy_rate(*device, parsed.precision, run);
  progress.clear();
  const std::size_t rows = plan.size() / spans.size();  // the first span has the table
  const std::string title =
      fmt::format("livermore on {}: variant {}, {} data, {}, span {}", device->info().name,
                  parsed.variant, parsed.data, parsed.precision, spans.front());
  const Table tables[] = {
      livermore_table(
          std::span(points).first(parsed.spans == "long,medium,short" ? rows : points.size()),
          title, copy),
      livermore_statistics(points)};
  print(parsed.options, tables);
  const bool wrong = std::ranges::any_of(
      points, [](const LivermorePoint& point) { return point.verdict == "WRONG"; });
  return wrong ? static_cast<int>(ErrorKind::check_failed) : 0;
}

}  // namespace plumb::cli
