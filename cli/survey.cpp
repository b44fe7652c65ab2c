// cli/survey.cpp - plumb survey: the device and what it can do, on one page.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/livermore_points.h"
#include "cli/options.h"
#include "cli/pages.h"
#include "cli/progress.h"
#include "cli/run_points.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"

namespace plumb::cli {
namespace {

struct SurveyWords {
  Options options;  // output is a folder here
  MeasureOptions measure;
  Seconds budget{60};
  std::string elements;  // of stream's arrays; empty: its default
};

SurveyWords parse_words(Words words) {
  CommandLine line("survey");
  SurveyWords parsed;
  add_options(line, parsed.options);
  add_measure_options(line, parsed.measure);
  line.time("--budget", parsed.budget);
  line.text("--elements", parsed.elements);
  line.parse(words);
  return parsed;
}

void require_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    throw Error(ErrorKind::check_failed, fmt::format("cannot make folder '{}': {}; nothing was run",
                                                     folder, code.message()));
  }
  require_writable(folder + "/survey.txt");
}

std::string heading(const Provenance& from) {
  return fmt::format(
      "Plumbline survey of {} ({}, {})\n"
      "driver {}, host {} with {} cores, {}, {}\n"
      "plumb {}, {}\n\n",
      from.device.name, from.device.backend, from.device.platform, from.device.driver,
      from.host.processor, from.host.cores, to_text(from.host.memory), from.host.system,
      from.version, from.time);
}

}  // namespace

int survey_command(Words words) {
  SurveyWords parsed = parse_words(words);
  const Options& options = parsed.options;
  const Format format = format_from_name(options.format);
  require_folder(options.output);
  const device::Found found = device::find_devices();
  const std::unique_ptr<device::Device> device = device::open_device(options.device);

  std::vector<std::string> settings{device->info().doubles ? "precision=f32,f64" : "precision=f32"};
  if (!parsed.elements.empty()) settings.push_back("elements=" + parsed.elements);
  const std::vector<PlannedPoint> plan = plan_points("stream", device->info().kind, settings, {});
  parsed.measure.stop.timeout =
      std::min(parsed.measure.stop.timeout, parsed.budget / static_cast<double>(plan.size()));
  Result result{.provenance = provenance(describe(device->info())), .points = {}};
  const std::string record = options.output.empty() ? "" : options.output + "/stream.json";
  Progress progress(options.quiet);
  const Outcome outcome =
      run_points(*device, plan, run_options(parsed.measure), progress, result, record);

  // The official spans are short: what they show is the cost of a pass.
  RunOptions brief = run_options(parsed.measure);
  brief.stop.timeout = std::min(brief.stop.timeout, parsed.budget / 100.0);
  brief.stop.min_time = std::min(brief.stop.min_time, parsed.budget / 1000.0);
  const std::string precision = device->info().doubles ? "f64" : "f32";
  std::vector<LivermorePoint> kernels;
  if (!outcome.interrupted)
    kernels = run_livermore_suite(*device, precision, "long", brief, progress);
  const double copy = outcome.interrupted ? 1 : copy_rate(*device, precision, brief);
  progress.clear();
  Table livermore =
      livermore_table(kernels, fmt::format("livermore, span long, {}", precision), copy);
  const bool wrong = std::ranges::any_of(
      kernels, [](const LivermorePoint& point) { return point.verdict == "WRONG"; });

  Table devices = devices_table(found);
  devices.title = "devices";
  const Table tables[] = {std::move(devices), points_table(result.points), std::move(livermore),
                          livermore_statistics(kernels)};
  const std::string page =
      (format == Format::text ? heading(result.provenance) : "") + render(tables, format);
  fmt::print("{}", page);
  if (!options.output.empty()) write_whole(options.output + "/survey.txt", page);
  const int code = exit_code(outcome, result.points, parsed.measure.strict);
  return code == 0 && wrong ? static_cast<int>(ErrorKind::check_failed) : code;
}

}  // namespace plumb::cli
