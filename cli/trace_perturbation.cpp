// cli/trace_perturbation.cpp - the table of what stamps change in kernels.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <fmt/format.h>

#include "cli/trace.h"

namespace plumb::cli {
namespace {

// "20 -> 26", or one number where nothing changed.
template <class Value>
std::string change(Value before, Value after) {
  return before == after ? fmt::format("{}", before) : fmt::format("{} -> {}", before, after);
}

Cell residents(const trace::Perturbation& kernel, const trace::BuildChange& build) {
  if (build.threads == 0)
    return Missing{"the shape of the blocks is not known; give it with --block"};
  const auto blocks = [&](const trace::CodeFigures& figures) {
    return trace::resident_blocks(figures, build.architecture, build.threads, build.dynamic);
  };
  const auto before = blocks(kernel.before);
  const auto after = blocks(kernel.after);
  if (!before || !after)
    return Missing{fmt::format("sm_{} is not in the table", build.architecture)};
  return change(*before, *after);
}

std::vector<Cell> row_of(const trace::Perturbation& kernel, const trace::BuildChange& build) {
  const trace::CodeFigures& old = kernel.before;
  const trace::CodeFigures& now = kernel.after;
  std::vector<Cell> row;
  if (build.stamp) row.emplace_back(*build.stamp);
  row.emplace_back(kernel.kernel);
  row.emplace_back(change(old.instructions, now.instructions));
  row.emplace_back(change(old.registers.value_or(0), now.registers.value_or(0)));
  row.emplace_back(change(old.frame.count, now.frame.count));
  row.emplace_back(change(old.shared.count, now.shared.count));
  row.push_back(residents(kernel, build));
  row.emplace_back(change(old.loads, now.loads));
  row.emplace_back(change(old.loads_in_flight, now.loads_in_flight));
  row.emplace_back(change(old.wait_groups, now.wait_groups));
  return row;
}

// Where records are kept: once where all builds agree, else with how many.
void note_staging(std::span<const trace::BuildChange> builds, Table& table) {
  std::map<std::string, std::size_t> counts;
  for (const trace::BuildChange& build : builds) ++counts[build.staging];
  for (const auto& [reason, count] : counts) {
    table.notes.push_back(counts.size() == 1
                              ? reason
                              : fmt::format("{} of {} builds: {}", count, builds.size(), reason));
  }
}

}  // namespace

Table perturbation_table(std::span<const trace::BuildChange> builds) {
  const bool rotating = builds.front().stamp.has_value();
  Table table{.title = fmt::format("what the stamps change, sm_{}{}", builds.front().architecture,
                                   rotating ? ", one stamp per build" : "")};
  if (rotating) table.columns.push_back({"stamp"});
  for (const char* name : {"kernel", "instructions", "registers"}) table.columns.push_back({name});
  for (const char* name : {"frame", "shared"}) table.columns.push_back({name, "B"});
  for (const char* name : {"resident blocks", "loads", "in flight", "wait groups"})
    table.columns.push_back({name});
  for (const trace::BuildChange& build : builds) {
    for (const trace::Perturbation& kernel : build.kernels) {
      // Kernels without the stamp of a build stay as they are.
      if (rotating && kernel.before == kernel.after) continue;
      table.rows.push_back(row_of(kernel, build));
    }
  }
  note_staging(builds, table);
  return table;
}

}  // namespace plumb::cli
