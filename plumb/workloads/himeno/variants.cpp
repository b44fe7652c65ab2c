// plumb/workloads/himeno/variants.cpp - the table of the variants.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/himeno/variants.h"

#include <algorithm>
#include <cassert>

#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/plan.h"

namespace plumb::himeno {
namespace {

Method wide_sweep(const Plan& plan) { return wide_method(plan, plan.width()); }
Method naive_sweep(const Plan& plan) { return wide_method(plan, 1); }
Method plane_sweep(const Plan& plan) {
  return loop_method(plan, plan.rows_chosen(plan.grid.rows - 2));
}
Method row_sweep(const Plan& plan) { return loop_method(plan, plan.rows_chosen(1)); }
Method whole_planes(const Plan& plan) { return loop_method(plan, plan.grid.rows - 2); }

std::vector<std::uint64_t> chunks_of_four_waves(const Plan& plan) {
  return chunks_of_whole_waves(plan, 4);
}

// CPUs take several groups each.
std::vector<std::uint64_t> several_per_core(std::uint64_t units) {
  return {units, 2 * units, 4 * units, 8 * units};
}

// A grid may be cut better into fewer raced_tiles than there are units.
std::vector<std::uint64_t> fewer_than_units(std::uint64_t units) {
  return {units - units / 16, units - units / 8, units / 2};
}

using Texts = std::string_view;
constexpr std::array<Texts, 1> as_it_is{""};
constexpr std::array<Texts, 3> raced_wide_groups{"group=32x4", "group=64x2", "group=16x8"};
constexpr std::array<Texts, 1> raced_naive_groups{"group=128x2"};
constexpr std::array<Texts, 4> raced_strips{"rows=auto", "rows=8", "rows=16", "rows=32"};
constexpr std::array<Texts, 2> raced_parts_of_planes{"rows=auto", "rows=8"};
constexpr std::array<Texts, 6> raced_tiles{"tile=128x9,stages=2", "tile=128x8,stages=2",
                                           "tile=96x12,stages=2", "tile=64x16,stages=2",
                                           "tile=64x16,stages=3", "tile=160x7,stages=2"};

constexpr std::array<VariantRow, 14> variant_table{{
    {.shown = {"wide", DeviceKind::gpu, "16-byte loads, one plane"},
     .method = wide_sweep,
     .rung = 9,
     .race_place = 1,
     .raced = raced_wide_groups},
    {.shown = {"blocked", DeviceKind::cpu,
               "two iterations per sweep, coefficients from the cache the second time"},
     .method = blocked_method,
     .single = whole_planes,
     .order = Order::skewed,
     .rung = 14,
     .race_place = 1,
     .raced = raced_strips,
     .groups = several_per_core},
    {.shown = {"plane", DeviceKind::cpu, "an item takes a plane; padded and skewed arrays"},
     .method = plane_sweep,
     .order = Order::skewed,
     .rung = 13,
     .race_place = 2,
     .raced = raced_parts_of_planes},
    {.shown = {"naive", DeviceKind::any, "an item takes a point"},
     .method = naive_sweep,
     .rung = 8,
     .race_place = 4,
     .raced = raced_naive_groups},
    {.shown = {"row", DeviceKind::cpu, "an item takes a row; padded and skewed arrays"},
     .method = row_sweep,
     .order = Order::skewed,
     .rung = 12,
     .race_place = 3,
     .raced = as_it_is},
    {.shown = {"base", DeviceKind::any, "paper 001: block 16 x 16 x 8, its pressures on chip"},
     .method = ladder_method,
     .block = {.columns = 16, .rows = 16, .planes = 8, .stepwise = false},
     .rung = 1,
     .paper = {"base implementation", 14.4, 24.7},
     .race_place = 5,
     .raced = as_it_is},
    {.shown = {"barrier", DeviceKind::any, "paper 001: base with a barrier after every point"},
     .method = ladder_method,
     .block = {.columns = 16, .rows = 16, .planes = 8},
     .rung = 2,
     .paper = {"frequent barriers", 20.3, 29.1}},
    {.shown = {"swap", DeviceKind::any, "paper 001: and coef[i][12][j][k]"},
     .method = ladder_method,
     .order = Order::swapped,
     .block = {.columns = 16, .rows = 16, .planes = 8},
     .rung = 3,
     .paper = {"array dimensions swapped", 20.6, 38.9}},
    {.shown = {"shape", DeviceKind::any, "paper 001: and block 64 x 4 x 8"},
     .method = ladder_method,
     .order = Order::swapped,
     .block = {.columns = 64, .rows = 4, .planes = 8},
     .rung = 4,
     .paper = {"block shape changed", 24.2, 44.9},
     .race_place = 6,
     .raced = as_it_is},
    {.shown = {"resident", DeviceKind::any,
               "paper 001: and three planes on chip, block 64 x 4 x 128"},
     .method = ladder_method,
     .order = Order::swapped,
     .block = {.columns = 64, .rows = 4, .planes = 128, .resident = true},
     .rung = 5,
     .paper = {"more threads at once", 35.3, 62.3}},
    {.shown = {"threads", DeviceKind::any, "paper 001: and block 64 x 4 x 64"},
     .method = ladder_method,
     .order = Order::swapped,
     .block = {.columns = 64, .rows = 4, .planes = 64, .resident = true},
     .rung = 6,
     .paper = {"total number of threads", 35.3, 67.3}},
    {.shown = {"padding", DeviceKind::any, "paper 001: and padding between planes"},
     .method = ladder_method,
     .order = Order::swapped,
     .padding_bytes = 12800,  // the paper's best on the GTX 280
     .block = {.columns = 64, .rows = 4, .planes = 64, .resident = true},
     .rung = 7,
     .paper = {"padding between planes", 36.1, 69.7},
     .searches_padding = true,
     .race_place = 7,
     .raced = as_it_is},
    {.shown = {"two_step", DeviceKind::gpu,
               "CUDA: two iterations per sweep, coefficients read once"},
     .method = two_step_method,
     .single = wide_sweep,
     .rung = 10,
     .race_place = 2,
     .raced = raced_tiles,
     .needs_bulk_copies = true,
     .chunks = chunks_of_four_waves},
    // Off CUDA it is refused, and the race goes on without it.
    {.shown = {"on_chip", DeviceKind::gpu,
               "CUDA: one launch for 512 iterations, all arrays on chip; XS and S"},
     .method = on_chip_method,
     .slots = on_chip_slots,
     .rung = 11,
     .suite_iterations = {512, 16, 16},
     .race_place = 3,
     .raced = as_it_is,
     .groups = fewer_than_units,
     .pads = false},
}};

constexpr std::array<Variant, variant_table.size()> shown_variants() {
  std::array<Variant, variant_table.size()> all;
  for (std::size_t i = 0; i < variant_table.size(); ++i) all[i] = variant_table[i].shown;
  return all;
}

}  // namespace

constinit const std::array<Variant, 14> variants = shown_variants();

std::span<const VariantRow> variant_rows() { return variant_table; }

const VariantRow* find_variant(std::string_view name) {
  const auto found = std::ranges::find_if(
      variant_table, [&](const VariantRow& row) { return row.shown.name == name; });
  return found == variant_table.end() ? nullptr : &*found;
}

const VariantRow& variant_row(std::string_view name) {
  const VariantRow* row = find_variant(name);
  assert(row != nullptr);
  return *row;
}

std::vector<const VariantRow*> rows_of_ladder() {
  std::vector<const VariantRow*> rows;
  for (const VariantRow& row : variant_table) rows.push_back(&row);
  std::ranges::sort(rows, {}, &VariantRow::rung);
  return rows;
}

}  // namespace plumb::himeno
