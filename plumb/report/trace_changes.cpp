// plumb/report/trace_changes.cpp - figures of kernels before and after, side by side.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/trace_changes.h"

#include <map>

#include <fmt/format.h>

namespace plumb {
namespace {

// "20 -> 26", or one number where nothing changed.
template <class Value>
std::string change(Value before, Value after) {
  return before == after ? fmt::format("{}", before) : fmt::format("{} -> {}", before, after);
}

Cell residents(const Perturbation& kernel, const BuildChange& build) {
  if (build.threads == 0)
    return Missing{
        "the shape of the blocks is not known; give it with --block, and dynamic "
        "shared memory with --dynamic"};
  const auto before = kernel.before.resident_blocks;
  const auto after = kernel.after.resident_blocks;
  if (!before || !after)
    return Missing{fmt::format("sm_{} is not in the table", build.architecture)};
  return change(*before, *after);
}

std::vector<Cell> row_of(const Perturbation& kernel, const BuildChange& build, bool rotating) {
  const CodeFigures& old = kernel.before;
  const CodeFigures& now = kernel.after;
  std::vector<Cell> row{kernel.kernel,
                        change(old.instructions, now.instructions),
                        change(old.registers.value_or(0), now.registers.value_or(0)),
                        change(old.frame.count, now.frame.count),
                        change(old.shared.count, now.shared.count),
                        residents(kernel, build),
                        change(old.loads, now.loads),
                        change(old.loads_in_flight, now.loads_in_flight),
                        change(old.wait_groups, now.wait_groups)};
  if (rotating) {
    row.insert(row.begin(),
               build.stamp ? Cell(*build.stamp) : Cell(Missing{"a build with several stamps"}));
  }
  return row;
}

// Where records are kept: once where all builds agree, else with how many.
void note_staging(std::span<const BuildChange> builds, Table& table) {
  std::map<std::string, std::size_t> counts;
  for (const BuildChange& build : builds) ++counts[build.staging];
  for (const auto& [reason, count] : counts) {
    table.notes.push_back(counts.size() == 1
                              ? reason
                              : fmt::format("{} of {} builds: {}", count, builds.size(), reason));
  }
}

}  // namespace

Table changes_table(std::span<const BuildChange> builds) {
  const bool rotating = builds.front().stamp.has_value();
  Table table{.title = fmt::format("what the stamps change, sm_{}{}", builds.front().architecture,
                                   rotating ? ", one stamp per build" : "")};
  if (builds.front().first_use) table.title += ", at the first use";
  if (rotating) table.columns.push_back({"stamp"});
  for (const char* name : {"kernel", "instructions", "registers"}) table.columns.push_back({name});
  for (const char* name : {"frame", "shared"}) table.columns.push_back({name, "B"});
  for (const char* name : {"resident blocks", "loads", "in flight", "wait groups"})
    table.columns.push_back({name});
  for (const BuildChange& build : builds) {
    for (const Perturbation& kernel : build.kernels) {
      // Kernels without the stamp of a build stay as they are.
      if (rotating && kernel.before == kernel.after) continue;
      table.rows.push_back(row_of(kernel, build, rotating));
    }
  }
  note_staging(builds, table);
  return table;
}

}  // namespace plumb
