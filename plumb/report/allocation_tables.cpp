// plumb/report/allocation_tables.cpp - slots before and after, outcomes of instructions, steps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/allocation_tables.h"

#include <algorithm>

#include <fmt/format.h>

namespace plumb {

namespace {

std::string proof_note(const Allocation& allocation) {
  if (allocation.proved) return "no cut with fewer fragment slots exists";
  if (allocation.unproved == "search") return "the search stopped early: a better cut may exist";
  if (allocation.unproved == "layout")
    return "no layout or code was found for some cuts: one of them may be better";
  if (allocation.unproved == "cost")
    return "a cut with fewer fragment slots may exist; it would cost more in total";
  return "a better cut may exist";
}

}  // namespace

Table move_slots_table(const Allocation& allocation) {
  Table table{.columns = {{"program"}, {"before", "slots"}, {"after", "slots"}}};
  table.rows.push_back({"vertex", allocation.before.vertex, allocation.after.vertex});
  table.rows.push_back(
      {"fragment, arithmetic", allocation.before.arithmetic, allocation.after.arithmetic});
  table.rows.push_back({"fragment, texture", allocation.before.texture, allocation.after.texture});
  if (!allocation.without_gain.empty()) {
    table.notes.push_back(fmt::format("no gain: {}", allocation.without_gain));
  }
  for (const UploadedConstant& one : allocation.constants) {
    if (!one.value.empty()) {
      table.notes.push_back(fmt::format(
          "the host must set c{}.{} of the {} program to {}, c# being the fragment program's",
          one.to_fragment ? one.fragment : one.vertex, one.component,
          one.to_fragment ? "fragment" : "vertex", one.value));
      continue;
    }
    const std::string vertex = fmt::format("c{} of the vertex program", one.vertex);
    const std::string fragment = fmt::format("c{} of the fragment program", one.fragment);
    table.notes.push_back(fmt::format("the host must also set {} to {}",
                                      one.to_fragment ? fragment : vertex,
                                      one.to_fragment ? vertex : fragment));
  }
  if (allocation.mode == "optimal") table.notes.push_back(proof_note(allocation));
  return table;
}

Table move_outcomes_table(const Allocation& allocation) {
  Table table{.columns = {{"line"}, {"instruction"}, {"outcome"}, {"why"}, {"after line"}}};
  for (const AllocatedInstruction& one : allocation.instructions) {
    table.rows.push_back({one.line, one.text, one.condition, one.reason,
                          fmt::format("{}", fmt::join(one.chain, ", "))});
  }
  return table;
}

Table move_steps_table(std::span<const Allocation> steps) {
  Table table{.columns = {{"step"}, {"V", "slots"}, {"F", "slots"}, {"instructions moved"}}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const SlotCounts& after = steps[i].after;
    table.rows.push_back(
        {i, after.vertex, after.arithmetic + after.texture,
         std::ranges::count(steps[i].instructions, "moved", &AllocatedInstruction::condition)});
  }
  return table;
}

}  // namespace plumb
