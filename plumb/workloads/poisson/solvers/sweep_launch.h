// plumb/workloads/poisson/solvers/sweep_launch.h - one launch of a sweep, in the form that suits a
// device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/workloads/poisson/plan.h"

namespace plumb::poisson {

// What a sweep has beside its fields.
struct SweepBuffers {
  std::string partial = "partial";
  std::string control = "control";
  std::string source = "source";
};

class SweepLaunch {
 public:
  // `slices`: a launch takes one plane, after the one below it.
  explicit SweepLaunch(const Plan& plan, bool slices = false, SweepBuffers names = {});

  // `checked`: it leaves its norms in "partial"; without `stores` it does nothing else, and its
  // step has no `to`.
  void add_kernel(Program& program, const std::string& name, bool checked, bool stores) const;
  [[nodiscard]] Step step(const std::string& kernel, const char* from, const char* to, bool checked,
                          std::uint64_t slice = 0) const;
  [[nodiscard]] std::uint64_t partials() const;

 private:
  const Plan* plan_;
  std::uint64_t rows_;  // per item
  Range global_;
  Range local_;
  bool slices_;
  SweepBuffers names_;
};

}  // namespace plumb::poisson
