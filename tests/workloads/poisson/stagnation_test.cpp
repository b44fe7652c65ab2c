// tests/workloads/poisson/stagnation_test.cpp - what still gains goes on, what does not is ended.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/verdict.h"
#include "plumb/workloads/poisson/problem/grid.h"
#include "plumb/workloads/poisson/variants.h"
#include "tests/device/each_device.h"
#include "tests/workloads/poisson/raw_file.h"
#include "tests/workloads/poisson/run_poisson.h"

namespace plumb::poisson {
namespace {

using testing::HasSubstr;

using Value = std::function<double(const Grid&, std::uint64_t i, std::uint64_t j, std::uint64_t k)>;

std::string numbers_of(const Grid& grid, const Value& value) {
  std::vector<double> numbers;
  for (std::uint64_t k = 0; k < grid.planes(); ++k)
    for (std::uint64_t j = 0; j < grid.rows(); ++j)
      for (std::uint64_t i = 0; i <= grid.n[0]; ++i) numbers.push_back(value(grid, i, j, k));
  return raw(numbers);
}

// Where the sum of the updates stays for long: until what is in the middle has come to the edge.
double in_the_middle(const Grid& grid, std::uint64_t i, std::uint64_t j, std::uint64_t k) {
  return i == grid.n[0] / 2 && j == grid.n[1] / 2 && k == grid.n[2] / 2 ? -1 : 0;
}
double smooth(const Grid& grid, std::uint64_t i, std::uint64_t j, std::uint64_t k) {
  const auto wave = [&](std::uint64_t x, std::uint64_t n) {
    return n == 0 ? 1
                  : std::sin(std::numbers::pi * static_cast<double>(x) / static_cast<double>(n));
  };
  return 0.1 * wave(i, grid.n[0]) * wave(j, grid.n[1]) * wave(k, grid.n[2]);
}
double alternating(const Grid&, std::uint64_t i, std::uint64_t j, std::uint64_t k) {
  return (i + j + k) % 2 == 0 ? 1 : -1;
}
double irregular(const Grid&, std::uint64_t i, std::uint64_t j, std::uint64_t k) {
  return std::sin(static_cast<double>((i * 7919 + j * 104729 + k * 1299709) % 10007));
}

class PoissonStagnation : public EachDevice {
 protected:
  // Whether the solver is one that takes the grid and the precision. PoCL compiles for long what
  // a GPU has at once: there jacobi has all, others what is theirs.
  [[nodiscard]] bool takes(const NamedTexts& chosen) const {
    const std::string& solver = *text_named(chosen, "variant");
    const bool is_double = *text_named(chosen, "precision") == "f64";
    const bool is_plane = *text_named(chosen, "dim") == "2";
    const bool on_cpu = device->info().kind == device::Kind::cpu;
    if (on_cpu && solver != "jacobi" && (!is_double || is_plane == (solver == "slices")))
      return false;
    return refusal([&] { check_settings(settings_on(DeviceKind::gpu, chosen)); }) ==
           "nothing was thrown";
  }
};
PLUMB_FOR_EACH_DEVICE(PoissonStagnation);

// Checks follow each other closely, so that a window has no more sweeps than it needs.
TEST_P(PoissonStagnation, nothing_that_converges_is_ended_before) {
  int solved = 0;
  for (const auto& [n, dim] : NamedTexts{{"24x20", "2"}, {"12x10x14", "3"}}) {
    const Grid grid = grid_of(n, static_cast<unsigned>(std::stoul(dim)));
    for (const Value& value :
         {Value(in_the_middle), Value(smooth), Value(alternating), Value(irregular)}) {
      const RawFile rhs("rhs.raw", numbers_of(grid, value));
      for (const VariantRow& row : variant_rows()) {
        const std::string solver(row.shown.name);
        for (const char* precision : {"f32", "f64"}) {
          const bool is_single = std::string(precision) == "f32";
          const NamedTexts chosen{{"n", n},
                                  {"dim", dim},
                                  {"variant", solver},
                                  {"precision", precision},
                                  {"form", "rows"},
                                  {"strip", "4"},
                                  {"steps", "3"},
                                  {"boundary", "zero"},
                                  {"rhs", rhs.fill()},
                                  {"check", row.check == 1 ? "1" : "4"},
                                  {"norm", row.only_sum ? "sum" : "error"},
                                  {"tolerance", is_single ? "1e-2" : "1e-8"}};
          if (!takes(chosen)) continue;

          const Point point = run_poisson(*device, chosen);

          EXPECT_EQ(verdict_of(point), Verdict::right) << solver << n << precision << point.reason;
          EXPECT_EQ(ending_of(point), "converged") << solver << " " << n << " " << precision;
          ++solved;
        }
      }
    }
  }
  EXPECT_GE(solved, 4 * 12);
}

// A tolerance that no field has: each solver says so, and after its last gain.
TEST_P(PoissonStagnation, rounding_ends_what_cannot_gain) {
  for (const char* solver : {"red_black", "cg", "multigrid"}) {
    const Point point = run_poisson(*device, {{"n", "24x20"},
                                              {"variant", solver},
                                              {"form", "rows"},
                                              {"norm", "rms"},
                                              {"tolerance", "0"}});

    EXPECT_EQ(ending_of(point), "stagnated") << solver;
    EXPECT_LT(last_of(point, "true error"), 1e-11) << solver;
    ASSERT_FALSE(point.warnings.empty()) << solver;
    EXPECT_THAT(point.warnings.front(), HasSubstr("rounding in f64 keeps the residual")) << solver;
  }
}

}  // namespace
}  // namespace plumb::poisson
