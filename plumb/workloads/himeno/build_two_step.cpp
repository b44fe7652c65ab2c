// plumb/workloads/himeno/build_two_step.cpp - two iterations per launch: tiles and chunks of
// planes.
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

// The points and rows that a group puts out, and how many groups cover a plane.
struct Tile {
  std::uint64_t points = 0;
  std::uint64_t rows = 0;
  std::uint64_t along = 0;
  std::uint64_t across = 0;
};

Tile tile_of(const Plan& plan) {
  const auto shape = shape_of(plan.settings.text("tile")).value();
  Tile tile;
  tile.points = plan.scalar == Scalar::f64 ? shape[0] / 2 : shape[0];
  tile.rows = shape[1];
  if (tile.points == 0 || tile.points % plan.width() != 0) {
    throw Error(ErrorKind::input, fmt::format("--tile {}: the points of a row must be a multiple "
                                              "of 4",
                                              plan.settings.text("tile")));
  }
  tile.along = quotient_up(plan.grid.columns - 2, tile.points);
  tile.across = quotient_up(plan.grid.rows - 2, tile.rows);
  return tile;
}

// Phases of a group beyond those of its own planes: two planes beside them, and a start that costs
// about two more.
constexpr std::uint64_t started_planes = 4;
// Of the pressure two sweeps read two planes on either side of what they put out.
constexpr std::uint64_t pressures_beside = 4;

// Groups come in waves of `groups`.
std::uint64_t best_chunk(std::uint64_t tiles, std::uint64_t planes, std::uint64_t groups) {
  std::uint64_t best = planes;
  std::uint64_t least = ~0ULL;
  for (std::uint64_t chunks = 1; chunks <= planes; ++chunks) {
    const std::uint64_t chunk = quotient_up(planes, chunks);
    const std::uint64_t cost =
        quotient_up(tiles * quotient_up(planes, chunk), groups) * (chunk + started_planes);
    if (cost >= least) continue;
    least = cost;
    best = chunk;
  }
  return best;
}

std::uint64_t chunk_of(const Plan& plan, const Tile& tile) {
  const std::uint64_t planes = plan.grid.planes - 2;
  if (plan.settings.text("chunk") != "auto") return std::min(plan.settings.count("chunk"), planes);
  return best_chunk(tile.along * tile.across, planes, plan.groups());
}

// sizeof(Storage) of two_step_tile.cuh.
Bytes local_bytes(const Plan& plan, const Tile& tile, std::uint64_t group, std::uint64_t stages) {
  const std::uint64_t width = plan.width();
  const std::uint64_t kept = (tile.points + width) * (tile.rows + 2);
  const std::uint64_t elements = 12 * stages * kept + 4 * (kept + 2 * width) +
                                 (stages + 2) * (tile.points + width + 4) * (tile.rows + 4);
  return {elements * plan.element_bytes() + group / 2 + stages * 8 + 16};
}

// Tiles come by bulk copies, whole and with their edges, as early as stages allow: no work-item
// waits for them before their plane's turn.
void state_fetched(const Plan& plan, const Tile& tile, std::uint64_t chunk, Pass& pass) {
  const auto points = static_cast<double>(pass.points);
  const std::uint64_t chunks = quotient_up(plan.grid.planes - 2, chunk);
  const std::uint64_t planes = plan.grid.planes - 2 + 2 * chunks;
  const std::uint64_t tiles = tile.along * tile.across;
  const std::uint64_t kept = (tile.points + plan.width()) * (tile.rows + 2);
  const std::uint64_t around = (tile.points + plan.width() + 4) * (tile.rows + 4);
  Access& coefficients = pass.accesses.front();
  coefficients.executed = 12 * static_cast<double>(tiles * planes * kept) / points;
  Access& pressures = pass.accesses[1];
  pressures.executed = static_cast<double>(tiles * (planes + 2 * chunks) * around) / points;
  for (Access* access : {&coefficients, &pressures}) {
    access->reuse = Reuse::device;
    access->ahead = 1;
  }
  // A thread has a vector of each plane; some of the group have those of edges alone.
  pass.longest =
      std::min(points, static_cast<double>(plan.width() * std::min(chunk, plan.grid.planes - 2)));
  // As many planes are on their way together as there are stages.
  const auto stages = static_cast<double>(plan.settings.count("stages"));
  coefficients.dependent = std::min(
      coefficients.executed, static_cast<double>(chunk + pressures_beside) / stages / pass.longest);
}

}  // namespace

std::vector<std::uint64_t> chunks_of_whole_waves(const Plan& plan, std::uint64_t most) {
  const Tile tile = tile_of(plan);
  const std::uint64_t planes = plan.grid.planes - 2;
  std::vector<std::uint64_t> all;
  for (std::uint64_t waves = 1; waves <= most; ++waves) {
    const std::uint64_t chunks = waves * plan.groups() / (tile.along * tile.across);
    if (chunks == 0) continue;
    const std::uint64_t chunk = quotient_up(planes, std::min(chunks, planes));
    if (std::ranges::find(all, chunk) == all.end()) all.push_back(chunk);
  }
  return all;
}

Method two_step_method(const Plan& plan) {
  const std::string text = source_text({"himeno/stencil.cuh", "arrival.cuh", "bulk_copy.cuh",
                                        "himeno/two_step_tile.cuh", "himeno/two_step.cu"});
  Method method = cuda_method(plan, "two_step.cu", text, "himeno_two_step");
  const Tile tile = tile_of(plan);
  const std::uint64_t chunk = chunk_of(plan, tile);
  const std::uint64_t vectors = tile.points / plan.width() + 1;
  const std::uint64_t group = quotient_up(vectors * (tile.rows + 2), 32) * 32;
  const std::uint64_t stages = plan.settings.count("stages");
  method.launch.local_bytes = local_bytes(plan, tile, group, stages);
  refuse_too_much(plan, method.launch.local_bytes, "--tile " + plan.settings.text("tile"),
                  "take a smaller tile");
  auto& all = method.kernel.definitions;
  all.insert(all.end(), {{"TILE", text_of(tile.points)},
                         {"TILE_ROWS", text_of(tile.rows)},
                         {"STAGES", text_of(stages)},
                         {"CHUNK", text_of(chunk)},
                         {"GROUP", text_of(group)}});
  const std::uint64_t chunks = quotient_up(plan.grid.planes - 2, chunk);
  method.steps = 2;
  method.partials = tile.along * tile.across * chunks;
  method.launch.global = {tile.along * group, tile.across, chunks};
  method.launch.local = {group, 1, 1};
  method.launch.pass = pass_of(plan, "two sweeps", 16, 2);
  keep_half_way(method.launch.pass);  // the half-way pressure stays on chip
  // Of every plane and the two beside the chunk: its arrival, a barrier between the sweeps, the
  // columns beside by shuffles in both; once the start, the sum of a warp, that of the group.
  constexpr double of_plane = 2 + 2 * shuffle_barriers;
  constexpr double steps_of_warp = 5;
  method.launch.pass.barriers =
      of_plane * static_cast<double>(chunk + 2) + 1 + shuffle_barriers * steps_of_warp + 1;
  state_fetched(plan, tile, chunk, method.launch.pass);
  return method;
}

}  // namespace plumb::himeno
