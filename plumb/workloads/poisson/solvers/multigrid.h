// plumb/workloads/poisson/solvers/multigrid.h - the levels of a multigrid and the launches on them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "plumb/workloads/poisson/plan.h"

namespace plumb::poisson {

// Every axis has half as many cells as on the level before, rounded up, but at least two: then one
// unknown is left, which a sweep solves. No axis has to be even, or as long as another.
std::vector<Grid> levels_of(const Grid& finest);

// What the items of a GPU wait for in a launch on a level.
struct Waits {
  double joins = 0;       // JOIN of multigrid.clh, one after another
  double references = 0;  // to memory one after another, beyond the first
};

// Launches on the levels 0, 1, ... Level n has the buffers "e<n>", "o<n>" and "f<n>".
class Multigrid {
 public:
  // `most_levels` 1: for solvers that need the residual and the launches of the finest level alone.
  Multigrid(const Plan& plan, Scalar inner, std::size_t most_levels = 64);

  void add_parts(Program& program) const;
  // A kernel of another file that multigrid.clh stands in front of.
  void add_kernel(Program& program, const char* name, const char* file, const char* entry,
                  const Definitions& more = {}) const;

  // The residual of the field and, in buffer `norms`, its norms.
  void residual(std::vector<Step>& steps, const std::string& norms = "partial") const;
  // A V-cycle from e = 0 on; on level 0 it ends with the correction of the field.
  void cycle(std::vector<Step>& steps, std::size_t level) const;
  // Full multigrid: the coarsest level first, each the start of a cycle on the next finer one.
  void full_cycle(std::vector<Step>& steps) const;
  // A V-cycle from e = 0 on that leaves its result in "e0".
  void precondition(std::vector<Step>& steps) const;
  // A launch on the points of the finest level, `words` of them read and written.
  void add_launch(std::vector<Step>& steps, const std::string& kernel,
                  std::initializer_list<std::string> names, double words, Waits waits) const;

  [[nodiscard]] std::uint64_t partials() const;

 private:
  struct Shape {
    Range global;
    Range local;
    std::uint64_t rows;
  };
  [[nodiscard]] Shape shape_of(std::size_t level) const;
  [[nodiscard]] Launch launch_on(std::size_t level, const std::string& kernel,
                                 std::initializer_list<std::string> names) const;
  void add_numbers(Launch& launch, std::size_t level, std::initializer_list<double> relax) const;
  // Returns what it demands, for those who know more of it.
  Pass& push(std::vector<Step>& steps, Launch launch, std::size_t level, double words,
             Waits waits = {}) const;

  void begin(std::vector<Step>& steps, std::size_t level) const;
  void smooth(std::vector<Step>& steps, std::size_t level, bool back, unsigned sweep) const;
  void correct(std::vector<Step>& steps) const;
  void remainder(std::vector<Step>& steps, std::size_t level) const;  // f - A e into "o<n>"
  void add_transfer(Launch& launch, std::size_t fine, std::uint64_t rows) const;
  void restrict_to(std::vector<Step>& steps, std::size_t coarse, const char* from) const;
  void prolong_to(std::vector<Step>& steps, std::size_t fine, double keeps) const;
  // From the sweeps before the coarser level on: what cycles have in common.
  void visit(std::vector<Step>& steps, std::size_t level, bool starts_from_zero) const;
  void descend(std::vector<Step>& steps, std::size_t level, bool starts_from_zero) const;

  [[nodiscard]] std::array<double, 3> weights(std::size_t level) const;
  [[nodiscard]] double relax(std::size_t level, unsigned sweep) const;
  [[nodiscard]] bool halves(std::size_t fine) const;

  const Plan* plan_;
  Scalar inner_;
  std::vector<Grid> levels_;
};

}  // namespace plumb::poisson
