// cli/survey.cpp - plumb survey: the device and what it can do, on one page.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/livermore_points.h"
#include "cli/options.h"
#include "cli/pages.h"
#include "cli/probe_device.h"
#include "cli/progress.h"
#include "cli/run_points.h"
#include "cli/suits.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/report/profile_tables.h"

namespace plumb::cli {
namespace {

struct SurveyWords {
  Options options;  // output is a folder here
  MeasureOptions measure;
  Seconds budget{60};
  std::string elements;  // of stream's arrays; empty: its default
  std::string probe = "quick";
};

SurveyWords parse_words(Words words) {
  CommandLine line("survey");
  SurveyWords parsed;
  add_options(line, parsed.options);
  add_measure_options(line, parsed.measure);
  line.time("--budget", parsed.budget);
  line.text("--elements", parsed.elements);
  line.text("--probe", parsed.probe);
  line.parse(words);
  constexpr std::array<std::string_view, 3> kinds{"quick", "brief", "none"};
  if (std::ranges::find(kinds, parsed.probe) == kinds.end())
    throw Error(ErrorKind::input, fmt::format("--probe: unknown '{}'; choose one of {}",
                                              parsed.probe, fmt::join(kinds, ", ")));
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

// What the parts of a survey share, and what they leave: a page and an exit code.
struct Survey {
  const SurveyWords& words;
  device::Device& device;
  Progress progress;
  std::vector<Table> tables;
  bool stopped = false;
  int code = 0;
};

std::string file_in(const Options& options, const char* name) {
  return options.output.empty() ? "" : fmt::format("{}/{}", options.output, name);
}

// The first fault decides the exit code.
void note_code(Survey& survey, int code) {
  if (survey.code == 0) survey.code = code;
}

void add_probe(Survey& survey) {
  if (survey.words.probe == "none") return;
  const ProbeRequest request{.full = false,
                             .brief = survey.words.probe == "brief",
                             .max_memory = {},
                             .output = file_in(survey.words.options, "profile.json")};
  Profile profile = empty_profile(survey.device);
  survey.stopped =
      !probe_device(survey.device, request, chosen_probes({}, false), survey.progress, profile);
  survey.tables.push_back(summary_table(profile));
  if (has_failures(profile)) note_code(survey, static_cast<int>(ErrorKind::device));
}

void add_stream(Survey& survey) {
  const SurveyWords& words = survey.words;
  const auto& info = survey.device.info();
  std::vector<std::string> settings{info.doubles ? "precision=f32,f64" : "precision=f32"};
  if (!words.elements.empty()) settings.push_back("elements=" + words.elements);
  const std::vector<PlannedPoint> plan = plan_points("stream", suits_of(info), settings, {});
  RunOptions options = run_options(words.measure);
  options.stop.timeout =
      std::min(options.stop.timeout, words.budget / static_cast<double>(plan.size()));
  Result result{.provenance = provenance(describe(info)), .points = {}};
  const Outcome outcome = run_points(survey.device, plan, options, survey.progress, result,
                                     file_in(words.options, "stream.json"));
  survey.tables.push_back(points_table(result.points));
  survey.stopped = outcome.interrupted;
  note_code(survey, exit_code(outcome, result.points, words.measure.strict));
}

// The official spans are short: what they show is the cost of a pass.
void add_livermore(Survey& survey) {
  RunOptions brief = run_options(survey.words.measure);
  brief.stop.timeout = std::min(brief.stop.timeout, survey.words.budget / 100.0);
  brief.stop.min_time = std::min(brief.stop.min_time, survey.words.budget / 1000.0);
  const std::string precision = survey.device.info().doubles ? "f64" : "f32";
  const std::vector<LivermorePoint> kernels =
      run_livermore_suite(survey.device, precision, "long", brief, survey.progress);
  const double copy = copy_rate(survey.device, precision, brief);
  survey.progress.clear();
  survey.tables.push_back(
      livermore_table(kernels, fmt::format("livermore, span long, {}", precision), copy));
  survey.tables.push_back(livermore_statistics(kernels));
  const bool wrong = std::ranges::any_of(
      kernels, [](const LivermorePoint& point) { return point.verdict == "WRONG"; });
  if (wrong) note_code(survey, static_cast<int>(ErrorKind::check_failed));
}

void show(const Survey& survey) {
  const Options& options = survey.words.options;
  const Format format = format_from_name(options.format);
  const Provenance from = provenance(describe(survey.device.info()));
  const std::string page =
      (format == Format::text ? heading(from) : "") + render(survey.tables, format);
  fmt::print("{}", page);
  if (!options.output.empty()) write_whole(file_in(options, "survey.txt"), page);
}

}  // namespace

int survey_command(Words words) {
  const SurveyWords parsed = parse_words(words);
  const Options& options = parsed.options;
  (void)format_from_name(options.format);
  require_folder(options.output);
  Table devices = devices_table(device::find_devices());
  devices.title = "devices";
  const std::unique_ptr<device::Device> device = device::open_device(options.device);
  Survey survey{.words = parsed,
                .device = *device,
                .progress = Progress(options.quiet),
                .tables = {std::move(devices)}};
  for (const auto part : {add_probe, add_stream, add_livermore}) {
    if (!survey.stopped) part(survey);
  }
  if (survey.stopped) note_code(survey, static_cast<int>(ErrorKind::interrupted));
  show(survey);
  return survey.code;
}

}  // namespace plumb::cli
