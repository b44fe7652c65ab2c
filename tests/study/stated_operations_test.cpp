// tests/study/stated_operations_test.cpp - passes of small kernels state the operations that their
// PTX has.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plumb/study/kernel_arithmetic.h"
#include "plumb/workloads/workload.h"

namespace plumb::study {
namespace {

// What is counted is what an item does, or one turn of its loop over points.
struct SmallKernel {
  const char* workload;
  NamedTexts settings;
  const char* kernel;
  double points;  // of an item, or of a turn
  // Floating-point operations are compared as well: not where a pass leaves out magnitudes, which
  // machine code has as part of another operation, or where its PTX has two types.
  bool floats = true;
  bool in_loop = false;
};

const std::vector<SmallKernel>& small_kernels() {
  static const std::vector<SmallKernel> all{
      {"himeno", {{"variant", "wide"}, {"size", "S"}}, "sweep", 4, false},
      {"himeno", {{"variant", "naive"}, {"size", "S"}}, "sweep", 1, false},
      {"himeno", {{"variant", "wide"}, {"size", "S"}, {"precision", "f64"}}, "sweep", 2},
      {"lu", {{"variant", "fused"}, {"size", "200"}}, "rank_one", 4},
      {"lu", {{"variant", "fused"}, {"size", "200"}, {"precision", "f64"}}, "rank_one", 4},
      {"lu", {{"variant", "paper"}, {"size", "64"}}, "copy_op", 1, false},
      {"lu", {{"variant", "paper"}, {"size", "64"}}, "max_op", 1, false},
      {"lu", {{"variant", "paper"}, {"size", "64"}}, "divide_op", 1},
      {"lu", {{"variant", "paper"}, {"size", "64"}}, "row_op", 4},
      {"gaussian", {{"variant", "one_pass"}, {"taps", "3"}}, "one_pass", 8, true, true},
      {"gaussian", {{"variant", "one_pass"}, {"taps", "31"}}, "one_pass", 8, true, true},
      {"gaussian", {{"variant", "two_pass"}, {"taps", "13"}}, "rows", 8, true, true},
      {"gaussian",
       {{"variant", "two_pass"}, {"taps", "13"}, {"pixel", "float4"}},
       "rows",
       8,
       true,
       true},
  };
  return all;
}

double floats_of(const Operations& operations) {
  double sum = 0;
  for (const auto& [name, count] : operation_counts()) sum += operations.*count;
  return sum - operations.integer;
}

// Compilers differ in what they share between two addresses, and a guard's other side counts too.
constexpr double most_apart = 1.4;

void expect_near(double stated, double counted, const std::string& what) {
  EXPECT_LE(stated, most_apart * counted) << what;
  EXPECT_GE(most_apart * stated, counted) << what;
}

TEST(StatedOperations, of_small_kernels_are_those_of_their_ptx) {
  for (const SmallKernel& small : small_kernels()) {
    const Workload& workload = workload_named(small.workload);
    const DeviceTraits gpu{DeviceKind::gpu};
    const std::vector<KernelArithmetic> kernels =
        kernel_arithmetic(workload.program(settings_for(workload, gpu, small.settings)));
    const auto found = std::ranges::find(kernels, small.kernel, &KernelArithmetic::kernel);
    ASSERT_NE(found, kernels.end()) << small.workload << " " << small.kernel;
    if (!found->counted) GTEST_SKIP() << found->why_not;
    ASSERT_EQ(found->in_loop, small.in_loop) << small.workload << " " << small.kernel;

    const Operations& stated = found->stated.operations;
    const Operations& counted = found->counted->operations;
    const std::string what = std::string(small.workload) + " " + small.kernel;
    expect_near(small.points * stated.integer, counted.integer, what + ", whole numbers");
    if (small.floats)
      expect_near(small.points * floats_of(stated), floats_of(counted), what + ", floats");
  }
}

// The loop of `pivot` that is counted exchanges an element of two rows; a column as long as the
// matrix has as many elements to compare.
TEST(StatedOperations, of_a_pivot_hold_those_of_the_exchange) {
  const Workload& workload = workload_named("lu");
  const DeviceTraits gpu{DeviceKind::gpu};
  const Settings settings = settings_for(workload, gpu, {{"variant", "fused"}, {"size", "200"}});
  const std::vector<KernelArithmetic> kernels = kernel_arithmetic(workload.program(settings));
  const auto pivot = std::ranges::find(kernels, "pivot", &KernelArithmetic::kernel);
  ASSERT_NE(pivot, kernels.end());
  if (!pivot->counted) GTEST_SKIP() << pivot->why_not;
  ASSERT_TRUE(pivot->in_loop);
  ASSERT_EQ(pivot->stated.points, 200U);

  const double beside = 7 + 6 * 199.0 / 200;  // the comparison and the division
  expect_near(pivot->stated.operations.integer - beside, pivot->counted->operations.integer,
              "pivot, whole numbers of an exchange");
}

}  // namespace
}  // namespace plumb::study
