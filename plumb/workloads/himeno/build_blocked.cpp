// plumb/workloads/himeno/build_blocked.cpp - several iterations per launch: two_step and on_chip.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/embedded.h"
#include "plumb/workloads/himeno/plan.h"
#include "plumb/workloads/himeno/values.h"

namespace plumb::himeno {
namespace {

constexpr std::uint64_t largest_local_bytes = 232448;  // of a group on sm_90

void refuse_too_much(std::uint64_t bytes, const std::string& what, const std::string& remedy) {
  if (bytes <= largest_local_bytes) return;
  throw Error(ErrorKind::input, fmt::format("{} needs {} B on chip, a group has {} B; {}", what,
                                            bytes, largest_local_bytes, remedy));
}

// Compiler messages name the piece: the texts are compiled as one.
std::string joined(std::initializer_list<std::pair<std::string_view, std::string_view>> pieces) {
  std::string text;
  for (const auto& [file, piece] : pieces) {
    text += fmt::format("#line 1 \"himeno/{}\"\n", file);
    text += piece;
  }
  return text;
}

Method cuda_method(const Plan& plan, const std::string& file, const std::string& text,
                   const std::string& entry) {
  Method method;
  method.sized = true;
  method.source = {.name = "himeno/" + file, .language = Language::cuda, .text = text};
  method.kernel = {.name = file.substr(0, file.find('.')),
                   .source = method.source.name,
                   .entry = entry,
                   .definitions = plan.definitions(true)};
  const std::string real = plan.scalar == Scalar::f64 ? "double" : "float";
  auto& all = method.kernel.definitions;
  all.emplace_back("VECTOR", real + text_of(plan.width()));
  all.emplace_back("WIDTH", text_of(plan.width()));
  return method;
}

// Groups come in waves of `groups`; a group of `chunk` planes takes chunk + 2 phases and a start
// that costs about two more.
std::uint64_t best_chunk(std::uint64_t tiles, std::uint64_t planes, std::uint64_t groups) {
  std::uint64_t best = planes;
  std::uint64_t least = ~0ULL;
  for (std::uint64_t chunks = 1; chunks <= planes; ++chunks) {
    const std::uint64_t chunk = quotient_up(planes, chunks);
    const std::uint64_t cost =
        quotient_up(tiles * quotient_up(planes, chunk), groups) * (chunk + 4);
    if (cost >= least) continue;
    least = cost;
    best = chunk;
  }
  return best;
}

// One vector per thread in small groups, two in large ones, never more threads than registers
// allow.
std::uint64_t on_chip_group(std::uint64_t vectors) {
  const std::uint64_t threads = vectors <= 256 ? vectors : quotient_up(vectors, 2);
  return std::min<std::uint64_t>(quotient_up(threads, 32) * 32, 512);
}

}  // namespace

Method two_step_method(const Plan& plan) {
  const std::string text =
      joined({{"stencil.cuh", embedded::workloads_himeno_stencil_cuh()},
              {"bulk_copy.cuh", embedded::workloads_himeno_bulk_copy_cuh()},
              {"two_step_tile.cuh", embedded::workloads_himeno_two_step_tile_cuh()},
              {"two_step.cu", embedded::workloads_himeno_two_step_cu()}});
  Method method = cuda_method(plan, "two_step.cu", text, "himeno_two_step");
  const std::uint64_t width = plan.width();
  const auto shape = shape_of(plan.settings.text("tile")).value();
  const std::uint64_t tile = plan.scalar == Scalar::f64 ? shape[0] / 2 : shape[0];
  const std::uint64_t rows = shape[1];
  if (tile == 0 || tile % width != 0) {
    throw Error(ErrorKind::input, fmt::format("--tile {}: the points of a row must be a multiple "
                                              "of 4",
                                              plan.settings.text("tile")));
  }
  const std::uint64_t tiles =
      quotient_up(plan.grid.columns - 2, tile) * quotient_up(plan.grid.rows - 2, rows);
  const std::uint64_t planes = plan.grid.planes - 2;
  const std::uint64_t chunk = plan.settings.text("chunk") == "auto"
                                  ? best_chunk(tiles, planes, plan.settings.count("groups"))
                                  : std::min(plan.settings.count("chunk"), planes);
  const std::uint64_t group = quotient_up((tile / width + 1) * (rows + 2), 32) * 32;
  const std::uint64_t kept = (tile + width) * (rows + 2);
  const std::uint64_t stages = plan.settings.count("stages");
  const std::uint64_t elements =
      12 * stages * kept + 4 * (kept + 2 * width) + (stages + 2) * (tile + width + 4) * (rows + 4);
  const Bytes bytes{elements * plan.element_bytes() + group / 2 + stages * 8 + 16};
  refuse_too_much(bytes.count, "--tile " + plan.settings.text("tile"), "take a smaller tile");
  auto& all = method.kernel.definitions;
  all.insert(all.end(), {{"TILE", text_of(tile)},
                         {"TILE_ROWS", text_of(rows)},
                         {"STAGES", text_of(stages)},
                         {"CHUNK", text_of(chunk)},
                         {"GROUP", text_of(group)}});
  const Range groups{quotient_up(plan.grid.columns - 2, tile),
                     quotient_up(plan.grid.rows - 2, rows), quotient_up(planes, chunk)};
  method.steps = 2;
  method.partials = groups[0] * groups[1] * groups[2];
  method.launch.global = {groups[0] * group, groups[1], groups[2]};
  method.launch.local = {group, 1, 1};
  method.launch.local_bytes = bytes;
  method.launch.pass = pass_of(plan, "two sweeps", 16, 2);
  method.launch.pass.accesses.back().references = 2;  // the half-way pressure stays on chip
  return method;
}

Method on_chip_method(const Plan& plan) {
  const std::string text = joined({{"stencil.cuh", embedded::workloads_himeno_stencil_cuh()},
                                   {"on_chip.cu", embedded::workloads_himeno_on_chip_cu()}});
  Method method = cuda_method(plan, "on_chip.cu", text, "himeno_on_chip");
  const std::uint64_t vectors = quotient_up(plan.grid.columns, plan.width());
  const std::uint64_t all_rows = (plan.grid.planes - 2) * (plan.grid.rows - 2);
  const std::uint64_t rows = quotient_up(all_rows, plan.settings.count("groups"));
  const std::uint64_t group = on_chip_group(rows * vectors);
  const Bytes bytes{coefficient_arrays * rows * vectors * 16 + group / 16 * 8};
  refuse_too_much(bytes.count, "variant 'on_chip' at --size " + plan.settings.text("size"),
                  "take a smaller size or another variant");
  auto& all = method.kernel.definitions;
  all.insert(all.end(), {{"GROUP_ROWS", text_of(rows)},
                         {"VECTORS", text_of(vectors)},
                         {"GROUP", text_of(group)},
                         {"SLOTS", text_of(gosa_slots)}});
  method.all_at_once = true;
  method.steps = plan.iterations;
  method.partials = quotient_up(all_rows, rows);
  method.launch.global = {method.partials * group, 1, 1};
  method.launch.local = {group, 1, 1};
  method.launch.local_bytes = bytes;
  method.launch.cooperative = true;
  method.launch.pass = pass_of(plan, "all sweeps", 16, plan.iterations);
  return method;
}

}  // namespace plumb::himeno
