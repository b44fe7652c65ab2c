// plumb/workloads/lu/build_tiles.cpp - blocks of columns for GPUs: panels, exchanges, products.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/lu/plan.h"
#include "plumb/workloads/waits.h"

namespace plumb::lu {
namespace {

constexpr std::uint64_t column_group = 128;  // rows of the panel per group
constexpr std::uint64_t exchange_group = 256;
constexpr std::uint64_t exchange_columns = 16;

// The tile of the update, and the results of an item.
struct Tile {
  std::uint64_t rows = 64;
  std::uint64_t columns = 64;
  std::uint64_t item_rows = 8;
  std::uint64_t item_columns = 8;
  std::uint64_t depth = 16;
  std::uint64_t resident = 8;  // groups at once on a multiprocessor
  [[nodiscard]] std::uint64_t group() const { return rows * columns / (item_rows * item_columns); }
};

// Doubles take twice the registers. On an H200 four small groups overlap each other's barriers and
// ends better than two of 128 rows (by 4 % in the same run); those have no registers for more
// depth.
Tile tile_of(const Plan& plan) {
  if (plan.scalar == Scalar::f64) return {.resident = 4};
  return {};
}

// Columns [first, first + width), which are final afterwards; columns up to `end` follow them.
struct Part {
  std::uint64_t first;
  std::uint64_t width;
  std::uint64_t begin;  // exchanges reach the columns [begin, end)
  std::uint64_t end;
  [[nodiscard]] std::uint64_t after() const { return first + width; }
};

class Tiles {
 public:
  Tiles(Program& program, const Plan& plan)
      : program_(&program), plan_(&plan), tile_(tile_of(plan)) {}

  std::vector<Step> blocks() {
    const std::uint64_t n = plan_->n;
    for (std::uint64_t first = 0; first < n; first += plan_->block) {
      const std::uint64_t width = std::min(plan_->block, n - first);
      add_panels(first, first + width);
      add_rest({first, width, 0, n}, "block");
    }
    return std::move(steps_);
  }

 private:
  void add_panels(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t first = begin; first < end; first += plan_->panel) {
      const std::uint64_t width = std::min(plan_->panel, end - first);
      add_panel(first, width);
      add_rest({first, width, begin, end}, "panel");
    }
  }

  void add_panel(std::uint64_t first, std::uint64_t width) {
    std::optional<Step> whole;
    if (plan_->form == "clusters") whole = cluster_panel(*program_, *plan_, first, width);
    if (whole) {
      steps_.push_back(std::move(*whole));
      return;
    }
    for (std::uint64_t t = 0; t <= width; ++t) add_column(first, width, t);
  }

  // Exchanges and the triangle, then the product behind it.
  void add_rest(const Part& part, const std::string& which) {
    if (part.end - part.begin == part.width) return;
    add_exchange(part, which);
    if (part.after() < part.end) add_update(part, which);
  }

  // t = 0 looks for the first pivot, t > 0 treats column t - 1.
  void add_column(std::uint64_t first, std::uint64_t width, std::uint64_t t) {
    const std::uint64_t rows = plan_->n - first;
    Launch launch;
    launch.kernel = "column";
    launch.local[0] = column_group;
    launch.global[0] = rounded_up(rows, column_group);
    for (const char* name : {"matrix", "pivots", "magnitudes", "places", "best_rows", "next_row"})
      launch.arguments.emplace_back(BufferArgument{name});
    launch.arguments.insert(launch.arguments.end(),
                            {wide(plan_->rows), count(plan_->n), count(first), count(width),
                             ScalarArgument{Scalar::i32, static_cast<double>(t) - 1},
                             count(rounded_up(plan_->n, column_group) / column_group)});
    // Written: what is right of the diagonal, and in the two rows exchanged what is left of it.
    const std::uint64_t below = t == 0 ? 0 : rows - t;
    const std::uint64_t right = t == 0 ? 0 : width - t;  // of the column
    const std::uint64_t written = t == 0 ? 0 : (below + 1) * (right + 1) + 2 * (t - 1);
    launch.pass = pass_of(*plan_, "column", rows,
                          {access_of(*plan_, rows * width, rows, Pattern::self),
                           access_of(*plan_, written, rows, Pattern::self, Use::write)},
                          static_cast<double>(below * (1 + 2 * right)));
    add_candidates(launch.pass, first, width, t);
    // Two trees and what all learn of each, the pivot's row in local memory.
    launch.pass.barriers = 2 * (tree_steps(column_group) + 1) + 1;
    if (t > 0) wait_in_turn(launch, 0, 1);  // the pivot's row, where the first tree found it
    steps_.push_back({"column", std::move(launch)});
  }

  // What the launches of a panel leave each other: each group the row that it proposes with its
  // magnitude and place, and the row that gives way to the pivot.
  void add_candidates(Pass& pass, std::uint64_t first, std::uint64_t width, std::uint64_t t) const {
    const std::uint64_t groups = rounded_up(pass.points, column_group) / column_group;
    std::uint64_t elements = 0;
    std::uint64_t rows = 0;
    if (t > 0) {
      elements += groups + 2 * plan_->panel;
      rows += first + t < plan_->n ? 2 : 1;  // the pivot's place, read and kept
    }
    if (t < width) {
      elements += groups * (1 + plan_->panel) + plan_->panel;
      rows += groups;
    }
    pass.accesses.push_back(access_of(*plan_, elements, pass.points, Pattern::single));
    pass.accesses.push_back(rows_found(rows, pass.points));
  }

  void add_exchange(const Part& part, const std::string& which) {
    const std::uint64_t columns = part.end - part.begin - part.width;
    const std::uint64_t right = part.end - part.after();
    Launch launch;
    launch.kernel = "exchange " + which;
    launch.local[0] = exchange_group;
    launch.global[0] = rounded_up(columns, exchange_columns) / exchange_columns * exchange_group;
    for (const char* name : {"matrix", "pivots", "across"})
      launch.arguments.emplace_back(BufferArgument{name});
    for (const std::uint64_t value : {plan_->rows, plan_->rows})
      launch.arguments.emplace_back(wide(value));
    for (const std::uint64_t value : {plan_->n, part.first, part.width, part.begin, part.end})
      launch.arguments.emplace_back(count(value));
    // The rows of the part, and as many of those below it as it may exchange them with.
    const std::uint64_t w = part.width;
    const std::uint64_t moved = w + std::min(w, plan_->n - part.after());
    const std::uint64_t triangle = right > 0 ? w * (w - 1) / 2 : 0;
    launch.pass =
        pass_of(*plan_, "exchange " + which, columns,
                {access_of(*plan_, 2 * moved * columns, columns, Pattern::strided, Use::both),
                 access_of(*plan_, w * right + triangle, columns, Pattern::self),
                 rows_found(exchanges_of(*plan_, part.first, w), columns, Pattern::single)},
                static_cast<double>(right * w * (w - 1)));
    add_waits(launch, which == "panel" ? plan_->panel : plan_->block, right > 0);
    steps_.push_back({launch.pass.name, std::move(launch)});
  }

  // Of the exchange of up to `rows` rows.
  static void add_waits(Launch& launch, std::uint64_t rows, bool solves) {
    const std::uint64_t whole_strips = rows / exchange_columns;
    const auto strips = static_cast<double>(whole_strips);
    // The exchanges, the rows they lead to, all that is read, the first strip, the result; every
    // strip, and where the triangle is solved every row of it, which goes through local memory.
    launch.pass.barriers = 5 + strips * (solves ? 1.0 + exchange_columns : 1.0);
    // Every item of a column goes through all exchanges: two comparisons and choices, one more for
    // rows that come again. Of every row of the triangle it looks which of its own rows that is,
    // and which of them lie below.
    constexpr double items_of_column = 16;
    const double of_item = 6 + (solves ? 6 + 4 * strips : 0);
    launch.pass.operations.integer = items_of_column * of_item * static_cast<double>(rows);
    // Behind the exchanges the rows, behind these the first strip of the triangle.
    wait_in_turn(launch, 0, solves ? 2 : 1);
  }

  void add_update(const Part& part, const std::string& which) {
    const std::uint64_t down = plan_->n - part.after();
    const std::uint64_t right = part.end - part.after();
    const std::uint64_t points = down * right;
    Launch launch;
    launch.kernel = "update";
    launch.local[0] = tile_.group();
    launch.global = {rounded_up(down, tile_.rows) / tile_.rows * tile_.group(),
                     rounded_up(right, tile_.columns) / tile_.columns, 1};
    launch.arguments = {BufferArgument{"matrix"}, BufferArgument{"across"}, wide(plan_->rows),
                        wide(plan_->rows),        count(plan_->n),          count(part.first),
                        count(part.width),        count(part.end)};
    Access own = access_of(*plan_, 2 * points, points, Pattern::self, Use::both);
    own.width = 16;
    Access others = access_of(*plan_, part.width * (down + right), points, Pattern::head);
    others.width = 16;
    launch.pass = pass_of(*plan_, "update " + which, points, {own, others},
                          2 * static_cast<double>(part.width * points));
    // The first columns and rows of the tile, then every DEPTH of them.
    const std::uint64_t depths = rounded_up(part.width, tile_.depth) / tile_.depth;
    launch.pass.barriers = 1 + static_cast<double>(depths);
    steps_.push_back({launch.pass.name, std::move(launch)});
  }

  Program* program_;
  const Plan* plan_;
  Tile tile_;
  std::vector<Step> steps_;
};

void add_tile_kernels(Program& program, const Plan& plan) {
  const Tile tile = tile_of(plan);
  const std::string real = name_of(Type{plan.scalar, 1});
  const std::string width = std::to_string(16 / plan.element_bytes());
  add_kernel(program, plan, "column", "lu/panel.cl",
             {{"GROUP", std::to_string(column_group)}, {"PANEL", std::to_string(plan.panel)}});
  add_kernel(program, plan, "exchange panel", "lu/exchange.cl",
             {{"BLOCK", std::to_string(plan.panel)}}, {"lu/exchange_strip.clh"});
  add_kernel(program, plan, "exchange block", "lu/exchange.cl",
             {{"BLOCK", std::to_string(plan.block)}}, {"lu/exchange_strip.clh"});
  add_kernel(program, plan, "update", "lu/update.cl",
             {{"VECTOR", real + width},
              {"WIDTH", width},
              {"TILE_ROWS", std::to_string(tile.rows)},
              {"TILE_COLUMNS", std::to_string(tile.columns)},
              {"ITEM_ROWS", std::to_string(tile.item_rows)},
              {"ITEM_COLUMNS", std::to_string(tile.item_columns)},
              {"DEPTH", std::to_string(tile.depth)},
              {"GROUP", std::to_string(tile.group())},
              {"RESIDENT", std::to_string(tile.resident)}},
             {"lu/vector.clh", "lu/update_tile.clh"});
}

}  // namespace

std::vector<Step> build_tiles(Program& program, const Plan& plan) {
  const Type real{plan.scalar, 1};
  const std::uint64_t groups = rounded_up(plan.n, column_group) / column_group;
  program.buffers.push_back({"magnitudes", real, 2 * groups, {}});
  program.buffers.push_back({"places", {Scalar::u32, 1}, 2 * groups, {}});
  program.buffers.push_back({"best_rows", real, 2 * groups * plan.panel, {}});
  program.buffers.push_back({"next_row", real, 2 * plan.panel, {}});
  program.buffers.push_back({"across", real, plan.block * plan.rows, {}});
  add_tile_kernels(program, plan);
  return Tiles(program, plan).blocks();
}

}  // namespace plumb::lu
