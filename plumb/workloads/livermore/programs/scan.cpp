// plumb/workloads/livermore/programs/scan.cpp - recurrences as scans.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/programs/scan.h"

#include <algorithm>

#include "plumb/workloads/waits.h"

namespace plumb::livermore {
namespace {

constexpr std::uint64_t tiles_per_block = 32;

// A CPU's item takes a few rows beside each other.
constexpr std::uint64_t strands = 2;
constexpr std::uint64_t row_length = 4000;

constexpr const char* resident = "4";  // groups of scan_tiles.cl on a multiprocessor
constexpr std::uint64_t stages = 3;    // tiles of scan_stream.cu that a group has at once

// Streamed tiles have about 60 KiB, so that all stages fill a multiprocessor.
ScanShape shape_of(const Parts& parts, std::uint64_t streamed) {
  if (!parts.streams_scans() || streamed == 0) return {};
  const std::uint64_t step_bytes = streamed * size_of(Type{parts.scalar(), 1}).count;
  return {.group = 256, .items = 256 / step_bytes - 1, .arrays = streamed, .nap = "20"};
}

// A sweep whose words are not stated is counted as one that finds nothing pending and returns.
bool is_idle(const Scan& scan) { return scan.words == 0; }

std::vector<Argument> start_of(const Scan& scan) {
  return {BufferArgument{scan.start}, Parts::count(scan.start_at)};
}

}  // namespace

Scans::Scans(Parts& parts, std::uint64_t count, std::uint64_t streamed)
    : parts_(&parts), shape_(shape_of(parts, streamed)) {
  const std::uint64_t tiles = pieces(count);
  const std::uint64_t blocks = (tiles + tiles_per_block - 1) / tiles_per_block;
  parts.scratch("control", Scalar::u32, scan_controls);
  parts.scratch("carry", parts.scalar(), 1);
  if (parts.on_cpu()) {
    parts.scratch("maps", parts.scalar(), 2 * strands * tiles);
  } else {
    parts.scratch("words", Scalar::u32, 8 * tiles + 12 * blocks);
  }
}

void Scans::add(const Scan& scan) {
  if (shape_.arrays != 0) return add_launch(scan, "livermore_scan_stream", scan.words);
  if (!parts_->on_cpu()) return add_launch(scan, "livermore_scan", scan.words);
  add_launch(scan, "livermore_rows_join", scan.emits ? scan.words - 1 : scan.words);
  std::vector<Argument> arguments = start_of(scan);
  for (const Argument& buffer : Parts::arguments("maps " + scan.last)) arguments.push_back(buffer);
  arguments.push_back(Parts::count(strands * pieces(scan.count)));
  parts_->add({.step = "hand",
               .source = "scan_rows",
               .entry = "livermore_rows_hand",
               .arguments = std::move(arguments),
               .demands = {strands * pieces(scan.count), 3, 2},
               .definitions = definitions(scan.form)});
  if (scan.emits) add_launch(scan, "livermore_rows_apply", scan.words);
}

void Scans::reset(std::uint64_t pending) {
  parts_->add({.step = "reset",
               .source = "sweeps",
               .entry = "livermore_sweeps_reset",
               .items = {scan_controls / 2, 1, 1},
               .group = scan_controls / 2,
               .arguments = Parts::arguments("control", {Parts::number(pending)}),
               .demands = {.points = scan_controls / 2,
                           .operations = {.integer = 1},
                           .besides = {uncredited(1, Bytes{4}, Use::write)}}});
}

void Scans::compare_borders(std::uint64_t count, std::uint64_t first, bool down,
                            std::uint64_t chunk) {
  const std::uint64_t rows = (count + chunk - 1) / chunk;
  parts_->add({.step = "borders",
               .source = "sweeps",
               .entry = "livermore_sweeps_borders",
               .items = {rows, 1, 1},
               .arguments = Parts::arguments("state behind control",
                                             {Parts::count(first), Parts::number(down ? 1 : 0),
                                              Parts::count(chunk), Parts::count(count)}),
               .demands = {rows, 2}});
}

// Tiles of a GPU, items of a CPU.
std::uint64_t Scans::pieces(std::uint64_t count) const {
  const std::uint64_t steps = parts_->on_cpu() ? strands * row_length : shape_.tile();
  return std::max<std::uint64_t>(1, (count + steps - 1) / steps);
}

const char* Scans::source() const {
  if (shape_.arrays != 0) return "scan_stream";
  return parts_->on_cpu() ? "scan_rows" : "scan_tiles";
}

// A group of scan_stream.cu takes tiles until none is left, one per multiprocessor: with fewer,
// groups follow later and find no tile; with more, some have none.
std::uint64_t Scans::groups(std::uint64_t count) const {
  const std::uint64_t processors = parts_->compute_units();
  const bool limited = shape_.arrays != 0 && processors != 0;
  return limited ? std::min(pieces(count), processors) : pieces(count);
}

// Rows of scan_stream.cu have 16 bytes more than their tile.
Bytes Scans::local_bytes() const {
  const std::uint64_t row = shape_.tile() * size_of(Type{parts_->scalar(), 1}).count + 16;
  return {stages * shape_.arrays * row};
}

std::vector<Definition> Scans::definitions(unsigned form) const {
  const bool wide = parts_->scalar() == Scalar::f64;
  std::vector<Definition> all{{"CLOSE", wide ? "5e-14" : "2e-6"}, {"FORM", std::to_string(form)}};
  if (parts_->on_cpu()) {
    all.emplace_back("STRANDS", std::to_string(strands));
    all.emplace_back("LENGTH", std::to_string(row_length));
    return all;
  }
  all.emplace_back("WORDS", wide ? "2" : "1");
  all.emplace_back("GROUP", std::to_string(shape_.group));
  all.emplace_back("ITEMS", std::to_string(shape_.items));
  all.emplace_back("NAP", shape_.nap);
  if (shape_.arrays == 0) {
    all.emplace_back("RESIDENT", resident);
  } else {
    all.emplace_back("STAGES", std::to_string(stages));
  }
  return all;
}

// Of a group: join_group of hand_maps.cuh is a scan by shuffles and a barrier, join_lanes another
// scan. scan_tiles.cl: the ticket, the exchange of slopes and of shifts, join_group, join_lanes,
// what lies before the tile, the results. scan_stream.cu: two for every ticket at first, one behind
// the first map; of every tile its arrival, join_group, join_lanes with a barrier, the results, the
// next tile.
double Scans::barriers_of(const Scan& scan) const {
  if (is_idle(scan)) return 0;
  constexpr double lanes = 5 * shuffle_barriers;
  constexpr double join_group = lanes + shuffle_barriers + 1;
  if (shape_.arrays == 0) {
    constexpr unsigned only_shifts = 11;
    const double exchanges = scan.form == only_shifts ? 1 : 3;
    return 1 + exchanges + join_group + lanes + 1 + 1;
  }
  const std::uint64_t each = (pieces(scan.count) + groups(scan.count) - 1) / groups(scan.count);
  return 2.0 * stages + 1 + static_cast<double>(each) * (1 + join_group + lanes + 1 + 2);
}

// Behind the ticket: the numbers; the maps of other tiles, handed over and looked for; beyond a
// block of tiles that of the blocks before, the same way. scan_stream.cu draws a ticket for every
// stage first and asks for the maps of later tiles ahead.
double Scans::in_turn_of(const Scan& scan) const {
  if (is_idle(scan)) return 0;
  if (shape_.arrays != 0) return static_cast<double>(stages - 1) + 1 + 2;
  return 1 + (pieces(scan.count) > tiles_per_block ? 4 : 2);
}

void Scans::add_launch(const Scan& scan, const char* entry, double words) {
  const std::uint64_t width = parts_->on_cpu() ? 1 : shape_.group;
  Work work{.step = step_of(entry),
            .source = source(),
            .entry = entry,
            .items = {groups(scan.count) * width, 1, 1},
            .group = width,
            .arguments = scan.arguments,
            .demands = {.points = scan.count,
                        .words = words,
                        .flops = scan.flops,
                        .pattern = Pattern::multiple,
                        .barriers = parts_->on_cpu() ? 0 : barriers_of(scan),
                        .in_turn = in_turn_of(scan)},
            .definitions = definitions(scan.form),
            .local_bytes = local_bytes()};
  if (is_idle(scan)) {  // every item reads what is pending, compares it and returns
    const double items = static_cast<double>(work.items[0]) / static_cast<double>(scan.count);
    Access pending = uncredited(items, Bytes{4});
    pending.pattern = Pattern::single;
    work.demands.operations = {.integer = items};
    work.demands.besides = {pending};
  }
  const std::vector<Argument> shared =
      Parts::arguments(parts_->on_cpu() ? "maps control" : scan.last + " control words",
                       {Parts::number(scan.ordinal), Parts::count(scan.count)});
  for (const auto& more : {start_of(scan), shared})
    work.arguments.insert(work.arguments.end(), more.begin(), more.end());
  parts_->add(work);
}

}  // namespace plumb::livermore
