// bench/hypre_rival.h - the heat problem solved by hypre on two MPI ranks, in a process of its own.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb::bench {

struct HypreRun {
  int iterations = 0;
  double setup_seconds = 0;
  double true_error = 0;              // -1 where the iterations were given
  std::vector<double> solve_seconds;  // from zero on
};

// Solver "pfmg" or "pcg" (with PFMG as preconditioner); iterations 0: as many as a true error of
// `tolerance` needs. None where hypre or MPI was not found when this was built.
std::optional<HypreRun> run_hypre(const std::string& solver, std::uint64_t n, int iterations,
                                  double tolerance, int repeats);

}  // namespace plumb::bench
