// cli/trace_run.cpp - plumb trace run: how long the memory accesses of a program take.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run_points.h"
#include "cli/suits.h"
#include "cli/trace.h"
#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/device/open.h"
#include "plumb/trace/collect/collect.h"

namespace plumb::cli {
namespace {

std::vector<Cell> row_of(const trace::StampTimes& times) {
  const trace::Stamp& stamp = times.certificate.stamp;
  std::vector<Cell> row{stamp.id, stamp.kernel, stamp.opcode, stamp.source, times.cycles.size()};
  for (const double fraction : {0.5, 0.1, 0.9, 0.99}) {
    if (times.cycles.empty()) {
      row.emplace_back(Missing{"a stamp wrote no record"});
    } else {
      row.emplace_back(fixed(quantile(times.cycles, fraction), 0));
    }
  }
  row.emplace_back(std::string(verdict_of(times.certificate)));
  return row;
}

Table times_table(const trace::Collected& collected, const std::string& title) {
  Table table{.title = title,
              .columns = {{"stamp"},
                          {"kernel"},
                          {"instruction"},
                          {"source"},
                          {"records"},
                          {"median", "cycles"},
                          {"10 %", "cycles"},
                          {"90 %", "cycles"},
                          {"99 %", "cycles"},
                          {"verdict"}}};
  std::uint64_t reversed = 0;
  for (const trace::StampTimes& times : collected.stamps) {
    table.rows.push_back(row_of(times));
    reversed += times.reversed;
    if (!times.certificate.complaint.empty()) {
      table.notes.push_back(fmt::format("stamp {} is not certified: {}", times.certificate.stamp.id,
                                        times.certificate.complaint));
    }
  }
  for (const trace::Skipped& skipped : collected.skipped) {
    table.notes.push_back(fmt::format("not stamped: {} in '{}', line {}: {}", skipped.stamp.opcode,
                                      skipped.stamp.kernel, skipped.stamp.ptx_line,
                                      skipped.reason));
  }
  table.notes.push_back(
      fmt::format("records lost: {} beyond the slots, {} beyond the layout, {} unfinished, {} "
                  "reversed",
                  collected.lost, collected.misplaced, collected.unfinished, reversed));
  table.notes.push_back(
      collected.changed.empty()
          ? std::string("output identical with and without stamps")
          : fmt::format("OUTPUT CHANGED: {}", fmt::join(collected.changed, ", ")));
  return table;
}

// The output is the same, and every stamp is shown to measure what it claims.
bool is_good(const trace::Collected& collected) {
  return collected.changed.empty() &&
         std::ranges::all_of(collected.stamps, [](const trace::StampTimes& times) {
           return times.certificate.complaint.empty();
         });
}

void add_tables(const trace::Collected& collected, const std::string& label,
                std::vector<Table>& tables) {
  if (collected.builds.empty()) return;  // interrupted before the first
  tables.push_back(times_table(collected, label));
  if (collected.interrupted)
    tables.back().notes.emplace_back("interrupted: the stamps of further builds are missing");
  const std::span<const trace::BuildChange> builds(collected.builds);
  if (builds.front().stamp) {
    tables.push_back(perturbation_table(builds));
    return;
  }
  for (std::size_t i = 0; i < builds.size(); ++i)
    tables.push_back(perturbation_table(builds.subspan(i, 1)));
}

}  // namespace

int trace_run(Words words) {
  CommandLine line("trace");
  InstrumentWords chosen;
  Options options;
  std::string application;
  std::vector<std::string> settings;
  trace::CollectOptions collecting;
  add_options(line, options);
  add_instrument_options(line, chosen);
  line.required_text("application", application);
  line.texts("--set", settings);
  line.flag("--rotate", collecting.rotate);
  line.flag("!--direct", collecting.stage);
  const std::vector<std::string> rest = line.parse_known(words);
  (void)format_from_name(options.format);
  require_writable(options.output);
  collecting.instrument = instrument_options(chosen);
  const std::unique_ptr<device::Device> device = device::open_device(options.device);
  Progress progress(options.quiet);
  collecting.interrupted = interrupted;
  std::vector<Table> tables;
  bool good = true;
  for (const PlannedPoint& point :
       plan_points(application, suits_of(device->info()), settings, rest)) {
    if (interrupted()) break;
    collecting.progress = [&](std::string_view phase) {
      progress.show(fmt::format("{}: {}", point.label, phase));
    };
    const trace::Collected collected = trace::collect(*device, point.program(), collecting);
    progress.clear();
    good = good && is_good(collected);
    add_tables(collected, point.label, tables);
  }
  if (!tables.empty()) print(options, tables);
  if (interrupted()) return static_cast<int>(ErrorKind::interrupted);
  return good ? 0 : static_cast<int>(ErrorKind::check_failed);
}

}  // namespace plumb::cli
