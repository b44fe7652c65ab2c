// cli/livermore.cpp - plumb livermore: all 24 kernels on one page, with the suite's statistics.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "cli/livermore_plan.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/suits.h"
#include "cli/sweep.h"
#include "plumb/base/error.h"
#include "plumb/device/open.h"
#include "plumb/workloads/livermore/description.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

constexpr const char* official_spans = "long,medium,short";

struct LivermoreWords {
  Options options;
  MeasureOptions measure;
  std::string kernels = "all";
  std::string spans = official_spans;
  std::string points;
  std::string precision = "f64";
  std::string data = "official";
  std::string variant = "best";
  std::string scatter = "sorted";
  std::string scan;  // empty: what suits the device
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
  line.text("--points", parsed.points);
  line.text("--precision", parsed.precision);
  line.text("--data", parsed.data);
  line.text("--variant", parsed.variant);
  line.text("--scatter", parsed.scatter);
  line.text("--scan", parsed.scan);
  line.text("--sweeps", parsed.sweeps);
  line.text("--explain", parsed.explained);
  line.parse(words);
  if (!parsed.points.empty() && parsed.spans != official_spans)
    throw Error(ErrorKind::input, "--span and --points both say how long the loops are; take one");
  return parsed;
}

unsigned kernel_number(const std::string& text) {
  const Workload& workload = workload_named("livermore");
  check(*std::ranges::find(workload.parameters, "kernel", &Parameter::name), text);
  return static_cast<unsigned>(std::stoul(text));
}

// Elements of the long arrays, as a span: 1 to 2^30.
std::uint64_t points_in(const std::string& text) {
  const Parameter points{
      .name = "points", .default_value = {}, .choices = {}, .most = 1ULL << 30U, .help = {}};
  const std::string digits = size_as_digits(text);
  check(points, digits);
  return std::stoull(digits);
}

std::vector<std::string> kernel_numbers(const std::string& text) {
  if (text != "all") return split(text, ',');
  std::vector<std::string> all;
  for (const auto& about : livermore::descriptions()) all.push_back(std::to_string(about.number));
  return all;
}

Settings settings_of(const LivermoreWords& parsed, const std::string& kernel,
                     const std::string& span, Suits suits) {
  std::vector<std::pair<std::string, std::string>> chosen{
      {"variant", parsed.variant},     {"kernel", kernel},    {"span", size_as_digits(span)},
      {"precision", parsed.precision}, {"data", parsed.data}, {"scatter", parsed.scatter},
      {"sweeps", parsed.sweeps}};
  if (!parsed.scan.empty()) chosen.emplace_back("scan", parsed.scan);
  return settings_for(workload_named("livermore"), suits, chosen);
}

// Every point to run: a mistake is told before anything is.
std::vector<Settings> plan_of(const LivermoreWords& parsed, const device::Info& info) {
  const Suits suits = suits_of(info);
  std::vector<Settings> plan;
  if (!parsed.points.empty()) {
    const std::uint64_t points = points_in(parsed.points);
    for (const std::string& kernel : kernel_numbers(parsed.kernels)) {
      const std::uint64_t span = livermore::span_of_points(kernel_number(kernel), points);
      plan.push_back(settings_of(parsed, kernel, std::to_string(span), suits));
    }
    return plan;
  }
  for (const std::string& span : split(parsed.spans, ',')) {
    for (const std::string& kernel : kernel_numbers(parsed.kernels))
      plan.push_back(settings_of(parsed, kernel, span, suits));
  }
  return plan;
}

void require_doubles(const device::Info& info, const std::string& precision) {
  if (precision != "f64" || info.doubles) return;
  throw Error(
      ErrorKind::unavailable,
      fmt::format("'{}' computes in single precision only; take --precision f32", info.name));
}

// Tables of what is finished. With the three official spans the first has the rows, all of them the
// statistics.
std::vector<Table> tables_of(const LivermoreResults& results, const std::string& title,
                             std::size_t rows, bool thesis) {
  const auto points = std::span(results.points);
  std::vector<Table> tables{livermore_table(points.first(std::min(rows, points.size())), title,
                                            results.copy, results.no_copy)};
  if (thesis) tables.push_back(livermore_beside(points, results.ours));
  tables.push_back(livermore_statistics(points));
  return tables;
}

int exit_code(const LivermoreResults& results) {
  if (results.interrupted) return static_cast<int>(ErrorKind::interrupted);
  const auto has = [&](std::string_view verdict) {
    return std::ranges::any_of(
        results.points, [&](const LivermorePoint& point) { return point.verdict == verdict; });
  };
  if (has("error")) return static_cast<int>(ErrorKind::device);
  if (has("WRONG")) return static_cast<int>(ErrorKind::check_failed);
  const bool all_refused = std::ranges::all_of(
      results.points, [](const LivermorePoint& point) { return point.verdict == "-"; });
  return all_refused ? static_cast<int>(ErrorKind::input) : 0;
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
  const std::vector<Settings> plan = plan_of(parsed, device->info());
  const RunOptions run = run_options(parsed.measure);
  const bool three_spans = parsed.points.empty() && parsed.spans == official_spans;
  const std::size_t rows = three_spans ? plan.size() / 3 : plan.size();
  const std::string title = fmt::format(
      "livermore on {}: variant {}, {} data, {}, {}", device->info().name, parsed.variant,
      parsed.data, parsed.precision,
      parsed.points.empty() ? "span " + (three_spans ? "long" : parsed.spans)
                            : fmt::format("arrays of {} elements", size_as_digits(parsed.points)));
  const auto tables = [&](const LivermoreResults& results) {
    return tables_of(results, title, rows, parsed.variant == "thesis");
  };
  Progress progress(parsed.options.quiet);
  const LivermoreResults results = run_livermore_plan(
      *device, plan, run, progress,
      [&](const LivermoreResults& finished) { keep(parsed.options, *device, tables(finished)); });
  print_and_keep(parsed.options, *device, tables(results));
  return exit_code(results);
}

}  // namespace plumb::cli
