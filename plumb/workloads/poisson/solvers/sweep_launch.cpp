// plumb/workloads/poisson/solvers/sweep_launch.cpp - how many items take how many rows.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/solvers/sweep_launch.h"

#include <algorithm>
#include <utility>

#include "plumb/workloads/waits.h"

namespace plumb::poisson {
namespace {

constexpr Range group_shape{32, 8, 1};
constexpr double checked_norms = 6;
constexpr std::uint64_t wide_rows = 4;  // three loads and a store of 16 bytes in flight per row

// Four parts per core: the last ones do not wait long for one that was held up.
std::uint64_t rows_for_cpu(const Plan& plan, std::uint64_t planes) {
  const std::uint64_t items = std::max<std::uint64_t>(1, 4 * plan.units / planes);
  return std::max<std::uint64_t>(1, (plan.grid.n[1] - 1 + items - 1) / items);
}

// Of a checked point: the mean as it is stored and once more in double, the difference of both, and
// ADD_NORMS of point.clh. All are counted as of doubles, a conversion as an addition.
Operations norm_operations(unsigned dim) {
  const double neighbours = 2.0 * dim;
  const double means = 2 * (neighbours - 1) + 2;  // additions, and two differences
  const double conversions = neighbours + 2;      // of the neighbours, the point, its update
  constexpr double norms = 7;                     // sums of four, two largest, a comparison
  return {.type = Scalar::f64, .add = means + conversions + norms, .mul = 3};
}

}  // namespace

SweepLaunch::SweepLaunch(const Plan& plan, bool slices, SweepBuffers names)
    : plan_(&plan),
      rows_(plan.width == 1 ? 1 : wide_rows),
      global_{},
      local_{1, 1, 1},
      slices_(slices),
      names_(std::move(names)) {
  const std::uint64_t planes = slices ? 1 : plan.grid.inner_planes();
  const Grid& grid = plan.grid;
  const std::uint64_t inner_rows = grid.n[1] - 1;
  if (plan.on_rows) {
    rows_ = rows_for_cpu(plan, planes);
    global_ = {(inner_rows + rows_ - 1) / rows_, planes, 1};
    return;
  }
  const std::uint64_t vectors = grid.n[0] / plan.width + 1;  // up to the right boundary
  local_ = group_shape;
  global_ = {rounded_up(vectors, local_[0]),
             rounded_up((inner_rows + rows_ - 1) / rows_, local_[1]), planes};
}

void SweepLaunch::add_kernel(Program& program, const std::string& name, bool checked,
                             bool stores) const {
  Definitions more{{"CHECKED", checked ? "1" : "0"},
                   {"STORES", stores ? "1" : "0"},
                   {"SLICES", slices_ ? "1" : "0"}};
  if (plan_->on_rows) {
    more.emplace_back("LANES", "8");
    poisson::add_kernel(program, name, "poisson/kernels/rows.cl", "poisson_rows",
                        plan_->definitions(more));
    return;
  }
  const auto width = static_cast<unsigned>(plan_->width);
  more.emplace_back("ROWS", std::to_string(rows_));
  more.emplace_back("WIDTH", std::to_string(width));
  more.emplace_back("VECTOR", plumb::name_of(Type{plan_->scalar, width}));
  more.emplace_back("GROUP", std::to_string(local_[0] * local_[1]));
  poisson::add_kernel(program, name, "poisson/kernels/sweep.cl", "poisson_sweep",
                      plan_->definitions(more));
}

Step SweepLaunch::step(const std::string& kernel, const char* from, const char* to, bool checked,
                       std::uint64_t slice) const {
  const Grid& grid = plan_->grid;
  Launch launch;
  launch.kernel = kernel;
  launch.global = global_;
  launch.local = local_;
  launch.arguments = buffers({from});
  if (to != nullptr) launch.arguments.emplace_back(BufferArgument{to});
  if (checked) launch.arguments.emplace_back(BufferArgument{names_.partial});
  launch.arguments.emplace_back(BufferArgument{names_.control});
  if (plan_->sourced) launch.arguments.emplace_back(BufferArgument{names_.source});
  for (const std::uint64_t value : {grid.n[0], grid.n[1], grid.pitch})
    launch.arguments.emplace_back(count_argument(value));
  if (plan_->on_rows) launch.arguments.emplace_back(count_argument(rows_));
  if (slices_) launch.arguments.emplace_back(count_argument(slice));
  if (slices_ && checked) launch.arguments.emplace_back(count_argument(grid.n[2]));
  const std::uint64_t planes = slices_ ? grid.inner_planes() : 1;
  launch.pass = pass_of(*plan_, checked ? "checked sweep" : "sweep", grid.unknowns() / planes,
                        static_cast<double>(plan_->sweep_words()), grid.neighbours());
  if (to == nullptr) launch.pass.accesses.pop_back();  // norms alone write nothing
  if (checked) launch.pass.operations = norm_operations(grid.dim);
  if (!plan_->on_rows) {
    wait_in_turn(launch, 0, 1);  // control[0] decides whether the field is read
    if (checked) launch.pass.barriers = checked_norms * (tree_steps(local_[0] * local_[1]) + 1);
  }
  return {launch.pass.name, std::move(launch)};
}

std::uint64_t SweepLaunch::partials() const {
  std::uint64_t groups = slices_ ? plan_->grid.inner_planes() : 1;
  for (std::size_t d = 0; d < global_.size(); ++d) groups *= global_.at(d) / local_.at(d);
  return groups;
}

}  // namespace plumb::poisson
