// cli/tune.cpp - plumb tune: races the configurations of a workload and keeps the fastest.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/tune.h"

#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "cli/frame/overdue.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/device/traits.h"
#include "plumb/report/result_tables.h"
#include "plumb/study/origin.h"
#include "plumb/study/run_points.h"
#include "plumb/study/sweep.h"

namespace plumb::cli {
namespace {

struct TuneArguments {
  std::string workload;
  Options options;
  study::MeasureOptions measure;
  Seconds time{60};
  NamedTexts assignments;
};

TuneArguments parse_tune_arguments(Arguments arguments) {
  CommandLine line("tune");
  TuneArguments parsed;
  std::vector<std::string> settings;
  add_options(line, parsed.options);
  add_measure_options(line, parsed.measure);
  line.required_text("workload", parsed.workload);
  line.time("--tune-time", parsed.time);
  line.texts("--set", settings);
  const std::vector<std::string> rest = line.parse_known(arguments);
  parsed.assignments = study::assignments_from(settings, rest);
  if (!(parsed.time > Seconds{0}))
    throw Error(ErrorKind::input,
                fmt::format("--tune-time {}s: must be more than 0s", parsed.time.count()));
  if (parsed.measure.no_verify)
    throw Error(ErrorKind::input, "--no-verify: tuning keeps what it has verified; leave it out");
  if (parsed.measure.no_timing)
    throw Error(ErrorKind::input, "--no-timing: tuning compares times; leave it out");
  return parsed;
}

}  // namespace

int tune_command(Arguments arguments) {
  const TuneArguments parsed = parse_tune_arguments(arguments);
  const Workload& workload = workload_named(parsed.workload);
  const std::vector<NamedTexts> problems = study::problems_of(workload, parsed.assignments);
  (void)format_from_name(parsed.options.format);
  require_writable(parsed.options.output);
  const std::unique_ptr<device::Device> device = device::open_device(parsed.options.device);
  Progress progress(parsed.options.quiet);
  const study::Watch watch = watch_of(progress);
  Result result{.provenance = study::provenance(describe(device->info())), .points = {}};
  const OverdueReport overdue(parsed.measure.stop.timeout);
  const study::Outcome outcome = study::tune_all(*device, workload, problems, parsed.time,
                                                 study::run_options(parsed.measure, watch), watch,
                                                 result, parsed.options.output);
  if (outcome.interrupted)
    fmt::print(stderr, "interrupted; the tunings that are finished are kept\n");
  if (!result.races.empty()) show(parsed.options, result, result_tables(result));
  return study::exit_code(outcome, result, parsed.measure.strict);
}

}  // namespace plumb::cli
