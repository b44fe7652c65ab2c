// plumb/workloads/himeno/build_sweep.cpp - one sweep per launch: naive, wide, the paper's ladder,
// the forms for CPUs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/himeno/plan.h"
#include "plumb/workloads/source_text.h"
#include "plumb/workloads/waits.h"

namespace plumb::himeno {
namespace {

// rounded.clh and `opening` stand in front of the kernel.
Method method_of(const Plan& plan, std::string_view opening, const std::string& file,
                 const std::string& entry, bool sized = false) {
  Method method;
  method.sized = sized;
  method.source = {.name = file,
                   .language = Language::opencl_c,
                   .text = source_text({"himeno/rounded.clh", opening, file})};
  method.kernel = {.name = "sweep",
                   .source = method.source.name,
                   .entry = entry,
                   .definitions = plan.definitions(sized)};
  return method;
}

void define(Method& method, const Definitions& more) {
  auto& all = method.kernel.definitions;
  all.insert(all.end(), more.begin(), more.end());
}

// What variant 'blocked' gives to a work-item: rows of a strip, planes of a chunk.
struct Piece {
  std::uint64_t rows = 1;
  std::uint64_t planes = 1;
};

std::uint64_t rows_of_strip(const Plan& plan) {
  // The coefficients of one plane of the strip take half of a cache of 1 MiB.
  const std::uint64_t row_bytes = 12 * plan.layout.row * plan.element_bytes();
  const std::uint64_t fitting = std::max<std::uint64_t>((1U << 19U) / row_bytes, 4);
  return std::min(plan.rows_chosen(fitting), plan.grid.rows - 2);
}

// An item keeps three planes of half-way pressures; with those of all, and their partial sums, a
// run must not need more than 15 arrays.
Piece piece_of(const Plan& plan) {
  const std::uint64_t rows = rows_of_strip(plan);
  const std::uint64_t planes = plan.grid.planes - 2;
  const std::uint64_t strips = quotient_up(plan.grid.rows - 2, rows);
  const std::uint64_t kept_rows = 3 * (rows + 2) * strips;  // by a chunk
  const std::uint64_t most_chunks =
      std::max<std::uint64_t>(plan.grid.planes * plan.grid.rows * 9 / 10 / kept_rows, 1);
  const std::uint64_t least = quotient_up(planes, most_chunks);
  if (plan.settings.text("chunk") == "auto") {
    const std::uint64_t chunks = quotient_up(plan.groups(), strips);
    return {rows, std::max(quotient_up(planes, chunks), least)};
  }
  const std::uint64_t chosen = plan.settings.count("chunk");
  if (chosen < least) {
    throw Error(ErrorKind::input,
                fmt::format("--chunk {}: what the items keep would take more than an array; take "
                            "at least {}",
                            chosen, least));
  }
  return {rows, std::min(chosen, planes)};
}

// Round trips in which the coefficients of a point come to a GPU, as the machine code for sm_90
// waits for them: registers set how many are on their way at once. Others may differ.
double coefficient_waits(const Plan& plan) {
  const bool resident = plan.variant->block.resident;
  if (plan.scalar == Scalar::f64) return resident ? 8 : 2;
  return resident ? 3 : 4;
}

// Operations on integers per point of ladder.cl, as PTX has them: 25 for each element that FETCH
// brings (its place in the kept plane, in the grid and within it, its address), 80 for a point (the
// planes on chip, the addresses of twelve coefficients, the result, the loop).
double ladder_integers(const Block& block) {
  const auto kept =
      static_cast<double>((block.columns + 2) * (block.rows + 2) * (block.planes + 2));
  const double fetched = kept / static_cast<double>(block.columns * block.rows * block.planes);
  return 25 * fetched + 80;
}

// What ladder.cl waits for on a GPU, and what whole blocks cost where the grid ends inside one:
// pressures of all their points come on chip.
void state_fetched_blocks(const Plan& plan, const Range& groups, Pass& pass) {
  const Block& block = plan.variant->block;
  const std::uint64_t kept_plane = (block.columns + 2) * (block.rows + 2);
  const std::uint64_t inner = std::min(block.planes, plan.grid.planes - 2);  // of an item
  pass.longest = static_cast<double>(inner);
  pass.accesses.front().dependent = coefficient_waits(plan);
  // Planes that come on chip: all of a block and two more, or those of the grid one by one.
  const std::uint64_t own =
      block.resident ? std::min(block.planes, plan.grid.planes) : block.planes;
  const std::uint64_t planes =
      2 * groups[2] + (block.resident ? plan.grid.planes : own * groups[2]);
  Access& pressures = pass.accesses[1];
  pressures.executed = static_cast<double>(groups[0] * groups[1] * planes * kept_plane) /
                       static_cast<double>(pass.points);
  pressures.reuse = Reuse::device;  // edges of blocks are those of groups on other units
  // Lanes fetch a plane in rounds, and wait for each.
  const std::uint64_t rounds = quotient_up(kept_plane, block.columns * block.rows) * (own + 2);
  pressures.dependent =
      std::min(pressures.executed, static_cast<double>(rounds) / static_cast<double>(inner));
}

void state_ladder_waits(const Plan& plan, const Range& groups, Pass& pass) {
  const Block& block = plan.variant->block;
  const std::uint64_t group = block.columns * block.rows;
  const std::uint64_t kept_planes = block.resident ? 3 : block.planes + 2;
  const auto planes = static_cast<double>(std::min(block.planes, plan.grid.planes));
  const double of_planes = block.resident ? 2 * planes : (block.stepwise ? planes + 1 : 1);
  pass.barriers = of_planes + tree_steps(group);
  pass.operations.integer = ladder_integers(block);
  pass.local_memory =
      kept_planes * (block.columns + 2) * (block.rows + 2) * plan.element_bytes() + 8 * group;
  if (plan.settings.device().kind != DeviceKind::cpu)
    return state_fetched_blocks(plan, groups, pass);
  // A processor's compiler makes no vectors of work-items that loop over their planes.
  pass.turns = planes;
  // A processor has work-items one after the other: a barrier after every point leaves it with the
  // coefficients of one in flight, and with three planes on chip the pressures come behind one.
  if (block.stepwise || block.resident) pass.accesses.front().dependent = 1;
  if (block.resident) pass.accesses[1].dependent = 1;
}

// Operations on integers per point of wide.cl, as PTX has them: 92 of an item (its place, whether
// it is inside, the addresses of its loads and of a store, the sum of its group), 5.5 for each of
// its points (whether it is an inner one, what is chosen by that, a conversion for gosa).
double wide_integers(std::uint64_t width) { return 92.0 / static_cast<double>(width) + 5.5; }

// Elements of a cache line, which the sweeps for CPUs take at once; of a row's inner points some
// are left over.
std::uint64_t lanes_of(const Plan& plan) { return 64 / plan.element_bytes(); }
double left_over(const Plan& plan) {
  const std::uint64_t inner = plan.grid.columns - 2;
  return static_cast<double>(inner % lanes_of(plan)) / static_cast<double>(inner);
}

}  // namespace

Method wide_method(const Plan& plan, std::uint64_t width) {
  Method method = method_of(plan, "himeno/point.clh", "himeno/wide.cl", "himeno_wide", true);
  const auto group = shape_of(plan.settings.text("group")).value();
  const std::uint64_t items = group[0] * group[1];
  if (items > 1024 || (items & (items - 1)) != 0) {
    throw Error(ErrorKind::input, fmt::format("--group {}: the items of a group must be a power of "
                                              "2 up to 1024",
                                              plan.settings.text("group")));
  }
  const std::string real = plan.scalar == Scalar::f64 ? "double" : "float";
  const std::uint64_t vectors = quotient_up(plan.grid.columns, width);
  const Range groups{quotient_up(vectors, group[0]), quotient_up(plan.grid.rows - 2, group[1]),
                     plan.grid.planes - 2};
  method.partials = groups[0] * groups[1] * groups[2];
  define(method, {{"VECTOR", width == 1 ? real : real + text_of(width)},
                  {"WIDTH", text_of(width)},
                  {"GROUP_X", text_of(group[0])},
                  {"GROUP_Y", text_of(group[1])}});
  method.launch.global = {groups[0] * group[0], groups[1] * group[1], groups[2]};
  method.launch.local = {group[0], group[1], 1};
  method.launch.pass = pass_of(plan, "sweep", width * plan.element_bytes(), 1);
  method.launch.pass.barriers = tree_steps(items);  // of the sum that gosa is made of
  method.launch.pass.operations.integer = wide_integers(width);
  return method;
}

Method ladder_method(const Plan& plan) {
  Method method = method_of(plan, "himeno/point.clh", "himeno/ladder.cl", "himeno_ladder");
  const Block& block = plan.variant->block;
  const Range groups{quotient_up(plan.grid.columns, block.columns),
                     quotient_up(plan.grid.rows, block.rows),
                     quotient_up(plan.grid.planes, block.planes)};
  method.partials = groups[0] * groups[1] * groups[2];
  define(method, {{"BLOCK_COLUMNS", text_of(block.columns)},
                  {"BLOCK_ROWS", text_of(block.rows)},
                  {"BLOCK_PLANES", text_of(block.planes)},
                  {"KEPT", text_of(block.resident ? 3 : block.planes + 2)},
                  {"STEPWISE", block.stepwise ? "1" : "0"}});
  method.launch.global = {groups[0] * block.columns, groups[1] * block.rows, groups[2]};
  method.launch.local = {block.columns, block.rows, 1};
  method.launch.pass = pass_of(plan, "sweep", plan.element_bytes(), 1);
  state_ladder_waits(plan, groups, method.launch.pass);
  return method;
}

Method loop_method(const Plan& plan, std::uint64_t rows) {
  Method method = method_of(plan, "himeno/rows.clh", "himeno/loop.cl", "himeno_loop");
  const std::uint64_t items = quotient_up(plan.grid.rows - 2, rows);
  method.partials = items * (plan.grid.planes - 2);
  define(method,
         {{"LANES", text_of(lanes_of(plan))}, {"AHEAD", text_of(256 / plan.element_bytes())}});
  method.launch.global = {items, plan.grid.planes - 2, 1};
  method.launch.pass = pass_of(plan, "sweep", plan.element_bytes(), 1);
  method.launch.pass.alone = left_over(plan);
  return method;
}

Method blocked_method(const Plan& plan) {
  Method method = method_of(plan, "himeno/rows.clh", "himeno/blocked.cl", "himeno_blocked");
  method.kernel.name = "blocked";
  define(method,
         {{"LANES", text_of(lanes_of(plan))}, {"AHEAD", text_of(256 / plan.element_bytes())}});
  const Piece piece = piece_of(plan);
  const std::uint64_t strips = quotient_up(plan.grid.rows - 2, piece.rows);
  const std::uint64_t chunks = quotient_up(plan.grid.planes - 2, piece.planes);
  method.launch.global = {strips, chunks, 1};
  method.steps = 2;
  method.partials = strips * chunks;
  const std::uint64_t ring_plane = (piece.rows + 2) * plan.layout.row;
  method.ring = 2 * plan.layout.base + 3 * ring_plane * method.partials;
  method.more = {BufferArgument{"ring"},
                 ScalarArgument{Scalar::i64, static_cast<double>(ring_plane)},
                 ScalarArgument{Scalar::i32, static_cast<double>(piece.rows)},
                 ScalarArgument{Scalar::i32, static_cast<double>(piece.planes)}};
  method.launch.pass = pass_of(plan, "two sweeps", plan.element_bytes(), 2);
  method.launch.pass.alone = left_over(plan);
  keep_half_way(method.launch.pass);  // the half-way pressure stays in the cache
  return method;
}

}  // namespace plumb::himeno
