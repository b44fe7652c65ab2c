// tests/run/overlap_test.cpp - a transfer hides behind a kernel of another queue.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "plumb/device/traits.h"
#include "plumb/run/run_program.h"
#include "tests/device/each_device.h"

namespace plumb {
namespace {

// `halves` buffers come in on one queue and are worked on by the other, each as soon as it is
// there.
Program overlapped(std::uint64_t n, double rounds, std::size_t halves) {
  Program program;
  program.name = "overlap";
  program.queues = {{"kernels", 0}, {"copies", 0}};
  program.sources = {{"overlap.cl", Language::opencl_c,
                      read_text_file(PLUMB_SOURCE_DIR "/docs/applications/overlap.cl")}};
  program.kernels = {{"work", "overlap.cl", "overlap_work", {}}};
  for (std::size_t i = 0; i < halves; ++i) {
    const std::string name = "part " + std::to_string(i);
    program.buffers.push_back(
        {name, {Scalar::f32, 1}, n, {.kind = FillKind::constant, .low = 3, .values = {}}});
    program.steps.push_back({name + " in", Transfer{Direction::in, name}, "copies"});
    Launch work;
    work.kernel = "work";
    work.global[0] = (n + 127) / 128 * 128;
    work.local[0] = 128;
    work.arguments = {BufferArgument{name}, ScalarArgument{Scalar::u32, static_cast<double>(n)},
                      ScalarArgument{Scalar::u32, rounds}};
    work.pass.points = n;
    program.steps.push_back({"work on " + name, work, "kernels", {name + " in"}});
    program.verification.push_back({name, 0, 0, {}});
  }
  return program;
}

Reference ones() {
  return
      [](std::string_view, std::uint64_t, std::span<double> out) { std::ranges::fill(out, 1.0); };
}

RunOptions sampling_options() {
  RunOptions options;
  options.stop.min_time = Seconds{0};
  options.stop.min_samples = options.stop.max_samples = 15;
  options.stop.max_noise = 1e9;
  return options;
}

class Overlap : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(Overlap);

TEST_P(Overlap, every_part_is_right_whoever_comes_first) {
  const Point point = run_program(*device, overlapped(10007, 64, 5), ones(), sampling_options());

  EXPECT_EQ(point.reason, "");
  EXPECT_EQ(point.steps.size(), 10U);
}

// A GPU copies and computes at once: the whole, by the host's clock, is shorter than the sum of
// what its queues needed. A CPU's copies and kernels share its cores, so nothing is asked of it.
TEST_P(Overlap, a_gpu_needs_less_than_the_sum_of_the_steps) {
  if (!device::loads_ptx(device->info())) GTEST_SKIP() << "copies and kernels share this device";

  const Point point =
      run_program(*device, overlapped(1U << 24U, 2048, 6), ones(), sampling_options());

  ASSERT_EQ(point.reason, "");
  const double sum = std::accumulate(
      point.steps.begin(), point.steps.end(), 0.0,
      [](double so_far, const StepResult& step) { return so_far + step.time.value; });
  EXPECT_LT(point.whole.value, sum);
}

}  // namespace
}  // namespace plumb
