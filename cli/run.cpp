// cli/run.cpp - plumb run: measures and verifies a workload, an application or a program file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/pages.h"
#include "cli/profiles.h"
#include "cli/progress.h"
#include "cli/run_points.h"
#include "cli/suits.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/model/predict.h"
#include "plumb/report/measured_table.h"

namespace plumb::cli {
namespace {

struct RunWords {
  std::string application;
  Options options;
  MeasureOptions measure;
  bool dry_run = false;
  bool predicts = false;  // shows predictions beside the measurement
  std::string profile;    // for them; empty: that of the device
  PredictOptions predict;
  std::vector<std::string> settings;  // --set NAME=VALUES
  std::vector<std::string> rest;      // --NAME VALUES of the workload
};

RunWords parse_words(Words words) {
  CommandLine line("run");
  RunWords parsed;
  add_options(line, parsed.options);
  add_measure_options(line, parsed.measure);
  line.required_text("application", parsed.application);
  line.texts("--set", parsed.settings);
  line.flag("--dry-run", parsed.dry_run);
  line.flag("--predict", parsed.predicts);
  line.text("-p,--profile", parsed.profile);
  line.texts("--model", parsed.predict.models);
  line.text("--paths", parsed.predict.paths);
  parsed.rest = line.parse_known(words);
  parsed.predicts = parsed.predicts || !parsed.profile.empty();
  parsed.predict.interrupted = interrupted;
  return parsed;
}

Table plan_table(std::span<const PlannedPoint> plan) {
  Table table{.title = "plan: nothing is run",
              .columns = {{"point"}, {"memory", "MiB"}, {"steps"}, {"launches"}, {"settings"}}};
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Program program = plan[i].program();
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

// "-" for every model, and why.
PredictedPoint unpredicted(const std::string& application, const PredictOptions& options,
                           const std::string& reason) {
  PredictedPoint point;
  point.application = application;
  for (const std::string& model : options.models.empty() ? model_names() : options.models) {
    require_model(model);
    Prediction prediction;
    prediction.model = model;
    prediction.reason = reason;
    point.predictions.push_back(std::move(prediction));
  }
  return point;
}

// Made before anything is measured: a prediction that cannot be made costs no measurement.
std::vector<PredictedPoint> predict_all(std::span<const PlannedPoint> plan,
                                        const std::optional<Profile>& profile,
                                        const DeviceDescription& device,
                                        const PredictOptions& options) {
  std::vector<PredictedPoint> predictions;
  predictions.reserve(plan.size());
  const std::string reason =
      fmt::format("no profile of '{}' ({}) in '{}', and none comes with plumb; name one with -p",
                  device.name, device.backend, user_profile_folder());
  for (const PlannedPoint& point : plan) {
    const Program program = point.program();
    predictions.push_back(profile ? predict(*profile, program, options)
                                  : unpredicted(program.name, options, reason));
  }
  return predictions;
}

// What was measured beside what the profile predicts, point by point.
std::vector<Table> predicted_tables(std::span<const PlannedPoint> plan,
                                    std::span<const PredictedPoint> predictions,
                                    const Result& result, const std::optional<Profile>& profile) {
  const std::string& ran_on = result.provenance.device.name;
  const std::string described = profile ? profile->provenance.device.name : ran_on;
  const std::string note =
      ran_on == described
          ? ""
          : fmt::format("measured on {}, predicted for {}: different devices", ran_on, described);
  std::vector<Table> tables;
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    if (result.points[i].steps.empty()) continue;  // it failed, and its table says why
    const Program program = plan[i].program();
    tables.push_back(measured_table(program, result.points[i], predictions[i], note));
  }
  return tables;
}

void show(const Options& options, const Result& result, std::vector<Table> predicted) {
  const Format format = format_from_name(options.format);
  if (format == Format::json) {
    fmt::print("{}", to_text(to_json(result)));
  } else if (!options.quiet || options.output.empty()) {
    predicted.insert(predicted.begin(), points_table(result.points));
    fmt::print("{}", predicted.size() == 1 ? render(predicted.front(), format)
                                           : render(predicted, format));
  }
}

}  // namespace

int run_command(Words words) {
  const RunWords parsed = parse_words(words);
  const RunOptions run = run_options(parsed.measure);
  (void)format_from_name(parsed.options.format);
  require_writable(parsed.options.output);
  std::optional<Profile> profile;
  if (!parsed.profile.empty()) profile = find_profile(parsed.profile);
  const std::unique_ptr<device::Device> device = device::open_device(parsed.options.device);
  const std::vector<PlannedPoint> plan =
      plan_points(parsed.application, suits_of(device->info()), parsed.settings, parsed.rest);
  if (parsed.dry_run) {
    const Table table = plan_table(plan);
    print(parsed.options, {&table, 1});
    return 0;
  }
  const DeviceDescription described = describe(device->info());
  std::vector<PredictedPoint> predictions;
  if (parsed.predicts && !profile) profile = profile_of_device(described);
  if (parsed.predicts) predictions = predict_all(plan, profile, described, parsed.predict);
  Progress progress(parsed.options.quiet);
  Result result{.provenance = provenance(described), .points = {}};
  const Outcome outcome = run_points(*device, plan, run, progress, result, parsed.options.output);
  std::vector<Table> predicted;
  if (parsed.predicts) predicted = predicted_tables(plan, predictions, result, profile);
  show(parsed.options, result, std::move(predicted));
  return exit_code(outcome, result.points, parsed.measure.strict);
}

}  // namespace plumb::cli
