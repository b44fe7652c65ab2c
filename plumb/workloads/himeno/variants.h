// plumb/workloads/himeno/variants.h - all that is particular to one variant, as one row.
//
// The table is in variants.cpp; build_*.cpp have the launches that the rows name. Nothing else asks
// for a variant's name:
//
//   const VariantRow& row = variant_row(settings.text("variant"));
//   const Method method = row.method(plan);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "plumb/workloads/himeno/grid.h"
#include "plumb/workloads/himeno/paper.h"
#include "plumb/workloads/workload.h"

namespace plumb::himeno {

struct Plan;
struct Method;

enum class Order {
  separate,  // coef[12][i][j][k]
  swapped,   // coef[i][12][j][k]
  skewed,    // separate, rows longer by 64 B and arrays apart by 1088 B: no two share a cache set
};

// What a group of the paper's ladder takes.
struct Block {
  std::uint64_t columns = 0;
  std::uint64_t rows = 0;
  std::uint64_t planes = 0;
  bool stepwise = true;   // a barrier after every point
  bool resident = false;  // three planes on chip instead of the whole block
};

struct VariantRow {
  Variant shown;

  // The program.
  Method (*method)(const Plan&) = nullptr;
  Method (*single)(const Plan&) = nullptr;  // of two iterations per launch: for the last odd one
  Order order = Order::separate;
  std::uint64_t padding_bytes = 0;   // between planes, where none are chosen
  std::uint64_t slots = gosa_slots;  // iteration n leaves its gosa in slot n % slots
  Block block{};

  // The ladder's suite.
  unsigned rung = 0;  // its place in the table
  PaperRow paper{};   // empty: it came after the paper
  // Iterations for less than 10^6 points, less than 10^8, and more: enough that an execution takes
  // milliseconds, few enough that the host can follow.
  std::array<std::uint64_t, 3> suite_iterations{64, 16, 4};
  bool searches_padding = false;  // the fastest padding counts, as in the paper

  // Tuning.
  unsigned race_place = 0;                       // among the candidates of a device
  std::span<const std::string_view> raced = {};  // "tile=128x9,stages=2", each a candidate
  bool needs_bulk_copies = false;                // to be worth racing
  std::vector<std::uint64_t> (*chunks)(const Plan&) = nullptr;  // --chunk that refine the fastest
  std::vector<std::uint64_t> (*groups)(std::uint64_t units) = nullptr;  // --groups
  bool pads = true;                                                     // --padding

  [[nodiscard]] bool on_cpu() const { return shown.made_for == DeviceKind::cpu; }
};

std::span<const VariantRow> variant_rows();  // the first that suits a device is its default
const VariantRow* find_variant(std::string_view name);  // null: there is none
const VariantRow& variant_row(std::string_view name);   // of a name that was checked

// The rows by the ladder's table: the paper's rungs in its order, then the later ones.
std::vector<const VariantRow*> rows_of_ladder();

}  // namespace plumb::himeno
