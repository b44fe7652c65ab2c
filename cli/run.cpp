// cli/run.cpp - plumb run, and its short names: measures a workload, an application or a file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/options.h"
#include "cli/frame/overdue.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/model/predict.h"
#include "plumb/report/measured_table.h"
#include "plumb/report/result_tables.h"
#include "plumb/report/which_point.h"
#include "plumb/study/chunk_search.h"
#include "plumb/study/origin.h"
#include "plumb/study/plan.h"
#include "plumb/study/predict_plan.h"
#include "plumb/study/profiles.h"
#include "plumb/study/run_point.h"
#include "plumb/study/run_points.h"
#include "plumb/study/sweep.h"

namespace plumb::cli {
namespace {

struct RunArguments {
  std::string application;
  std::string suite;
  Options options;
  study::MeasureOptions measure;
  bool dry_run = false;
  std::string explained;  // what of the workload; empty: nothing
  bool predicts = false;  // shows predictions beside the measurement
  std::string profile;    // for them; empty: that of the device
  PredictOptions predict;
  NamedTexts assignments;  // --NAME VALUES, --set NAME=VALUES
};

// `parsed` has the application already where a short name stands for it.
RunArguments parse_run_arguments(const char* command, RunArguments parsed, Arguments arguments) {
  CommandLine line(command);
  std::vector<std::string> settings;
  add_options(line, parsed.options);
  add_measure_options(line, parsed.measure);
  if (parsed.application.empty()) {
    line.required_text("application", parsed.application);
    line.text("--suite", parsed.suite);
  }
  line.texts("--set", settings);
  line.flag("--dry-run", parsed.dry_run);
  line.text("--explain", parsed.explained);
  line.flag("--predict", parsed.predicts);
  line.text("-p,--profile", parsed.profile);
  line.texts("--model", parsed.predict.models);
  line.text("--paths", parsed.predict.paths);
  const std::vector<std::string> rest = line.parse_known(arguments);
  parsed.assignments = study::assignments_from(settings, rest);
  for (const std::string& model : parsed.predict.models) require_model(model);
  parsed.predicts = parsed.predicts || !parsed.profile.empty() || !parsed.predict.models.empty() ||
                    !parsed.predict.paths.empty();
  parsed.predict.interrupted = interrupted;
  return parsed;
}

Table plan_table(const study::Plan& plan) {
  Table table{.title = "plan: nothing is run",
              .columns = {{"point"}, {"memory", "MiB"}, {"steps"}, {"launches"}, {"settings"}}};
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    Program program;
    try {
      program = program_of(plan.points[i]);
    } catch (const Error& error) {
      if (plan.suite == nullptr || !study::is_refusal(error)) throw;
      table.rows.push_back(
          {i + 1, Missing{explain(error)}, Missing{}, Missing{}, plan.points[i].label});
      continue;
    }
    std::uint64_t launches = 0;
    for (const Step& step : program.steps) launches += demand_of(step).launches;
    std::string settings;
    for (const auto& [name, value] : program.settings) {
      settings += fmt::format("{}{}={}", settings.empty() ? "" : " ", name, value);
    }
    table.rows.push_back({i + 1,
                          significant(static_cast<double>(memory_of(program).count) * 0x1p-20, 4),
                          program.steps.size(), launches, settings});
  }
  return table;
}

// What was measured beside what the profile predicts, point by point.
std::vector<Table> predicted_tables(const RunArguments& parsed, const study::Plan& plan,
                                    const study::ProfileSought& sought, const Result& result) {
  const std::string& ran_on = result.provenance.device.name;
  const std::optional<Profile>& profile = sought.profile;
  const std::string described = profile ? profile->provenance.device.name : ran_on;
  const std::string note =
      ran_on == described
          ? ""
          : fmt::format("measured on {}, predicted for {}: different devices", ran_on, described);
  std::vector<Table> tables;
  const std::vector<const Point*> points = shown_points(result, {});
  const std::vector<std::string> varying = varying_settings(result.points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i]->steps.empty()) continue;  // it failed, and its table says why
    const PredictedPoint& before = *plan.points[i].predicted;
    const PredictedPoint now =
        study::predict_as_measured(plan.points[i], *points[i], before, sought, parsed.predict);
    const Program program = program_of(plan.points[i]);
    tables.push_back(measured_table({.program = program,
                                     .measured = *points[i],
                                     .predicted = now,
                                     .expected = before,
                                     .which = which_point(*points[i], varying),
                                     .note = note}));
  }
  return tables;
}

// The most that a point names; the record has no device that nothing ran on.
std::size_t used_devices(const study::Plan& plan) {
  std::size_t most = 1;
  for (const study::PlannedPoint& point : plan.points)
    most = std::max<std::size_t>(most, devices_of(program_of(point)));
  return most;
}

// A file says which devices it has steps for; of a workload a device too many is an option that was
// forgotten.
void refuse_idle_devices(const RunArguments& parsed, const study::Plan& plan, std::size_t given,
                         std::size_t used) {
  if (given <= used || plan.points.front().workload == nullptr) return;
  throw Error(ErrorKind::input,
              fmt::format("--device {}: '{}' runs on {} device{} with these settings and {} are "
                          "given; name {}, or divide the work (plumb list)",
                          parsed.options.device, parsed.application, used, used == 1 ? "" : "s",
                          given, used));
}

int explain_part(const RunArguments& parsed) {
  const Workload& workload = workload_named(parsed.application);
  if (workload.explanation == nullptr) {
    throw Error(ErrorKind::input,
                fmt::format("workload '{}' has nothing to explain", workload.name));
  }
  Table table{.columns = {{"what"}, {"how"}}};
  const NamedTexts parts = during("--explain " + parsed.explained,
                                  [&] { return workload.explanation(parsed.explained); });
  for (const auto& [name, text] : parts) {
    if (table.title.empty()) {
      table.title = text;
    } else {
      table.rows.push_back({name, text});
    }
  }
  print(parsed.options, {&table, 1});
  return 0;
}

std::size_t finished_points(const Result& result) {
  const std::vector<const Point*> shown = shown_points(result, {});
  return static_cast<std::size_t>(
      std::ranges::count_if(shown, [](const Point* point) { return !point->interrupted; }));
}

// The profile by which the model chooses for this device: the named one, or its own.
Profile profile_that_chooses(const device::Device& device, const std::optional<Profile>& named) {
  if (named) return *named;
  study::ProfileSought sought = study::seek_profile(device::describe(device.info()));
  if (!sought.profile)
    throw Error(ErrorKind::input,
                fmt::format("--chunks model: {}, or probe the device first", sought.missing));
  return std::move(*sought.profile);
}

int run_parsed(const RunArguments& parsed) {
  if (!parsed.explained.empty()) return explain_part(parsed);
  Progress progress(parsed.options.quiet);
  study::Watch watch = watch_of(progress);
  watch.shown = [&parsed](const Result& result) {
    return shown_text(parsed.options, result, result_tables(result));
  };
  RunOptions run = study::run_options(parsed.measure, watch);
  require_result_format(parsed.options.format);
  require_writable(parsed.options.output);
  std::optional<Profile> named;
  if (!parsed.profile.empty()) named = study::find_profile(parsed.profile);
  const std::vector<std::unique_ptr<device::Device>> devices =
      device::open_devices(parsed.options.device);
  device::Device* const device = devices.front().get();
  std::optional<Profile> chooser;
  if (study::leaves_chunks_to_model(parsed.application, parsed.assignments))
    chooser = profile_that_chooses(*device, named);
  study::Plan plan =
      parsed.suite.empty()
          ? study::plan_points(parsed.application, device::traits_of(device->info()),
                               parsed.assignments, chooser ? &*chooser : nullptr)
          : study::plan_suite(parsed.application, parsed.suite, device->info(), parsed.assignments);
  std::vector<std::string> inputs = plan.files;
  if (parsed.predicts)
    std::ranges::copy(study::profile_files(parsed.profile), std::back_inserter(inputs));
  require_not_input(parsed.options.output, inputs);
  if (parsed.dry_run) {
    const Table table = plan_table(plan);
    print(parsed.options, {&table, 1});
    return 0;
  }
  Result result{.provenance = study::provenance(describe(device->info())), .points = {}};
  const std::size_t used = devices.size() > 1 ? used_devices(plan) : 1;
  refuse_idle_devices(parsed, plan, devices.size(), used);
  for (std::size_t i = 1; i < devices.size(); ++i) {
    run.further_devices.push_back(devices[i].get());
    if (i < used) result.further_devices.push_back(describe(devices[i]->info()));
  }
  study::ProfileSought sought{.profile = std::move(named), .missing = {}};
  if (parsed.predicts) {
    if (!sought.profile) sought = study::seek_profile(result.provenance.device);
    study::predict_plan(plan, sought, parsed.predict);
  }
  const OverdueReport overdue(parsed.measure.stop.timeout);
  const study::Outcome outcome =
      study::run_points(*device, plan, run, watch, result, parsed.options.output);
  if (outcome.interrupted)
    report_interrupt(parsed.options, finished_points(result), plan.points.size());
  std::vector<Table> tables = result_tables(result);
  if (parsed.predicts) {
    for (Table& table : predicted_tables(parsed, plan, sought, result))
      tables.push_back(std::move(table));
  }
  show(parsed.options, result, tables);
  return study::exit_code(outcome, result, parsed.measure.strict);
}

// plumb WORKLOAD: its first suite, or that of the paper; with --tune what plumb tune does.
int run_suite(const char* workload, Arguments arguments, const char* suite = "") {
  if (std::ranges::find(arguments, "--tune") != arguments.end()) {
    std::vector<std::string> rest{workload};
    std::ranges::copy_if(arguments, std::back_inserter(rest),
                         [](const std::string& word) { return word != "--tune"; });
    return tune_command(rest);
  }
  RunArguments known;
  known.application = workload;
  known.suite = *suite != '\0' ? suite : workload_named(workload).suites.front().name;
  return run_parsed(parse_run_arguments(workload, known, arguments));
}

}  // namespace

int run_command(Arguments arguments) {
  return run_parsed(parse_run_arguments("run", {}, arguments));
}
int himeno_command(Arguments arguments) { return run_suite("himeno", arguments); }
int livermore_command(Arguments arguments) { return run_suite("livermore", arguments); }
int poisson_command(Arguments arguments) {
  std::vector<std::string> rest(arguments.begin(), arguments.end());
  const bool paper = std::erase(rest, "--paper") > 0;
  return run_suite("poisson", rest, paper ? "paper" : "");
}

}  // namespace plumb::cli
