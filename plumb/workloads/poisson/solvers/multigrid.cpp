// plumb/workloads/poisson/solvers/multigrid.cpp - cycles over levels of any size.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/solvers/multigrid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "plumb/workloads/waits.h"

namespace plumb::poisson {
namespace {

constexpr std::uint64_t group_columns = 64;
constexpr std::uint64_t group_rows = 4;
constexpr std::uint64_t item_points = 4096;  // at least, of an item of a CPU
// An item of a GPU takes several points below each other, where enough items are left: finding its
// place takes longer than a point, and a group has one part of every norm.
constexpr std::uint64_t enough_items = 1U << 18U;
constexpr std::uint64_t most_rows = 8;

std::string named(const char* letter, std::size_t level) { return letter + std::to_string(level); }

// A division of integers by a number that the compiler does not know. No processor divides vectors
// of integers: a point that needs it is computed alone.
constexpr double whole_division = 20;

// Operations on integers of a GPU's item, as the PTX of smooth and begin has them (the transfers by
// halves and the sweeps with norms have about as many): where it stands and where its loop over
// rows begins and ends, also of an item beyond the grid; then for every row the addresses of its
// loads and of its store.
constexpr double places_of_level = 51;
constexpr double places_of_row = 24;

// Of a coarse point whose level is not half the finer one: FROM and TO divide along every axis, in
// rows of a CPU's item along the row alone; all fine points around it are looked at, each of which
// has a WEIGHT with a division of its own.
Operations restriction_operations(Scalar inner, unsigned dim, double fine_per_coarse,
                                  bool on_rows) {
  const double around = fine_per_coarse * std::exp2(dim);
  const double axes = on_rows ? 1 : dim;
  return {.type = inner,
          .fma = 2 * around,
          .mul = around,
          .div = around,
          .integer = 2 * axes * whole_division + 6 * around};
}

// Of a fine point: LEFT and BEHIND divide along every axis, in rows of a CPU's item along the row
// alone, whole numbers and real ones; then the coarse points around it are mixed.
Operations prolongation_operations(Scalar inner, unsigned dim, bool on_rows) {
  const double axes = on_rows ? 1 : dim;
  return {.type = inner,
          .fma = std::exp2(dim),
          .mul = std::exp2(dim),
          .div = axes,
          .integer = axes * (whole_division + 4)};
}

}  // namespace

std::vector<Grid> levels_of(const Grid& finest) {
  std::vector<Grid> levels{finest};
  const auto is_coarsest = [](const Grid& grid) { return grid.unknowns() == 1; };
  while (!is_coarsest(levels.back())) {
    std::array<std::uint64_t, 3> n = levels.back().n;
    for (std::uint64_t& cells : n) cells = std::max<std::uint64_t>(2, (cells + 1) / 2);
    levels.push_back(grid_of(finest.dim, n));
  }
  return levels;
}

Multigrid::Multigrid(const Plan& plan, Scalar inner, std::size_t most_levels)
    : plan_(&plan), inner_(inner), levels_(levels_of(plan.grid)) {
  if (levels_.size() > most_levels) levels_.resize(most_levels);
}

std::array<double, 3> Multigrid::weights(std::size_t level) const {
  std::array<double, 3> all{};
  for (unsigned axis = 0; axis < plan_->grid.dim; ++axis) {
    const double spacing = static_cast<double>(levels_.front().n.at(axis)) /
                           static_cast<double>(levels_.at(level).n.at(axis));
    all.at(axis) = 1 / (spacing * spacing);
  }
  return all;
}

// Chebyshev's factors of two sweeps for the rough half of the errors, whose eigenvalues of A over
// its diagonal are 1 / dim to 2; over the diagonal. One unknown needs the factor 1.
double Multigrid::relax(std::size_t level, unsigned sweep) const {
  const std::array<double, 3> w = weights(level);
  const double diagonal = 2 * (w[0] + w[1] + w[2]);
  if (levels_.at(level).unknowns() == 1) return 1 / diagonal;
  const double low = 1.0 / plan_->grid.dim;
  const double middle = (2 + low) / 2;
  const double half = (2 - low) / 2;
  const double root = std::cos(std::numbers::pi / 4) * (sweep == 0 ? 1 : -1);
  return 1 / (diagonal * (middle + half * root));
}

bool Multigrid::halves(std::size_t fine) const {
  for (unsigned axis = 0; axis < plan_->grid.dim; ++axis)
    if (levels_.at(fine).n.at(axis) != 2 * levels_.at(fine + 1).n.at(axis)) return false;
  return true;
}

Multigrid::Shape Multigrid::shape_of(std::size_t level) const {
  const Grid& grid = levels_.at(level);
  const std::uint64_t rows = grid.n[1] - 1;
  if (!plan_->on_rows) {
    const std::uint64_t taken =
        std::clamp<std::uint64_t>(grid.unknowns() / enough_items, 1, most_rows);
    return {.global = {rounded_up(grid.n[0] - 1, group_columns),
                       rounded_up((rows + taken - 1) / taken, group_rows), grid.inner_planes()},
            .local = {group_columns, group_rows, 1},
            .rows = taken};
  }
  const std::uint64_t wanted = std::clamp<std::uint64_t>(
      grid.unknowns() / item_points, 1, std::max<std::uint64_t>(4 * plan_->units, 1));
  const std::uint64_t per_plane = std::max<std::uint64_t>(1, wanted / grid.inner_planes());
  const std::uint64_t taken = (rows + per_plane - 1) / per_plane;
  return {.global = {(rows + taken - 1) / taken, grid.inner_planes(), 1},
          .local = {1, 1, 1},
          .rows = taken};
}

std::uint64_t Multigrid::partials() const {
  const Shape shape = shape_of(0);
  std::uint64_t groups = 1;
  for (std::size_t d = 0; d < shape.global.size(); ++d)
    groups *= shape.global.at(d) / shape.local.at(d);
  return groups;
}

void Multigrid::add_kernel(Program& program, const char* name, const char* file, const char* entry,
                           const Definitions& more) const {
  Definitions all{{"REAL", plumb::name_of(Type{inner_, 1})},
                  {"OUTER", plumb::name_of(Type{plan_->scalar, 1})},
                  {"DIM", std::to_string(plan_->grid.dim)},
                  {"BY_ROWS", plan_->on_rows ? "1" : "0"},
                  {"GROUP", plan_->on_rows ? "1" : std::to_string(group_columns * group_rows)}};
  if (plan_->sourced) all.emplace_back("SOURCE", "1");
  all.insert(all.end(), more.begin(), more.end());
  poisson::add_kernel(program, name, file, entry, all, "poisson/kernels/multigrid.clh");
}

void Multigrid::add_parts(Program& program) const {
  const Fill zero{.kind = FillKind::zero, .values = {}};  // boundaries stay so
  for (std::size_t level = 0; level < levels_.size(); ++level)
    for (const char* letter : {"e", "o", "f"})
      program.buffers.push_back(
          {named(letter, level), {inner_, 1}, levels_[level].elements(), zero});
  for (const auto& [name, entry] : {std::pair("residual", "poisson_residual"),
                                    {"begin", "poisson_begin"},
                                    {"smooth", "poisson_smooth"},
                                    {"correct", "poisson_correct"}})
    add_kernel(program, name, "poisson/kernels/multigrid_smooth.cl", entry);
  std::array<bool, 2> used{};
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level)
    used.at(halves(level) ? 1 : 0) = true;
  for (const auto& [does, suffix, value] :
       {std::tuple(used[0], "", "0"), {used[1], " by halves", "1"}}) {
    if (!does) continue;
    const std::string transfer = suffix;
    add_kernel(program, ("restrict" + transfer).c_str(), "poisson/kernels/multigrid_transfer.cl",
               "poisson_restrict", {{"HALVES", value}});
    add_kernel(program, ("prolong" + transfer).c_str(), "poisson/kernels/multigrid_transfer.cl",
               "poisson_prolong", {{"HALVES", value}});
  }
}

Launch Multigrid::launch_on(std::size_t level, const std::string& kernel,
                            std::initializer_list<std::string> names) const {
  const Shape shape = shape_of(level);
  Launch launch;
  launch.kernel = kernel;
  launch.global = shape.global;
  launch.local = shape.local;
  for (const std::string& name : names) launch.arguments.emplace_back(BufferArgument{name});
  return launch;
}

void Multigrid::add_numbers(Launch& launch, std::size_t level,
                            std::initializer_list<double> relax) const {
  const Grid& grid = levels_.at(level);
  for (const std::uint64_t value : {grid.n[0], grid.n[1], grid.pitch, shape_of(level).rows})
    launch.arguments.emplace_back(ScalarArgument{Scalar::i32, static_cast<double>(value)});
  if (relax.size() == 0) return;
  for (const double weight : weights(level))
    launch.arguments.emplace_back(ScalarArgument{inner_, weight});
  for (const double value : relax) launch.arguments.emplace_back(ScalarArgument{inner_, value});
}

Pass& Multigrid::push(std::vector<Step>& steps, Launch launch, std::size_t level, double words,
                      Waits waits) const {
  const std::string name = launch.kernel + " " + std::to_string(level);
  const std::uint64_t points = levels_.at(level).unknowns();
  launch.pass = pass_of(*plan_, name, points, words, 4.0 * (plan_->grid.dim + 1));
  for (Access& access : launch.pass.accesses) {
    access.bytes = size_of(Type{inner_, 1});
    access.width = size_of(Type{inner_, 1}).count;
    access.row_bytes = levels_.at(level).pitch * size_of(Type{inner_, 1});
  }
  launch.pass.barriers = waits.joins * join_barriers(*plan_);
  if (!plan_->on_rows) {
    wait_in_turn(launch, 0, waits.references);
    const auto rows = static_cast<double>(shape_of(level).rows);
    launch.pass.longest = std::min(rows, static_cast<double>(points));
    launch.pass.operations.integer = (places_of_level + rows * places_of_row) *
                                     static_cast<double>(items_of(launch)) /
                                     static_cast<double>(points);
  }
  steps.push_back({name, std::move(launch)});
  return std::get<Launch>(steps.back().action).pass;
}

void Multigrid::residual(std::vector<Step>& steps, const std::string& norms) const {
  Launch launch = launch_on(0, "residual", {"field", "f0", norms});
  add_source(launch, *plan_);
  add_numbers(launch, 0, {});
  // Three norms of f, which is read again where it was written.
  Pass& pass = push(steps, std::move(launch), 0, static_cast<double>(plan_->sweep_words()),
                    {.joins = 3, .references = 1});
  // APPLIED in double, with a conversion of each value as an addition; then ADD_RESIDUAL.
  const double neighbours = 2.0 * plan_->grid.dim;
  pass.operations = {.type = Scalar::f64,
                     .fma = 2,
                     .add = 2 * neighbours + 5,
                     .mul = 2,
                     .integer = pass.operations.integer};
}

void Multigrid::begin(std::vector<Step>& steps, std::size_t level) const {
  Launch launch = launch_on(level, "begin", {named("f", level), named("e", level)});
  add_numbers(launch, level, {relax(level, 0), relax(level, 1)});
  push(steps, std::move(launch), level, 2);
}

void Multigrid::smooth(std::vector<Step>& steps, std::size_t level, bool back,
                       unsigned sweep) const {
  const std::string from = named(back ? "o" : "e", level);
  const std::string to = named(back ? "e" : "o", level);
  Launch launch = launch_on(level, "smooth", {from, named("f", level), to});
  add_numbers(launch, level, {relax(level, sweep), 1});
  push(steps, std::move(launch), level, 3);
}

void Multigrid::remainder(std::vector<Step>& steps, std::size_t level) const {
  Launch launch =
      launch_on(level, "smooth", {named("e", level), named("f", level), named("o", level)});
  add_numbers(launch, level, {1, 0});
  push(steps, std::move(launch), level, 3);
}

void Multigrid::correct(std::vector<Step>& steps) const {
  Launch launch = launch_on(0, "correct", {"o0", "f0", "field", "partial", "control"});
  add_numbers(launch, 0, {relax(0, 0)});
  push(steps, std::move(launch), 0, 4, {.joins = 1});  // the largest change
}

void Multigrid::add_transfer(Launch& launch, std::size_t fine, std::uint64_t rows) const {
  for (const std::size_t level : {fine, fine + 1}) {
    const Grid& grid = levels_.at(level);
    for (const std::uint64_t value : {grid.n[0], grid.n[1], grid.n[2], grid.pitch})
      launch.arguments.emplace_back(ScalarArgument{Scalar::i32, static_cast<double>(value)});
  }
  launch.arguments.emplace_back(ScalarArgument{Scalar::i32, static_cast<double>(rows)});
}

void Multigrid::restrict_to(std::vector<Step>& steps, std::size_t coarse, const char* from) const {
  const std::size_t fine = coarse - 1;
  const char* const kernel = halves(fine) ? "restrict by halves" : "restrict";
  Launch launch = launch_on(coarse, kernel, {named(from, fine), named("f", coarse)});
  add_transfer(launch, fine, shape_of(coarse).rows);
  const double per_point = static_cast<double>(levels_[fine].unknowns()) /
                           static_cast<double>(levels_[coarse].unknowns());
  Pass& pass = push(steps, std::move(launch), coarse, 1 + per_point);
  if (halves(fine)) return;
  pass.operations = restriction_operations(inner_, plan_->grid.dim, per_point, plan_->on_rows);
  if (plan_->on_rows) pass.alone = 1;
}

void Multigrid::prolong_to(std::vector<Step>& steps, std::size_t fine, double keeps) const {
  const char* const kernel = halves(fine) ? "prolong by halves" : "prolong";
  Launch launch = launch_on(fine, kernel, {named("e", fine + 1), named("e", fine)});
  if (halves(fine) && !plan_->on_rows)  // an item takes two points of a row
    launch.global[0] = rounded_up(levels_[fine + 1].n[0], launch.local[0]);
  add_transfer(launch, fine, shape_of(fine).rows);
  launch.arguments.emplace_back(ScalarArgument{inner_, keeps});
  Pass& pass = push(steps, std::move(launch), fine, 2.25);
  if (halves(fine)) return;
  pass.operations = prolongation_operations(inner_, plan_->grid.dim, plan_->on_rows);
  if (plan_->on_rows) pass.alone = 1;
}

void Multigrid::descend(std::vector<Step>& steps, std::size_t level, bool starts_from_zero) const {
  if (starts_from_zero) {
    begin(steps, level);
  } else {
    smooth(steps, level, false, 0);
    smooth(steps, level, true, 1);
  }
  if (level + 1 == levels_.size()) return;
  remainder(steps, level);
  restrict_to(steps, level + 1, "o");
  cycle(steps, level + 1);
  prolong_to(steps, level, 1);
}

void Multigrid::visit(std::vector<Step>& steps, std::size_t level, bool starts_from_zero) const {
  descend(steps, level, starts_from_zero);
  if (level > 0 && level + 1 == levels_.size()) return;  // one unknown is solved
  // The factors in the other order, so that a cycle is symmetric.
  smooth(steps, level, false, 1);
  if (level == 0) {
    correct(steps);
  } else {
    smooth(steps, level, true, 0);
  }
}

void Multigrid::precondition(std::vector<Step>& steps) const {
  descend(steps, 0, true);
  smooth(steps, 0, false, 1);
  smooth(steps, 0, true, 0);
}

void Multigrid::add_launch(std::vector<Step>& steps, const std::string& kernel,
                           std::initializer_list<std::string> names, double words,
                           Waits waits) const {
  Launch launch = launch_on(0, kernel, names);
  add_numbers(launch, 0, {});
  push(steps, std::move(launch), 0, words, waits);
}

void Multigrid::cycle(std::vector<Step>& steps, std::size_t level) const {
  visit(steps, level, true);
}

void Multigrid::full_cycle(std::vector<Step>& steps) const {
  for (std::size_t level = 1; level < levels_.size(); ++level) restrict_to(steps, level, "f");
  const std::size_t coarsest = levels_.size() - 1;
  visit(steps, coarsest, true);
  for (std::size_t level = coarsest; level-- > 0;) {
    prolong_to(steps, level, 0);
    visit(steps, level, false);
  }
}

}  // namespace plumb::poisson
