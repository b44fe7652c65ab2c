// cli/survey.cpp - plumb survey: the device and what it can do, on one page.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/devices.h"
#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "cli/frame/overdue.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/report/profile_tables.h"
#include "plumb/report/result_tables.h"
#include "plumb/study/origin.h"
#include "plumb/study/plan.h"
#include "plumb/study/probe_device.h"
#include "plumb/study/run_points.h"

namespace plumb::cli {
namespace {

struct SurveyArguments {
  Options options;  // output is a folder here
  study::MeasureOptions measure;
  Seconds budget{60};
  std::string elements;  // of stream's arrays; empty: its default
  std::string probe = "quick";
};

SurveyArguments parse_survey_arguments(Arguments arguments) {
  CommandLine line("survey");
  SurveyArguments parsed;
  add_page_options(line, parsed.options);
  line.text("-d,--device", parsed.options.device, "PLUMB_DEVICE");
  add_measure_options(line, parsed.measure);
  line.time("--budget", parsed.budget);
  line.text("--elements", parsed.elements);
  line.text("--probe", parsed.probe);
  line.parse(arguments);
  constexpr std::array<std::string_view, 3> kinds{"quick", "brief", "none"};
  if (std::ranges::find(kinds, parsed.probe) == kinds.end())
    throw Error(ErrorKind::input, fmt::format("--probe: unknown '{}'; choose one of {}",
                                              parsed.probe, fmt::join(kinds, ", ")));
  if (!(parsed.budget > Seconds{0}))
    throw Error(ErrorKind::input, "--budget: must be more than 0s; 60s is the default");
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
  const SurveyArguments& arguments;
  device::Device& device;
  study::Watch watch;
  study::Plan stream;  // made before anything runs: a mistake costs no measurement
  study::Plan livermore;
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
  if (survey.arguments.probe == "none") return;
  const study::ProbeRequest request{.full = false,
                                    .brief = survey.arguments.probe == "brief",
                                    .max_memory = {},
                                    .output = file_in(survey.arguments.options, "profile.json")};
  Profile profile = study::empty_profile(survey.device);
  survey.stopped =
      !study::probe_device(survey.device, request, chosen_probes({}, false), survey.watch, profile)
           .finished;
  survey.tables.push_back(summary_table(profile));
  if (study::has_failures(profile)) note_code(survey, static_cast<int>(ErrorKind::device));
}

// Runs the plan and adds its tables, whatever ends it.
void add_points(Survey& survey, const study::Plan& plan, const RunOptions& options,
                const char* file) {
  Result result{.provenance = study::provenance(describe(survey.device.info())), .points = {}};
  const study::Outcome outcome = study::run_points(survey.device, plan, options, survey.watch,
                                                   result, file_in(survey.arguments.options, file));
  for (Table& table : result_tables(result)) survey.tables.push_back(std::move(table));
  survey.stopped = outcome.interrupted;
  note_code(survey, study::exit_code(outcome, result, survey.arguments.measure.strict));
}

study::Plan plan_stream(const SurveyArguments& arguments, const device::Info& info) {
  NamedTexts settings{{"precision", info.doubles ? "f32,f64" : "f32"}};
  if (!arguments.elements.empty()) settings.emplace_back("elements", arguments.elements);
  study::Plan plan = study::plan_points("stream", device::traits_of(info), settings);
  for (const study::PlannedPoint& point : plan.points) (void)program_of(point);
  return plan;
}

void add_stream(Survey& survey) {
  RunOptions options = study::run_options(survey.arguments.measure, survey.watch);
  options.stop.timeout =
      std::min(options.stop.timeout,
               survey.arguments.budget / static_cast<double>(survey.stream.points.size()));
  add_points(survey, survey.stream, options, "stream.json");
}

study::Plan plan_livermore(const device::Info& info) {
  const NamedTexts settings{{"span", "long"}, {"precision", info.doubles ? "f64" : "f32"}};
  return study::plan_suite("livermore", "mflops", info, settings);
}

// The official spans are short: what they show is the cost of a pass.
void add_livermore(Survey& survey) {
  RunOptions brief = study::run_options(survey.arguments.measure, survey.watch);
  brief.stop.timeout = std::min(brief.stop.timeout, survey.arguments.budget / 100.0);
  brief.stop.min_time = std::min(brief.stop.min_time, survey.arguments.budget / 1000.0);
  add_points(survey, survey.livermore, brief, "livermore.json");
}

void show(const Survey& survey) {
  const Options& options = survey.arguments.options;
  const Format format = format_from_name(options.format);
  const Provenance from = study::provenance(describe(survey.device.info()));
  const std::string page =
      (format == Format::text ? heading(from) : "") + render(survey.tables, format);
  fmt::print("{}", page);
  if (!options.output.empty()) write_whole(file_in(options, "survey.txt"), page);
}

}  // namespace

int survey_command(Arguments arguments) {
  const SurveyArguments parsed = parse_survey_arguments(arguments);
  const Options& options = parsed.options;
  (void)format_from_name(options.format);
  Table devices = devices_table(device::find_devices());
  devices.title = "devices";
  const std::unique_ptr<device::Device> device = device::open_device(options.device);
  Progress progress(options.quiet);
  Survey survey{.arguments = parsed,
                .device = *device,
                .watch = watch_of(progress),
                .stream = plan_stream(parsed, device->info()),
                .livermore = plan_livermore(device->info()),
                .tables = {std::move(devices)}};
  (void)study::run_options(parsed.measure, survey.watch);  // refuses samples that contradict
  require_folder(options.output);
  const OverdueReport overdue(parsed.measure.stop.timeout);
  for (const auto part : {add_probe, add_stream, add_livermore}) {
    if (!survey.stopped) part(survey);
  }
  if (survey.stopped) survey.code = static_cast<int>(ErrorKind::interrupted);
  show(survey);
  return survey.code;
}

}  // namespace plumb::cli
