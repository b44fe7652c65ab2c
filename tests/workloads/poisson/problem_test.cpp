// tests/workloads/poisson/problem_test.cpp - boundaries and right-hand sides of any kind, pictures.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/problem/problem.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/records/fill.h"
#include "plumb/records/verdict.h"
#include "plumb/workloads/poisson/picture.h"
#include "plumb/workloads/poisson/truth/reference.h"
#include "tests/device/each_device.h"
#include "tests/workloads/poisson/raw_file.h"
#include "tests/workloads/poisson/run_poisson.h"

namespace plumb::poisson {
namespace {

using testing::HasSubstr;

TEST(PoissonProblem, a_raw_file_has_f64_or_f32_by_its_size) {
  EXPECT_EQ(points_from_raw(raw<double>({1, 2.5, -3}), 3), (std::vector<double>{1, 2.5, -3}));
  EXPECT_EQ(points_from_raw(raw<float>({1, 2.5, -3}), 3), (std::vector<double>{1, 2.5, -3}));
  EXPECT_EQ(refusal([] { (void)points_from_raw("12345", 3); }),
            "the file has 5 bytes; 3 points need 24 (f64) or 12 (f32)");
  EXPECT_EQ(refusal([] { (void)points_from_raw("", 3); }),
            "the file has 0 bytes; 3 points need 24 (f64) or 12 (f32)");
  EXPECT_EQ(refusal([] {
              (void)points_from_raw(raw<double>({1, std::numeric_limits<double>::quiet_NaN()}), 2);
            }),
            "number 1 of the file is not finite");
}

TEST(PoissonProblem, a_record_keeps_the_field_with_its_top_row_first_and_at_most_32_a_side) {
  const Grid grid = grid_of("96x48", 2);
  // Along the rows from 0 to 1, and 10 more for each level.
  const Reader reader = [&](std::string_view, std::uint64_t first, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint64_t at = first + i;
      out[i] =
          static_cast<double>(at % grid.pitch) / 96 + 10 * static_cast<double>(at / grid.pitch);
    }
  };

  const SampledField field = sampled_field(grid, reader);

  ASSERT_EQ(field.columns, 32U);
  ASSERT_EQ(field.values.size(), 32U * 16);
  EXPECT_DOUBLE_EQ(field.values.front(), 465) << "31.5 / 32 of 48 levels, four digits";
  EXPECT_NEAR(field.values.back(), 15 + 31.5 / 32, 0.01) << "half of the lowest 32nd";
  const Reader broken = [](std::string_view, std::uint64_t, std::span<double> out) {
    for (double& value : out) value = std::nan("");
  };
  EXPECT_EQ(sampled_field(grid, broken).columns, 0U);
}

TEST(PoissonProblem, any_bytes_are_finite_numbers_or_refused) {
  std::vector<double> random(4096);
  fill_values(random_fill(0, 256, 7), Scalar::u8, 0, random);
  std::string bytes;
  for (const double value : random)
    bytes.push_back(static_cast<char>(static_cast<unsigned char>(value)));
  int read = 0;
  int refused = 0;
  for (std::size_t size = 0; size < 200; ++size) {
    for (const std::uint64_t points : {1ULL, 4ULL, 9ULL, 25ULL}) {
      try {
        const auto values =
            points_from_raw(std::string_view(bytes).substr(13 * size, size), points);
        EXPECT_EQ(values.size(), points);
        for (const double value : values) EXPECT_TRUE(std::isfinite(value));
        ++read;
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(read, 4);
  EXPECT_GT(refused, 700);
}

TEST(PoissonProblem, a_fill_is_laid_out_without_touching_the_padding) {
  const Grid grid = grid_of("3x2", 2);
  const Problem problem = problem_of(
      settings_on(DeviceKind::gpu, {{"boundary", "index"}, {"rhs", "8"}, {"n", "3x2"}}), grid);

  EXPECT_EQ(problem.start[grid.at(0, 0, 0)], 0);
  EXPECT_EQ(problem.start[grid.at(3, 0, 0)], 3);
  EXPECT_EQ(problem.start[grid.at(0, 1, 0)], 4);
  EXPECT_EQ(problem.start[4], 0);
  EXPECT_EQ(problem.scale, 11);
  EXPECT_EQ(problem.source[grid.at(2, 1, 0)], 2);
  EXPECT_EQ(problem.right_hand_side(grid)[grid.at(1, 1, 0)], 8);
}

TEST(PoissonProblem, what_is_not_a_fill_is_refused_in_one_line) {
  const auto message = [](const NamedTexts& chosen) {
    return refusal([&] { check_settings(settings_on(DeviceKind::gpu, chosen)); });
  };
  const RawFile five("five.raw", "12345");
  const RawFile large("large.raw", raw<double>({0, 0, 0, 0, 1e300, 0, 0, 0, 0}));

  EXPECT_EQ(message({{"rhs", "zreo"}}),
            "--rhs zreo: must be zero, random, index, a number or file:PATH");
  EXPECT_EQ(message({{"boundary", "inf"}}),
            "--boundary inf: must be top, zero, random, index, a number or file:PATH");
  EXPECT_EQ(
      message({{"n", "3x4"}, {"rhs", five.fill()}}),
      "--rhs " + five.fill() + ": the file has 5 bytes; 20 points need 160 (f64) or 80 (f32)");
  EXPECT_THAT(message({{"boundary", "file:/nowhere/x.raw"}}), HasSubstr("/nowhere/x.raw"));
  EXPECT_EQ(message({{"n", "2"}, {"precision", "f32"}, {"boundary", large.fill()}}),
            "--boundary: a number is beyond those of f32; take --precision f64");
  EXPECT_EQ(message({{"precision", "f32"}, {"boundary", "3e38"}, {"tolerance", "1e12"}}),
            "--boundary 3e38, --rhs zero: the field may have numbers up to 3e+38, in f32 it can "
            "have 1e+19; the equations are linear: divide all numbers");
  EXPECT_THAT(message({{"boundary", "1e300"}}), HasSubstr("in f64 it can have 1e+27"));
  EXPECT_THAT(message({{"rhs", "1e25"}}), HasSubstr("numbers up to 8.2e+28"));
  EXPECT_THAT(message({{"dim", "3"}, {"n", "30000"}, {"rhs", "random"}, {"boundary", "1"}}),
              HasSubstr("the numbers of --boundary and --rhs need 1179 TiB of host memory, this "
                        "machine has"));
  EXPECT_EQ(message({{"boundary", "1e6"}, {"precision", "f32"}, {"tolerance", "1e-3"}}),
            "--tolerance 0.001: f32 numbers near 1000000 are 0.12 apart, so no field has a smaller "
            "error; take more than 0.06 or --precision f64");
}

TEST(PoissonPicture, the_top_is_above_and_lines_divide_the_range) {
  const Grid grid = grid_of("40x20", 2);
  std::vector<double> field(grid.elements());
  for (std::uint64_t j = 0; j <= 20; ++j)
    for (std::uint64_t i = 0; i <= 40; ++i) field[grid.at(i, j, 0)] = static_cast<double>(j);
  const Reader reader = [&](std::string_view, std::uint64_t first, std::span<double> out) {
    std::copy_n(field.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  };

  const Image picture = picture_of(grid, reader);

  ASSERT_EQ(picture.shape.width, 720U);
  ASSERT_EQ(picture.shape.height, 360U);
  const auto pixel = [&](std::size_t x, std::size_t y, std::size_t part) {
    return std::to_integer<int>(picture.pixels[(y * 720 + x) * 4 + part]);
  };
  EXPECT_GT(pixel(5, 2, 0), pixel(5, 2, 2));      // red above
  EXPECT_GT(pixel(5, 357, 2), pixel(5, 357, 0));  // blue below
  int lines = 0;
  for (std::size_t y = 0; y < 360; ++y)
    lines += pixel(100, y, 0) + pixel(100, y, 1) + pixel(100, y, 2) == 0 ? 1 : 0;
  EXPECT_EQ(lines, 10);  // nine between ten parts, and the one row that reaches the largest number
  EXPECT_EQ(pixel(100, 180, 3), 255);
}

class PoissonProblemOnDevice : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(PoissonProblemOnDevice);

TEST_P(PoissonProblemOnDevice, sweeps_with_a_source_are_those_of_the_host_bit_by_bit) {
  for (const auto& [n, dim] : NamedTexts{{"35x18", "2"}, {"5x9x4", "3"}}) {
    for (const NamedTexts& form : {NamedTexts{{"variant", "jacobi"}, {"form", "rows"}},
                                   {{"variant", "jacobi"}, {"form", "items"}},
                                   {{"variant", "blocked"}, {"strip", "4"}, {"steps", "3"}},
                                   {{"variant", "red_black"}, {"form", "rows"}},
                                   {{"variant", "red_black"}, {"form", "items"}},
                                   {{"variant", "slices"}, {"form", "items"}},
                                   {{"variant", "thesis"}}}) {
      const std::string& solver = form.front().second;
      if ((dim == "2" && solver == "slices") || (dim == "3" && solver == "blocked")) continue;
      NamedTexts chosen = form;
      chosen.insert(chosen.end(), {{"n", n},
                                   {"dim", dim},
                                   {"precision", dim == "2" ? "f32" : "f64"},
                                   {"boundary", "random"},
                                   {"rhs", "random"},
                                   {"iterations", "23"}});

      const Point point = run_poisson(*device, chosen);

      EXPECT_EQ(verdict_of(point), Verdict::right) << solver << n << point.reason;
      EXPECT_GT(point.verification.elements, 0U);
    }
  }
}

TEST_P(PoissonProblemOnDevice, solvers_reach_the_true_solution_of_a_file) {
  std::vector<double> boundary(300);  // 20 x 15 points
  std::vector<float> rhs(300);
  fill_values(random_fill(-50, 50, 3), Scalar::f64, 0, boundary);
  for (std::size_t i = 0; i < rhs.size(); ++i)
    rhs[i] = static_cast<float>(std::sin(0.1 * static_cast<double>(i)));
  const RawFile first("boundary.raw", raw(boundary));
  const RawFile second("rhs.raw", raw(rhs));
  for (const NamedTexts& solver : {NamedTexts{{"variant", "multigrid"}, {"form", "rows"}},
                                   {{"variant", "multigrid"}, {"precision", "mixed"}},
                                   {{"variant", "cg"}},
                                   {{"variant", "refinement"}},
                                   {{"variant", "red_black"}},
                                   {{"variant", "jacobi"}}}) {
    NamedTexts chosen = solver;
    chosen.insert(chosen.end(),
                  {{"n", "19x14"}, {"boundary", first.fill()}, {"rhs", second.fill()}});

    const Point point = run_poisson(*device, chosen);

    EXPECT_EQ(verdict_of(point), Verdict::right) << point.reason;
    EXPECT_EQ(ending_of(point), "converged");
    EXPECT_LE(last_of(point, "true error"), 1e-4);
  }
}

// A field that is the solution already needs no change: nothing divides by it.
TEST_P(PoissonProblemOnDevice, a_start_that_is_the_solution_ends_at_once) {
  const Point point = run_poisson(*device, {{"n", "12"}, {"boundary", "7"}});

  EXPECT_EQ(verdict_of(point), Verdict::right) << point.reason;
  EXPECT_EQ(last_of(point, "iterations"), 1);
  EXPECT_LE(last_of(point, "true error"), 1e-11);
}

}  // namespace
}  // namespace plumb::poisson
