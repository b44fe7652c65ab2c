// plumb/workloads/himeno/build_on_chip.cpp - all iterations in one launch: tiles, and what they
// exchange.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/himeno/plan.h"
#include "plumb/workloads/himeno/values.h"
#include "plumb/workloads/source_text.h"
#include "plumb/workloads/waits.h"

namespace plumb::himeno {
namespace {

constexpr std::uint64_t most_threads = 512;  // of a group: 128 registers each

// Whole rows that a group owns.
struct OnChipTile {
  std::uint64_t planes = 1;
  std::uint64_t rows = 1;

  // Rows that other groups need.
  [[nodiscard]] std::uint64_t edges() const {
    return planes < 3 || rows < 3 ? planes * rows : 2 * (planes + rows) - 4;
  }
};

// At most `groups` tiles that cover planes x rows, the quickest by what they compute and exchange:
// a row that comes from another group is taken for half of one that is computed.
OnChipTile best_tile(std::uint64_t planes, std::uint64_t rows, std::uint64_t groups) {
  OnChipTile best;
  std::uint64_t least = ~0ULL;
  for (std::uint64_t high = 1; high <= planes; ++high) {
    const std::uint64_t across = groups / quotient_up(planes, high);
    if (across == 0) continue;
    const std::uint64_t wide = quotient_up(rows, across);
    const std::uint64_t cost = 2 * high * wide + 2 * (high + wide);
    if (cost >= least) continue;
    least = cost;
    best = {high, wide};
  }
  return best;
}

// How the vectors of a tile become threads.
struct Threads {
  std::uint64_t depth = 1;  // vectors of a thread, one above the other
  std::uint64_t layers = 1;
  std::uint64_t items = 1;  // threads that take part

  [[nodiscard]] std::uint64_t group() const { return quotient_up(items, 32) * 32; }
};

Threads threads_of(const OnChipTile& tile, std::uint64_t vectors) {
  Threads threads;
  const std::uint64_t all = tile.planes * tile.rows * vectors;
  threads.depth = std::clamp<std::uint64_t>(quotient_up(all, most_threads), 1, tile.planes);
  threads.layers = quotient_up(tile.planes, threads.depth);
  threads.items = threads.layers * tile.rows * vectors;
  return threads;
}

// sizeof(Storage) of on_chip_tile.cuh; refused where a group has less, or too few threads.
Bytes local_bytes(const Plan& plan, const OnChipTile& tile, const Threads& threads,
                  std::uint64_t vectors) {
  const std::uint64_t pressures =
      2 * (threads.layers * threads.depth + 2) * (tile.rows + 2) * vectors;
  const std::uint64_t coefficients =
      coefficient_arrays * threads.items * std::max<std::uint64_t>(threads.depth - 1, 1);
  const std::uint64_t sums = 2 * threads.group() / 32 * 8;
  const Bytes bytes{(pressures + coefficients) * 16 + sums};
  const std::string what = "variant 'on_chip' at --size " + plan.settings.text("size");
  const std::string remedy = "take a smaller size or another variant";
  refuse_too_much(plan, bytes, what, remedy);
  if (threads.items > most_threads) {
    throw Error(ErrorKind::input, fmt::format("{} needs {} threads per group, at most {} fit; {}",
                                              what, threads.items, most_threads, remedy));
  }
  return bytes;
}

// Packets that all tiles send and receive in one iteration; rows outside the inner ones do not
// travel.
std::uint64_t travelling_packets(const OnChipTile& tile, std::uint64_t planes, std::uint64_t rows,
                                 std::uint64_t packets_of_row) {
  std::uint64_t travelling = 0;
  for (std::uint64_t i = 0; i < planes; i += tile.planes) {
    for (std::uint64_t j = 0; j < rows; j += tile.rows) {
      const std::uint64_t high = std::min(tile.planes, planes - i);
      const std::uint64_t wide = std::min(tile.rows, rows - j);
      const std::uint64_t kept_high = high + (i > 0 ? 1 : 0) + (i + high < planes ? 1 : 0);
      const std::uint64_t kept_wide = wide + (j > 0 ? 1 : 0) + (j + wide < rows ? 1 : 0);
      travelling += std::min(tile.edges(), high * wide) + kept_high * kept_wide - high * wide;
    }
  }
  return travelling * packets_of_row;
}

// Of one iteration in a launch of many: the arrays come and the pressure goes once, the packets
// travel each time. What is read and written on chip is not memory traffic.
Pass on_chip_pass(const Plan& plan, std::uint64_t packets, Bytes exchange) {
  Pass pass = pass_of(plan, "all sweeps", 16, 1);
  pass.accesses.push_back(
      {.references = static_cast<double>(packets) / static_cast<double>(plan.grid.inner_points()),
       .bytes = Bytes{16},
       .width = 16,
       .pattern = Pattern::neighbourhood,
       .streams = 1,
       .footprint = exchange,
       .row_bytes = {}});
  return pass;
}

}  // namespace

Method on_chip_method(const Plan& plan) {
  const std::string text =
      source_text({"himeno/stencil.cuh", "himeno/on_chip_tile.cuh", "himeno/on_chip.cu"});
  Method method = cuda_method(plan, "on_chip.cu", text, "himeno_on_chip");
  const std::uint64_t planes = plan.grid.planes - 2;
  const std::uint64_t rows = plan.grid.rows - 2;
  const OnChipTile tile = best_tile(planes, rows, plan.groups());
  const std::uint64_t vectors = quotient_up(plan.grid.columns, plan.width());
  const Threads threads = threads_of(tile, vectors);
  method.launch.local_bytes = local_bytes(plan, tile, threads, vectors);
  auto& all = method.kernel.definitions;
  all.insert(all.end(), {{"TILE_PLANES", text_of(tile.planes)},
                         {"TILE_ROWS", text_of(tile.rows)},
                         {"DEPTH", text_of(threads.depth)},
                         {"VECTORS", text_of(vectors)},
                         {"GROUP", text_of(threads.group())}});
  const std::uint64_t groups = quotient_up(planes, tile.planes) * quotient_up(rows, tile.rows);
  // Three words and their number make a packet; one half for even iterations, one for odd.
  const std::uint64_t words = plan.grid.columns * plan.element_bytes() / 4;
  const std::uint64_t packets = quotient_up(words, 3);
  method.exchange = 2 * groups * tile.edges() * packets * 4;
  method.launch.pass = on_chip_pass(plan, travelling_packets(tile, planes, rows, packets),
                                    Bytes{method.exchange * 4});
  // Of every iteration: the columns beside, by shuffles; a barrier; the sum of a warp; a barrier.
  // Packets of other groups are words that groups send each other.
  constexpr double steps_of_warp = 5;
  method.launch.pass.barriers = shuffle_barriers + 1 + shuffle_barriers * steps_of_warp + 1;
  method.launch.pass.cluster_barriers = 1;
  method.all_at_once = true;
  method.partials = groups;
  method.launch.global = {groups * threads.group(), 1, 1};
  method.launch.local = {threads.group(), 1, 1};
  method.launch.cooperative = true;
  return method;
}

}  // namespace plumb::himeno
