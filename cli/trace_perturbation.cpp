// cli/trace_perturbation.cpp - the table of what stamps change in kernels.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/trace.h"

namespace plumb::cli {
namespace {

// "20 -> 26", or one number where nothing changed.
template <class Value>
std::string change(Value before, Value after) {
  return before == after ? fmt::format("{}", before) : fmt::format("{} -> {}", before, after);
}

Cell residents(const trace::Perturbation& kernel, unsigned architecture, std::uint64_t threads) {
  if (threads == 0) return Missing{"the shape of the blocks is not known; give it with --block"};
  const auto before = trace::resident_blocks(kernel.before, architecture, threads);
  const auto after = trace::resident_blocks(kernel.after, architecture, threads);
  if (!before || !after) return Missing{fmt::format("sm_{} is not in the table", architecture)};
  return change(*before, *after);
}

}  // namespace

Table perturbation_table(const trace::Cubin& before, const trace::Cubin& after,
                         std::uint64_t threads, const std::string& staging) {
  Table table{.title = fmt::format("what the stamps change, sm_{}", after.architecture),
              .columns = {{"kernel"},
                          {"instructions"},
                          {"registers"},
                          {"frame", "B"},
                          {"shared", "B"},
                          {"resident blocks"},
                          {"loads"},
                          {"in flight"},
                          {"wait groups"}}};
  for (const trace::Perturbation& kernel : trace::compare(before, after)) {
    const trace::CodeFigures& old = kernel.before;
    const trace::CodeFigures& now = kernel.after;
    table.rows.push_back(
        {kernel.kernel, change(old.instructions, now.instructions),
         change(old.registers.value_or(0), now.registers.value_or(0)),
         change(old.frame.count, now.frame.count), change(old.shared.count, now.shared.count),
         residents(kernel, after.architecture, threads), change(old.loads, now.loads),
         change(old.loads_in_flight, now.loads_in_flight),
         change(old.wait_groups, now.wait_groups)});
  }
  table.notes.push_back(staging);
  return table;
}

}  // namespace plumb::cli
