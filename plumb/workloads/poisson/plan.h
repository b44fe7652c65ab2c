// plumb/workloads/poisson/plan.h - what the settings ask for, and the parts that solvers share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/records/program.h"
#include "plumb/workloads/poisson/problem/grid.h"
#include "plumb/workloads/poisson/problem/problem.h"
#include "plumb/workloads/settings.h"

namespace plumb::poisson {

// By which an iteration is judged, as poisson_control numbers them. d is what a sweep adds to a
// point: sum of |d|, largest |d|, root of the mean of d^2, bound of the true error.
enum class Norm { sum, largest, root_mean_square, error };

// Why an iteration ended, as poisson_control writes it.
// A deadline or an interrupt is what is left where it wrote nothing.
enum class Ending { none, converged, stagnated, exhausted, deadline, interrupted, not_finite };
std::string_view name_of(Ending ending);

// Of the updates of a sweep; `none`: the host has no sweeps like these.
enum class Order { jacobi, slices, red_black, none };

// The factor of over-relaxation that makes the slowest error vanish fastest: 2 / (1 + sqrt(1 -
// r^2)) with r of Jacobi's sweeps.
double best_relaxation(const Grid& grid);

struct VariantRow;
using Definitions = std::vector<std::pair<std::string, std::string>>;

struct Plan {
  explicit Plan(const Settings& settings);

  const VariantRow* variant;
  Grid grid;
  Scalar scalar;  // of the field
  Scalar inner;   // of the levels of a multigrid, of the vectors of conjugate gradients
  bool full;      // it begins on the coarsest level
  Norm norm;
  double tolerance;
  std::optional<std::uint64_t> iterations;  // a fixed number, without checks
  bool counts_of_thesis;                    // that number is one of its table 4
  std::uint64_t most;                       // iterations
  std::uint64_t check;                      // iterations from one check to the next
  bool on_rows;                             // loops along rows, for CPUs
  std::uint64_t width;                      // values per item
  std::uint64_t steps;                      // sweeps per launch, of blocked
  std::uint64_t strip;                      // rows per item, of blocked
  std::uint64_t units;                      // groups that run at once on a CPU
  DeviceTraits device;
  bool sourced;               // the equations have a right-hand side
  bool own_boundary;          // not that of the thesis
  std::string boundary_text;  // as they were given
  std::string source_text;
  std::optional<Seconds> deadline;  // of the time of a solution
  double split;                     // share of the rows that the first device has
  bool second_on_rows;              // loops along rows on the second device

  [[nodiscard]] std::uint64_t element_bytes() const { return scalar == Scalar::f64 ? 8 : 4; }
  // Half the distance from 1 to the next number.
  [[nodiscard]] double rounding() const { return scalar == Scalar::f64 ? 0x1p-53 : 0x1p-24; }
  [[nodiscard]] std::uint64_t checks() const { return most / check + (rest() > 0 ? 1 : 0); }
  // Iterations of the last round, where it is shorter than the others; 0: it is not.
  [[nodiscard]] std::uint64_t rest() const { return most % check; }
  // Of a fixed number: even, and no more than a device makes in a fraction of a second, so that an
  // interrupt does not wait for long.
  [[nodiscard]] std::uint64_t round() const;
  [[nodiscard]] bool is_counted() const { return iterations && *iterations > round(); }
  // That a sweep reads and writes per point.
  [[nodiscard]] std::uint64_t sweep_words() const { return sourced ? 3 : 2; }
  [[nodiscard]] bool is_split() const { return split < 1; }
  // What point.clh needs, then those given.
  [[nodiscard]] Definitions definitions(const Definitions& more = {}) const;
};

// Items of a GPU's group that decides after a check.
inline constexpr std::uint64_t decision_group = 256;

// Of local memory that the arrays of a kernel may take.
Bytes declared_limit(const DeviceTraits& device);

// Parts of launches.
ScalarArgument count_argument(std::uint64_t value);  // uint
ScalarArgument real_argument(double value);          // double
std::uint64_t rounded_up(std::uint64_t n, std::uint64_t unit);
std::vector<Argument> buffers(std::initializer_list<const char*> names);

// So many words read and written per point of a pass over `points`.
Pass pass_of(const Plan& plan, std::string name, std::uint64_t points, double words, double flops,
             Pattern pattern = Pattern::neighbourhood);

// Barriers of JOIN in multigrid.clh, and of a norm in poisson_control: the tree, what all learn,
// the array free again; none where an item is a group.
double join_barriers(const Plan& plan);

// Of one group that joins `norms` sums of each of the parts that groups left, then decides.
// `trips`: references one after another on the way of the item that decides, for which all others
// wait, so that they are counted for each.
Pass decision_pass(const Plan& plan, std::string name, std::uint64_t partials, double norms,
                   double joins, double trips);

// Adds the kernel and, the first time, its file with what stands in front of it.
void add_kernel(Program& program, const std::string& name, std::string_view file,
                const std::string& entry, const Definitions& definitions,
                std::string_view in_front = "poisson/kernels/point.clh");

// Buffers and kernels of every solver: the field, what checks need, the initial values, the
// right-hand side where there is one.
void add_field(Program& program, const Plan& plan, const Problem& problem, bool alternates);

// The argument "source", where there is a right-hand side.
void add_source(Launch& launch, const Plan& plan);

}  // namespace plumb::poisson
