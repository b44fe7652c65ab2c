// plumb/report/trace_times.cpp - the cycles of every stamp as tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/trace_times.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/report/trace_changes.h"
#include "plumb/report/trace_stamps.h"

namespace plumb {
namespace {

bool has_addresses(const TracedPoint& point) {
  return std::ranges::any_of(
      point.stamps, [](const TracedStamp& traced) { return traced.addresses.has_value(); });
}

void add_address_cells(const TracedStamp& traced, std::vector<Cell>& row) {
  if (!traced.addresses) {
    row.insert(row.end(), 3, Missing{});
    return;
  }
  const AddressFigures& figures = *traced.addresses;
  row.emplace_back(fixed(figures.sectors, 1));
  row.emplace_back(fixed(figures.fewest, 1));
  if (figures.stride && figures.on_a_line >= 0.5) {
    row.emplace_back(fixed(static_cast<double>(*figures.stride), 0));
  } else {
    row.emplace_back(Missing{});
  }
}

std::string addresses_note() {
  return "sectors of 32 bytes that an access touches in the mean, and the fewest that hold its "
         "bytes; the stride from lane to lane that most records have (-: none)";
}

bool has_stalls(const TracedPoint& point) {
  return std::ranges::any_of(point.stamps,
                             [](const TracedStamp& traced) { return traced.stall.has_value(); });
}

Cell stall_cell(const TracedStamp& traced) {
  if (!traced.stall || traced.stall->time.samples.empty()) return Missing{};  // a note says why
  return fixed(median(traced.stall->time.samples), 0);
}

// Why loads have no stall: each reason once, with its stamps.
std::vector<std::string> stall_notes(const TracedPoint& point) {
  std::vector<std::string> notes{
      "stall: what a kernel still waits for a load when it first uses the value, the median; from "
      "builds with one stamp, which stands there"};
  std::map<std::string, std::vector<std::uint32_t>> missing;
  for (const TracedStamp& traced : point.stamps) {
    if (traced.stall && !traced.stall->reason.empty())
      missing[traced.stall->reason].push_back(traced.certificate.stamp.id);
  }
  for (const auto& [reason, stamps] : missing) {
    notes.push_back(fmt::format("no stall for stamp{} {}: {}", stamps.size() == 1 ? "" : "s",
                                fmt::join(stamps, ", "), reason));
  }
  return notes;
}

std::vector<Cell> row_of(const TracedStamp& traced, bool with_addresses, bool with_stalls) {
  const Stamp& stamp = traced.certificate.stamp;
  const std::vector<double>& cycles = traced.time.samples;
  std::vector<Cell> row{stamp.id, stamp.kernel, stamp.opcode, shown_chain(stamp), cycles.size()};
  for (const double fraction : {0.5, 0.1, 0.9, 0.99}) {
    if (cycles.empty()) {
      row.emplace_back(Missing{});  // a note says why
    } else {
      row.emplace_back(fixed(quantile(cycles, fraction), 0));
    }
  }
  if (with_stalls) row.push_back(stall_cell(traced));
  if (with_addresses) add_address_cells(traced, row);
  row.emplace_back(name_of(traced.certificate.verdict));
  return row;
}

// The program did not come by these: a remainder loop that was not entered, a rare branch.
std::string never_reached_note(const TracedPoint& point) {
  const auto silent = std::ranges::count_if(point.stamps, [](const TracedStamp& traced) {
    return traced.time.samples.empty() && traced.reversed == 0;
  });
  if (silent == 0) return {};
  const bool lost = point.lost + point.misplaced + point.unfinished > 0;
  return fmt::format("{} of {} stamps without a record: {}", silent, point.stamps.size(),
                     lost ? "not reached, or all of theirs were lost"
                          : "no warp that writes records came by them");
}

// Rotating, a build has one stamp: most cost next to nothing, the worst is named.
std::string cost_note(const TracedPoint& point) {
  if (point.times.empty()) return {};
  std::vector<double> ratios;
  for (const BuildTime& time : point.times) ratios.push_back(time.with / time.without);
  const std::string without = to_text(point.times.front().without);
  if (ratios.size() == 1)
    return fmt::format("kernels with stamps: {:.3g} times their time without, {}", ratios.front(),
                       without);
  const auto worst = std::ranges::max_element(ratios);
  const BuildTime& of = point.times[static_cast<std::size_t>(worst - ratios.begin())];
  return fmt::format(
      "kernels with one stamp: {:.3g} times their time without, {}, in the median of {} builds; at "
      "most {:.3g} times{}",
      median(ratios), without, ratios.size(), *worst,
      of.stamp ? fmt::format(", with stamp {}", *of.stamp) : "");
}

// What was taken off every interval.
std::string own_cycles_note(const TracedPoint& point) {
  std::uint32_t least = UINT32_MAX;
  std::uint32_t most = 0;
  for (const TracedStamp& traced : point.stamps) {
    const OwnCycles own = own_cycles(traced.certificate);
    if (own.before + own.behind == 0) continue;
    least = std::min(least, own.before + own.behind);
    most = std::max(most, own.before + own.behind);
  }
  if (most == 0) return {};
  return fmt::format(
      "times are those of the accesses: {} cycles of each stamp itself are taken off",
      least == most ? std::to_string(most) : fmt::format("{} to {}", least, most));
}

// What share of the program the records stand for.
std::string stamped_note(const StampedShare& stamped) {
  std::string note = stamped.blocks > 1
                         ? fmt::format("stamps in one block of {}, drawn by chance", stamped.blocks)
                         : std::string("stamps in every block");
  if (stamped.block) note = fmt::format("stamps in block {} of each launch alone", *stamped.block);
  if (stamped.warp) note += fmt::format(", in warp {} alone", *stamped.warp);
  if (stamped.warps > 1) note += fmt::format(", in one warp of {}", stamped.warps);
  if (stamped.records > 1) note += fmt::format("; one record of {} is kept", stamped.records);
  if (stamped.least_blocks > 0) {
    note += fmt::format(
        "; of launches with fewer than {} blocks about {} or all, and every record of theirs",
        std::uint64_t{stamped.blocks} * stamped.least_blocks, stamped.least_blocks);
  }
  return note + (stamped.blocks > 1 ? "; --every-block 1 stamps all" : "");
}

std::string window_note(const TimeWindow& window) {
  std::string note = fmt::format("records only of what ended {} to {} after the run began",
                                 to_text(window.from), to_text(window.to));
  if (!window.run) return note;
  note += fmt::format("; with stamps it took {}", to_text(*window.run));
  return note + (*window.run < window.from ? ": it was over before" : "");
}

void add_notes(const TracedPoint& point, Table& table) {
  std::uint64_t reversed = 0;
  for (const TracedStamp& traced : point.stamps) {
    reversed += traced.reversed;
    if (traced.certificate.complaint.empty()) continue;
    table.notes.push_back(fmt::format("stamp {} is not certified: {}", traced.certificate.stamp.id,
                                      traced.certificate.complaint));
  }
  if (std::string note = never_reached_note(point); !note.empty())
    table.notes.push_back(std::move(note));
  if (std::string note = own_cycles_note(point); !note.empty())
    table.notes.push_back(std::move(note));
  if (has_stalls(point)) {
    for (std::string& note : stall_notes(point)) table.notes.push_back(std::move(note));
  }
  if (has_addresses(point)) table.notes.push_back(addresses_note());
  for (std::string& note : skipped_notes(point.skipped)) table.notes.push_back(std::move(note));
  if (point.stamped) table.notes.push_back(stamped_note(*point.stamped));
  if (point.window) table.notes.push_back(window_note(*point.window));
  if (point.sampling && point.sampling->kept > 0 && point.sampling->made > point.sampling->kept) {
    table.notes.push_back(fmt::format(
        "records: {} of {}, one of {:.3g}, drawn from the whole run, of every warp the "
        "same share",
        point.sampling->kept, point.sampling->made,
        static_cast<double>(point.sampling->made) / static_cast<double>(point.sampling->kept)));
  }
  table.notes.push_back(
      fmt::format("records lost: {} beyond the slots, {} beyond the layout, {} unfinished, {} "
                  "reversed",
                  point.lost, point.misplaced, point.unfinished, reversed));
  if (std::string note = cost_note(point); !note.empty()) table.notes.push_back(std::move(note));
  table.notes.push_back(point.changed.empty()
                            ? std::string("output identical with and without stamps")
                            : fmt::format("OUTPUT CHANGED: {}", fmt::join(point.changed, ", ")));
  if (point.interrupted)
    table.notes.emplace_back("interrupted: the stamps of further builds are missing");
}

}  // namespace

Table times_table(const TracedPoint& point) {
  Table table{.title = point.label,
              .columns = {{"stamp"},
                          {"kernel"},
                          {"instruction"},
                          {"source"},
                          {"records"},
                          {"median", "cycles"},
                          {"10 %", "cycles"},
                          {"90 %", "cycles"},
                          {"99 %", "cycles"}}};
  const bool with_stalls = has_stalls(point);
  if (with_stalls) table.columns.push_back({"stall", "cycles"});
  const bool with_addresses = has_addresses(point);
  if (with_addresses)
    table.columns.insert(table.columns.end(), {{"sectors"}, {"fewest"}, {"stride", "B"}});
  table.columns.push_back({"verdict"});
  if (!point.failure.empty()) {
    table.notes.push_back((point.builds.empty() ? "not traced: " : "builds are missing: ") +
                          point.failure);
  }
  if (point.builds.empty()) return table;
  for (const TracedStamp& traced : point.stamps)
    table.rows.push_back(row_of(traced, with_addresses, with_stalls));
  add_notes(point, table);
  return table;
}

std::vector<Table> trace_tables(const Trace& trace) {
  std::vector<Table> tables;
  for (const TracedPoint& point : trace.points) {
    // Builds with stamps at first uses come last, each with one stamp.
    const auto uses = std::ranges::find(point.builds, true, &BuildChange::first_use);
    const std::span<const BuildChange> builds(point.builds.begin(), uses);
    const std::span<const BuildChange> at_uses(uses, point.builds.end());
    if (builds.empty() && point.failure.empty()) continue;
    const auto add_changes = [&](std::span<const BuildChange> changes) {
      Table& table = tables.emplace_back(changes_table(changes));
      if (trace.points.size() > 1) table.title = fmt::format("{}: {}", point.label, table.title);
    };
    tables.push_back(times_table(point));
    if (builds.empty()) continue;
    if (builds.front().stamp) {
      add_changes(builds);
    } else {
      for (std::size_t i = 0; i < builds.size(); ++i) add_changes(builds.subspan(i, 1));
    }
    if (!at_uses.empty()) add_changes(at_uses);
  }
  return tables;
}

}  // namespace plumb
