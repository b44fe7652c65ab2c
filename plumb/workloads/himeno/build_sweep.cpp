// plumb/workloads/himeno/build_sweep.cpp - one sweep per launch: naive, wide, the paper's ladder,
// the forms for CPUs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/himeno/plan.h"
#include "plumb/workloads/source_text.h"

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

struct Rung {
  std::string_view variant;
  std::array<std::uint64_t, 3> block;  // columns, rows, planes
  bool stepwise = true;
  bool resident = false;  // three planes on chip instead of the whole block
};

Rung rung_named(std::string_view variant) {
  constexpr std::array<Rung, 7> rungs{{{"base", {16, 16, 8}, false},
                                       {"barrier", {16, 16, 8}},
                                       {"swap", {16, 16, 8}},
                                       {"shape", {64, 4, 8}},
                                       {"resident", {64, 4, 128}, true, true},
                                       {"threads", {64, 4, 64}, true, true},
                                       {"padding", {64, 4, 64}, true, true}}};
  for (const Rung& rung : rungs) {
    if (rung.variant == variant) return rung;
  }
  return rungs.front();
}

// What variant 'blocked' gives to a work-item: rows of a strip, planes of a chunk.
struct Piece {
  std::uint64_t rows = 1;
  std::uint64_t planes = 1;
};

std::uint64_t rows_of_strip(const Plan& plan) {
  // The coefficients of one plane of the strip take half of a cache of 1 MiB.
  const std::uint64_t row_bytes = 12 * plan.layout.row * plan.element_bytes();
  std::uint64_t rows = std::max<std::uint64_t>((1U << 19U) / row_bytes, 4);
  if (plan.settings.text("rows") != "auto") rows = plan.settings.count("rows");
  return std::min(rows, plan.grid.rows - 2);
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
    const std::uint64_t chunks = quotient_up(plan.settings.count("groups"), strips);
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
  return method;
}

Method ladder_method(const Plan& plan) {
  Method method = method_of(plan, "himeno/point.clh", "himeno/ladder.cl", "himeno_ladder");
  const Rung rung = rung_named(plan.settings.text("variant"));
  const auto& block = rung.block;
  const Range groups{quotient_up(plan.grid.columns, block[0]),
                     quotient_up(plan.grid.rows, block[1]),
                     quotient_up(plan.grid.planes, block[2])};
  method.partials = groups[0] * groups[1] * groups[2];
  define(method, {{"BLOCK_COLUMNS", text_of(block[0])},
                  {"BLOCK_ROWS", text_of(block[1])},
                  {"BLOCK_PLANES", text_of(block[2])},
                  {"KEPT", text_of(rung.resident ? 3 : block[2] + 2)},
                  {"STEPWISE", rung.stepwise ? "1" : "0"}});
  method.launch.global = {groups[0] * block[0], groups[1] * block[1], groups[2]};
  method.launch.local = {block[0], block[1], 1};
  method.launch.pass = pass_of(plan, "sweep", plan.element_bytes(), 1);
  return method;
}

Method loop_method(const Plan& plan) {
  Method method = method_of(plan, "himeno/rows.clh", "himeno/loop.cl", "himeno_loop");
  const std::string& variant = plan.settings.text("variant");
  std::uint64_t rows = variant == "row" ? 1 : plan.grid.rows - 2;
  const bool chosen = plan.settings.text("rows") != "auto" && variant != "blocked";
  if (chosen) rows = plan.settings.count("rows");
  const std::uint64_t items = quotient_up(plan.grid.rows - 2, rows);
  method.partials = items * (plan.grid.planes - 2);
  define(method, {{"LANES", text_of(64 / plan.element_bytes())},
                  {"AHEAD", text_of(256 / plan.element_bytes())}});
  method.launch.global = {items, plan.grid.planes - 2, 1};
  method.launch.pass = pass_of(plan, "sweep", plan.element_bytes(), 1);
  return method;
}

Method blocked_method(const Plan& plan) {
  Method method = method_of(plan, "himeno/rows.clh", "himeno/blocked.cl", "himeno_blocked");
  method.kernel.name = "blocked";
  define(method, {{"LANES", text_of(64 / plan.element_bytes())},
                  {"AHEAD", text_of(256 / plan.element_bytes())}});
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
  method.launch.pass.accesses.back().references = 2;  // the half-way pressure stays in the cache
  return method;
}

}  // namespace plumb::himeno
