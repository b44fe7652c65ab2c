// bench/hypre_poisson.cpp - the heat problem solved by hypre's structured multigrid, on MPI ranks.
//
//   mpirun -n 2 hypre_poisson N pfmg|pcg ITERATIONS TOLERANCE REPEATS
//
// poisson_bench starts it. ITERATIONS 0: as many as a true error of TOLERANCE needs, found by
// trying. Rows are shared evenly; the matrix has constant coefficients and says so, as hypre is
// fastest then. Prints one line: iterations, seconds of the set-up, true error or -1, seconds of
// every solve.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <HYPRE_struct_ls.h>
#include <fmt/format.h>
#include <mpi.h>

#include "plumb/workloads/poisson/truth/exact.h"
#include "plumb/workloads/poisson/truth/reference.h"

namespace plumb::bench {
namespace {

constexpr int most_iterations = 60;

// Rows first .. last of the unknowns 1 .. n - 1 are this rank's.
struct Share {
  int rank = 0;
  int ranks = 1;
  int n = 0;
  int first = 0;
  int last = 0;

  explicit Share(int cells) : n(cells) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    first = 1 + static_cast<int>(static_cast<long>(n - 1) * rank / ranks);
    last = static_cast<int>(static_cast<long>(n - 1) * (rank + 1) / ranks);
  }
  [[nodiscard]] std::size_t points() const {
    return static_cast<std::size_t>(last - first + 1) * static_cast<std::size_t>(n - 1);
  }
};

// 4 u - sum of the neighbours = what the hot edge adds.
class Problem {
 public:
  explicit Problem(const Share& share)
      : share_(&share), lower_{1, share.first}, upper_{share.n - 1, share.last} {
    HYPRE_StructGridCreate(MPI_COMM_WORLD, 2, &grid_);
    HYPRE_StructGridSetExtents(grid_, lower_.data(), upper_.data());
    HYPRE_StructGridAssemble(grid_);
    HYPRE_StructStencilCreate(2, 5, &stencil_);
    std::array<std::array<int, 2>, 5> offsets{{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
    for (int e = 0; e < 5; ++e)
      HYPRE_StructStencilSetElement(stencil_, e, offsets.at(static_cast<std::size_t>(e)).data());
    HYPRE_StructMatrixCreate(MPI_COMM_WORLD, grid_, stencil_, &matrix);
    std::array<int, 5> entries{0, 1, 2, 3, 4};
    HYPRE_StructMatrixSetConstantEntries(matrix, 5, entries.data());
    HYPRE_StructMatrixInitialize(matrix);
    std::array<double, 5> values{4, -1, -1, -1, -1};
    HYPRE_StructMatrixSetConstantValues(matrix, 5, entries.data(), values.data());
    HYPRE_StructMatrixAssemble(matrix);
    HYPRE_StructVectorCreate(MPI_COMM_WORLD, grid_, &right_hand_side);
    HYPRE_StructVectorInitialize(right_hand_side);
    std::vector<double> heat(share.points());
    if (share.last == share.n - 1) std::fill(heat.end() - (share.n - 1), heat.end(), poisson::hot);
    HYPRE_StructVectorSetBoxValues(right_hand_side, lower_.data(), upper_.data(), heat.data());
    HYPRE_StructVectorAssemble(right_hand_side);
    HYPRE_StructVectorCreate(MPI_COMM_WORLD, grid_, &solution);
    HYPRE_StructVectorInitialize(solution);
    restore();
  }
  ~Problem() {
    HYPRE_StructVectorDestroy(solution);
    HYPRE_StructVectorDestroy(right_hand_side);
    HYPRE_StructMatrixDestroy(matrix);
    HYPRE_StructStencilDestroy(stencil_);
    HYPRE_StructGridDestroy(grid_);
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  void restore() {
    HYPRE_StructVectorSetConstantValues(solution, 0);
    HYPRE_StructVectorAssemble(solution);
  }
  // Largest difference from the exact solution of the discrete equations.
  double true_error(const std::vector<double>& exact, const poisson::Grid& grid) {
    std::vector<double> own(share_->points());
    HYPRE_StructVectorGetBoxValues(solution, lower_.data(), upper_.data(), own.data());
    double largest = 0;
    for (std::size_t at = 0; at < own.size(); ++at) {
      const auto row = static_cast<std::uint64_t>(share_->n - 1);
      const std::uint64_t place =
          grid.at(at % row + 1, at / row + static_cast<std::uint64_t>(share_->first), 0);
      const double error = std::fabs(own[at] - exact[place]);
      largest = error <= largest ? largest : error;
    }
    double of_all = 0;
    MPI_Allreduce(&largest, &of_all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return of_all;
  }

  HYPRE_StructMatrix matrix = nullptr;
  HYPRE_StructVector right_hand_side = nullptr;
  HYPRE_StructVector solution = nullptr;

 private:
  const Share* share_;
  std::array<int, 2> lower_;
  std::array<int, 2> upper_;
  HYPRE_StructGrid grid_ = nullptr;
  HYPRE_StructStencil stencil_ = nullptr;
};

HYPRE_StructSolver make_cycles(bool preconditions) {
  HYPRE_StructSolver made = nullptr;
  HYPRE_StructPFMGCreate(MPI_COMM_WORLD, &made);
  HYPRE_StructPFMGSetRelaxType(made, 2);  // red and black, symmetric
  HYPRE_StructPFMGSetRAPType(made, 1);    // coarse levels keep five points
  HYPRE_StructPFMGSetSkipRelax(made, 1);
  HYPRE_StructPFMGSetTol(made, 0);
  if (preconditions) HYPRE_StructPFMGSetMaxIter(made, 1);
  return made;
}

class Solver {
 public:
  Solver(Problem& problem, bool conjugate) : problem_(&problem), cycles_(make_cycles(conjugate)) {
    const double begin = MPI_Wtime();
    if (conjugate) {
      HYPRE_StructPCGCreate(MPI_COMM_WORLD, &outer_);
      HYPRE_StructPCGSetTol(outer_, 0);
      HYPRE_StructPCGSetTwoNorm(outer_, 1);
      HYPRE_StructPFMGSetZeroGuess(cycles_);
      HYPRE_StructPCGSetPrecond(outer_, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, cycles_);
      HYPRE_StructPCGSetup(outer_, problem.matrix, problem.right_hand_side, problem.solution);
    } else {
      HYPRE_StructPFMGSetup(cycles_, problem.matrix, problem.right_hand_side, problem.solution);
    }
    setup_seconds = MPI_Wtime() - begin;
  }
  ~Solver() {
    if (outer_ != nullptr) HYPRE_StructPCGDestroy(outer_);
    HYPRE_StructPFMGDestroy(cycles_);
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // From zero on, so many iterations; seconds of the slowest rank.
  double solve(int iterations) {
    Problem& p = *problem_;
    p.restore();
    if (outer_ != nullptr) {
      HYPRE_StructPCGSetMaxIter(outer_, iterations);
    } else {
      HYPRE_StructPFMGSetMaxIter(cycles_, iterations);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    if (outer_ != nullptr) {
      HYPRE_StructPCGSolve(outer_, p.matrix, p.right_hand_side, p.solution);
    } else {
      HYPRE_StructPFMGSolve(cycles_, p.matrix, p.right_hand_side, p.solution);
    }
    const double own = MPI_Wtime() - begin;
    double slowest = 0;
    MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    HYPRE_ClearAllErrors();  // it calls an end without convergence an error
    return slowest;
  }

  double setup_seconds = 0;

 private:
  Problem* problem_;
  HYPRE_StructSolver cycles_;
  HYPRE_StructSolver outer_ = nullptr;
};

int run(char** words) {
  const std::string cells = words[1];
  const Share share(std::stoi(cells));
  int iterations = std::stoi(words[3]);
  const double tolerance = std::stod(words[4]);
  Problem problem(share);
  Solver solver(problem, std::string(words[2]) == "pcg");
  double error = -1;
  if (iterations == 0) {
    const poisson::Grid grid = poisson::grid_of(cells, 2);
    const auto exact = poisson::solve_exactly(grid, poisson::initial_field<double>(grid));
    do {
      ++iterations;
      (void)solver.solve(iterations);
      error = problem.true_error(exact, grid);
    } while (!(error <= tolerance) && iterations < most_iterations);
  }
  (void)solver.solve(iterations);
  std::string line;
  for (int repeat = std::stoi(words[5]); repeat > 0; --repeat)
    line += fmt::format(" {:.6f}", solver.solve(iterations));
  if (share.rank == 0)
    std::printf("%d %.6f %.3e%s\n", iterations, solver.setup_seconds, error, line.c_str());
  return error <= tolerance ? 0 : 1;
}

}  // namespace
}  // namespace plumb::bench

int main(int count, char** words) {
  if (count != 6) {
    std::fprintf(stderr, "usage: hypre_poisson N pfmg|pcg ITERATIONS TOLERANCE REPEATS\n");
    return 2;
  }
  MPI_Init(&count, &words);
  HYPRE_Init();
  const int code = plumb::bench::run(words);
  HYPRE_Finalize();
  MPI_Finalize();
  return code;
}
