// plumb/report/html/allocations.cpp - what moved between the programs of a pair, and what it saved.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/report/allocation_tables.h"
#include "plumb/report/html/sections.h"

namespace plumb {
namespace {

constexpr const char* source_of_moves = "paper 004, table 5";

Chart slots_chart(const Allocation& allocation) {
  const auto bars = [](const char* name, const SlotCounts& slots) {
    return ChartSeries{name,
                       SeriesStyle::bars,
                       {{.x = 0, .y = static_cast<double>(slots.vertex)},
                        {.x = 1, .y = static_cast<double>(slots.arithmetic)},
                        {.x = 2, .y = static_cast<double>(slots.texture)}}};
  };
  return {
      .form = ChartForm::bars,
      .title = fmt::format("slots of {} and {}", allocation.vertex_file, allocation.fragment_file),
      .source = source_of_moves,
      .x = {.name = "program",
            .scale = AxisScale::category,
            .categories = {"vertex", "fragment, arithmetic", "fragment, texture"}},
      .y = {"instructions", "slots"},
      .series = {bars("before", allocation.before), bars("after", allocation.after)}};
}

std::string moved_text(const Allocation& allocation) {
  const auto moved =
      std::ranges::count(allocation.instructions, "moved", &AllocatedInstruction::condition);
  const SlotCounts& before = allocation.before;
  const SlotCounts& after = allocation.after;
  return fmt::format(
      "{} of {} instructions of the fragment program moved to the vertex program (mode {}): its "
      "slots went from {} to {}, those of the vertex program from {} to {}.",
      moved, allocation.instructions.size(), allocation.mode, before.arithmetic + before.texture,
      after.arithmetic + after.texture, before.vertex, after.vertex);
}

}  // namespace

Section allocation_section(const ReportInputs& inputs) {
  Section section{.id = "moved", .title = "Moved between programs"};
  for (const ReportedAllocation& one : inputs.allocations) {
    section.blocks.emplace_back(
        Sentence{fmt::format("{}: {}", one.file, one.allocation.provenance.command)});
    section.blocks.emplace_back(Sentence{moved_text(one.allocation)});
    section.blocks.emplace_back(slots_chart(one.allocation));
    Table slots = move_slots_table(one.allocation);
    slots.title = "slots before and after";
    section.blocks.push_back(table_block(std::move(slots)));
    Table outcomes = move_outcomes_table(one.allocation);
    outcomes.title = "every instruction of the fragment program";
    section.blocks.push_back(table_block(std::move(outcomes)));
  }
  return section;
}

}  // namespace plumb
