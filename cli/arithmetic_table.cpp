// cli/arithmetic_table.cpp - the rows, and the sentence that follows from them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arithmetic_table.h"

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/model/load_balance.h"

namespace plumb::cli {
namespace {

Cell per_load(const LoadBalance& balance, double operations) {
  if (!(balance.loads > 0)) return Missing{};
  return operations > 0 ? Cell(significant(operations, 3)) : Cell(Missing{});
}

std::vector<Cell> row_of(const Profile& profile, const std::string& kernel,
                         const std::string& counted_in, const Pass& pass) {
  std::vector<Cell> row{kernel, counted_in};
  try {
    const LoadBalance balance = load_balance(profile, pass);
    const Cell own = per_load(balance, balance.operations / balance.loads);
    row.insert(row.end(),
               {significant(balance.loads, 3), significant(balance.operations, 3), own,
                per_load(balance, balance.hidden_by_memory()),
                per_load(balance, balance.hidden_by_cache()), name_of(balance.dominant)});
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::input) throw;
    row.insert(row.end(),
               {Missing{explain(error)}, Missing{}, Missing{}, Missing{}, Missing{}, Missing{}});
  }
  return row;
}

}  // namespace

Table arithmetic_table(const Profile& profile,
                       const std::vector<study::KernelArithmetic>& kernels) {
  Table table{.title = "arithmetic beside loads",
              .columns = {{"kernel"},
                          {"counted in"},
                          {"loads"},
                          {"operations"},
                          {"per load"},
                          {"hidden, memory"},
                          {"hidden, cache"},
                          {"takes longer"}}};
  for (const study::KernelArithmetic& each : kernels) {
    if (each.counted) {
      table.rows.push_back(row_of(profile, each.kernel,
                                  each.in_loop ? "loop of its PTX" : "its PTX", *each.counted));
    } else {
      std::vector<Cell> row{each.kernel, "its PTX", Missing{each.why_not}};
      row.insert(row.end(), table.columns.size() - row.size(), Missing{});
      table.rows.push_back(std::move(row));
    }
    table.rows.push_back(row_of(profile, each.kernel, "its pass", each.stated));
  }
  table.notes.push_back(
      "hidden: operations of this mix that the device makes while one load comes from memory, or "
      "from a unit's own cache; "
      "while there are more per load than that, the arithmetic takes longer, and the assumption of "
      "paper 000 (figure 4) does not hold");
  return table;
}

}  // namespace plumb::cli
