// tests/workloads/lu/program_test.cpp - the launches of every variant, counted by hand and run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/device/traits.h"
#include "plumb/records/verdict.h"
#include "plumb/records/walk.h"
#include "plumb/workloads/lu/lu.h"
#include "plumb/workloads/lu/plan.h"
#include "tests/workloads/run_on_device.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

Settings lu_settings(const NamedTexts& chosen, DeviceKind kind = DeviceKind::gpu) {
  return settings_for(workload_named("lu"), DeviceTraits{.kind = kind}, chosen);
}

Demand lu_demand(const NamedTexts& chosen) {
  return demand_of(lu::program(lu_settings(chosen)).steps.front());
}

std::vector<Launch> launches_of(const Program& program) {
  std::vector<Launch> launches;
  walk(program.steps,
       Cases{[&](const Launch& launch, const StepContext&) { launches.push_back(launch); },
             PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>()});
  return launches;
}

TEST(Lu, the_launches_of_the_paper_are_counted) {
  for (const char* launches : {"queued", "batch"}) {
    EXPECT_EQ(lu_demand({{"variant", "paper"}, {"size", "2048"}, {"launches", launches}}).launches,
              75772U);
  }
  EXPECT_EQ(lu_demand({{"variant", "paper"}, {"size", "128"}}).launches, 3196U);
  EXPECT_EQ(lu_demand({{"variant", "paper"}, {"size", "256"}}).launches, 7164U);
}

TEST(Lu, a_column_of_the_paper_has_its_kernels_and_points) {
  std::vector<std::pair<std::string, std::uint64_t>> found;

  for (const Launch& launch :
       launches_of(lu::program(lu_settings({{"variant", "paper"}, {"size", "5"}}))))
    found.emplace_back(launch.kernel, launch.pass.points);

  found.resize(4 + 3 + 6 + 3);  // the first column: N - u = 5, so three levels
  EXPECT_THAT(found, ElementsAre(Pair("copy_op", 5), Pair("max_op", 4), Pair("max_op", 2),
                                 Pair("max_op", 1), Pair("quadtree_op", 6), Pair("quadtree_op", 6),
                                 Pair("quadtree_op", 3), Pair("quadtree_op", 3),
                                 Pair("quadtree_op", 1), Pair("quadtree_op", 1), Pair("copy_op", 5),
                                 Pair("copy_op", 5), Pair("copy_op", 5), Pair("divide_op", 5),
                                 Pair("copy_op", 4), Pair("row_op", 16)));
}

TEST(Lu, the_bytes_of_three_rows_are_those_of_a_count_by_hand) {
  const auto bytes = [](const NamedTexts& chosen) {
    return lu_demand(with_text(chosen, "size", "3")).bytes.count;
  };

  // Column 0: copies 4 x 6, max 5 + 3, quadtree 2 x (10 + 6), divide 9, copy 4, rows 16; two of the
  // copies read the two values that the quadtree left for each point, one writes the pivot.
  // Column 1: copies 4 x 4, max 3, quadtree 2 x 7, divide 6, copy 2, row 4; three values, a pivot.
  EXPECT_EQ(bytes({{"variant", "paper"}}), 4U * (93 + 2 * 6 + 1 + 45 + 2 * 6 + 1));
  // Column 0: find 3, pivot 1, exchange 12, divide 4; update 8 + 4. Column 1: 2 + 1 + 12 + 2; 2
  // + 2.
  EXPECT_EQ(bytes({{"variant", "fused"}, {"precision", "f64"}}), 8U * (20 + 12 + 17 + 4) + 4U * 2);
  // Read 9 each time; written nothing, 9, 4 + 2, 1 + 4. One group leaves 1 + 32 and 32 elements and
  // a row for the next launch, which reads 1 + 32 + 32 and the row; two pivots are kept.
  EXPECT_EQ(bytes({{"variant", "blocked"}}), 4U * (9 + 18 + 15 + 14 + 3 * (65 + 65) + 3 * 2 + 2));
  EXPECT_EQ(bytes({{"variant", "blocked"}, {"form", "loops"}}), 4U * (18 + 2));
  EXPECT_EQ(bytes({{"variant", "blocked"}, {"form", "clusters"}}), 4U * (18 + 2));
}

TEST(Lu, exchanges_and_updates_of_a_block_are_those_of_a_count_by_hand) {
  const Program program =
      lu::program(lu_settings({{"size", "40"}, {"block", "32"}, {"panel", "16"}}));
  std::vector<std::pair<std::string, double>> elements;
  std::vector<double> flops;

  for (const Launch& launch : launches_of(program)) {
    if (launch.kernel == "column") continue;
    elements.emplace_back(launch.pass.name, demanded_bytes(launch.pass) / 4);
    flops.push_back(flops_of(launch.pass).count);
  }

  // Exchanges: 16 rows of 16 columns and as many below them, read and written, where so many are
  // left; 16 x 16 across and the triangle of 120 where one is solved; a pivot for each row but the
  // last. Updates: the rest twice, and the panel's 24 + 16 vectors of 16. Then the block: 32 and 8.
  EXPECT_THAT(elements, ElementsAre(Pair("exchange panel", 2 * 32 * 16 + 256 + 120 + 16),
                                    Pair("update panel", 2 * 24 * 16 + 16 * 40),
                                    Pair("exchange panel", 2 * 24 * 16 + 16),
                                    Pair("exchange block", 2 * 40 * 8 + 32 * 8 + 496 + 32),
                                    Pair("update block", 2 * 8 * 8 + 32 * 16),
                                    Pair("exchange block", 2 * 8 * 32 + 7)));
  EXPECT_THAT(flops, ElementsAre(16 * 240, 2 * 16 * 24 * 16, 0, 8 * 32 * 31, 2 * 32 * 64, 0));
}

TEST(Lu, every_variant_counts_the_flops_of_the_decomposition) {
  for (const char* size : {"2", "3", "31", "100", "129", "300"}) {
    const double flops = lu::flops_of_decomposition(std::stoul(size));
    for (const char* form : {"tiles", "clusters", "loops"}) {
      const Demand blocked = lu_demand({{"size", size}, {"form", form}});
      EXPECT_NEAR(blocked.flops.count, flops, 1e-9 * flops) << size << form;
    }
    EXPECT_NEAR(lu_demand({{"size", size}, {"variant", "fused"}}).flops.count, flops, 1e-9 * flops);
    // The paper divides the pivots of all columns but the last, too.
    EXPECT_NEAR(lu_demand({{"size", size}, {"variant", "paper"}}).flops.count,
                flops + std::stod(size) - 1, 1e-9 * flops);
  }
  EXPECT_EQ(lu::flops_of_decomposition(3), 3 + 10);
}

TEST(Lu, what_cannot_be_decomposed_is_refused) {
  const auto message = [](const NamedTexts& chosen) {
    return refusal([&] { lu::check_settings(lu_settings(chosen)); });
  };

  EXPECT_EQ(message({{"size", "1"}}), "--size 1: must be 2 to 65536");
  EXPECT_EQ(message({{"size", "3x4"}}),
            "--size 3x4: must be a whole number: LU needs a square matrix, N for N x N");
  EXPECT_EQ(message({{"panel", "20"}}), "--panel 20: must be 16, 32, 48 or 64 with --form tiles");
  EXPECT_EQ(message({{"block", "80"}}),
            "--block 80: must be whole panels of 32 and at most 128 with --form tiles");
  EXPECT_EQ(message({{"size", "7"}, {"zeros", "7"}}), "--zeros 7: the last column of 7 is 6");
  EXPECT_THAT(message({{"variant", "paper"}, {"size", "8193"}}), HasSubstr("take at most 8192"));
  EXPECT_EQ(message({{"form", "loops"}, {"block", "80"}}), "nothing was thrown");
}

TEST(Lu, the_form_follows_the_kind_of_device) {
  EXPECT_EQ(lu_settings({}, DeviceKind::cpu).text("form"), "loops");
  EXPECT_EQ(lu_settings({}, DeviceKind::gpu).text("form"), "tiles");
  const DeviceTraits with_clusters{.kind = DeviceKind::gpu, .largest_cluster = 16};
  EXPECT_EQ(settings_for(workload_named("lu"), with_clusters, {}).text("form"), "clusters");
}

// Kernel and groups of the panels of a matrix, each followed by how often it comes in a row.
std::vector<std::pair<std::string, std::uint64_t>> panels_of(const DeviceTraits& device,
                                                             const NamedTexts& chosen) {
  std::vector<std::pair<std::string, std::uint64_t>> panels;
  const Settings settings = settings_for(workload_named("lu"), device, chosen);
  for (const Launch& launch : launches_of(lu::program(settings))) {
    if (launch.kernel != "column" && !launch.kernel.starts_with("panel")) continue;
    const std::string panel = fmt::format("{} in {}", launch.kernel, launch.cluster[0]);
    if (panels.empty() || panels.back().first != panel) panels.emplace_back(panel, 0);
    ++panels.back().second;
  }
  return panels;
}

TEST(Lu, a_cluster_shrinks_with_the_rows_that_are_left) {
  const DeviceTraits device{
      .kind = DeviceKind::gpu, .local_memory = Bytes{232448}, .largest_cluster = 16};

  // 32 columns each; 256 rows per group from 4096 rows on, 512 before.
  EXPECT_THAT(panels_of(device, {{"size", "4160"}}),
              ElementsAre(Pair("panel 512x1 in 16", 2), Pair("panel 256x1 in 16", 64),
                          Pair("panel 256x1 in 8", 32), Pair("panel 256x1 in 4", 16),
                          Pair("panel 256x1 in 2", 8), Pair("panel 256x1 in 1", 8)));
}

TEST(Lu, a_panel_that_no_cluster_holds_has_a_launch_per_column) {
  DeviceTraits device{
      .kind = DeviceKind::gpu, .local_memory = Bytes{232448}, .largest_cluster = 16};
  const NamedTexts doubles{{"size", "8256"}, {"precision", "f64"}};

  // Two panels of 32 columns have more than 8192 rows; a launch more finds the first pivot.
  EXPECT_THAT(panels_of(device, doubles).front(), Pair("column in 1", 66));
  device.largest_cluster = 8;
  EXPECT_THAT(panels_of(device, doubles).front(), Pair("column in 1", 33 * 130));
  device.local_memory = Bytes{49152};
  EXPECT_THAT(panels_of(device, {{"size", "2080"}}),
              ElementsAre(Pair("column in 1", 33), Pair("panel 256x1 in 8", 32),
                          Pair("panel 256x1 in 4", 16), Pair("panel 256x1 in 2", 8),
                          Pair("panel 256x1 in 1", 8)));
}

class LuOnDevice : public RunOnDevice {
 protected:
  Point run(const NamedTexts& chosen) {
    return RunOnDevice::run(lu::workload, lu_settings(chosen));
  }
  [[nodiscard]] std::vector<std::string> precisions() const {
    if (!device->info().doubles) return {"f32"};
    return {"f32", "f64"};
  }
  void expect_right(const NamedTexts& chosen) {
    for (const std::string& precision : precisions()) {
      for (const char* size : {"2", "3", "17", "67", "150"}) {
        const Point point = run(with_text(with_text(chosen, "precision", precision), "size", size));
        EXPECT_EQ(verdict_of(point), Verdict::right) << precision << " " << size << point.reason;
        EXPECT_TRUE(point.verification.checked);
        const ReadingResult* error = reading_named(point, "backward error");
        ASSERT_NE(error, nullptr);
        EXPECT_LE(error->values.front(), 1.0);
      }
    }
  }
};
PLUMB_FOR_EACH_DEVICE(LuOnDevice);

TEST_P(LuOnDevice, the_paper_is_right_at_odd_sizes) { expect_right({{"variant", "paper"}}); }
TEST_P(LuOnDevice, the_paper_queued_is_right) {
  expect_right({{"variant", "paper"}, {"launches", "queued"}});
}
TEST_P(LuOnDevice, fused_launches_are_right_at_odd_sizes) { expect_right({{"variant", "fused"}}); }
TEST_P(LuOnDevice, loops_over_blocks_are_right_at_odd_sizes) {
  expect_right({{"form", "loops"}, {"block", "20"}});
}
TEST_P(LuOnDevice, tiles_are_right_at_odd_sizes) {
  expect_right({{"form", "tiles"}, {"block", "64"}, {"panel", "16"}});
}
TEST_P(LuOnDevice, panels_of_clusters_are_right_at_odd_sizes) {
  if (device::traits_of(device->info()).largest_cluster == 0)
    GTEST_SKIP() << "the device has no clusters of groups: CUDA from Hopper on has them";
  expect_right({{"form", "clusters"}, {"block", "64"}, {"panel", "16"}});
  for (const char* panel : {"32", "48", "64"}) {
    const std::string block = panel == std::string_view("48") ? "96" : "128";
    const NamedTexts chosen{{"form", "clusters"}, {"block", block}, {"panel", panel}};
    for (const std::string& precision : precisions()) {
      for (const char* size : {"301", "701", "1023"}) {  // two and four groups of 256 rows
        const NamedTexts sized = with_text(chosen, "size", size);
        EXPECT_EQ(verdict_of(run(with_text(sized, "precision", precision))), Verdict::right)
            << panel << " " << precision << " " << size;
      }
    }
  }
  ErrorKind kind{};
  EXPECT_THAT(
      refusal([&] { (void)run({{"form", "clusters"}, {"size", "45"}, {"zeros", "33"}}); }, &kind),
      HasSubstr("the matrix is singular: column 33 has no pivot"));
}
TEST_P(LuOnDevice, tiles_of_the_default_shape_are_right) {
  EXPECT_EQ(verdict_of(run({{"size", "301"}})), Verdict::right);
}

// No element can be compared beyond 1024: the backward error is the check.
TEST_P(LuOnDevice, a_large_matrix_is_judged_by_its_backward_error) {
  const Point point = run({{"size", "1027"}, {"form", "loops"}});

  EXPECT_EQ(verdict_of(point), Verdict::right) << point.reason;
  EXPECT_TRUE(point.verification.checked);
  EXPECT_EQ(point.verification.elements, 1027U * 1027U);
}

TEST_P(LuOnDevice, a_singular_matrix_is_reported_with_its_column) {
  for (const char* variant : {"paper", "fused", "blocked"}) {
    ErrorKind kind{};
    const NamedTexts chosen{{"variant", variant}, {"size", "45"}, {"zeros", "33"}};

    EXPECT_THAT(refusal([&] { (void)run(chosen); }, &kind),
                HasSubstr("the matrix is singular: column 33 has no pivot"));
    EXPECT_EQ(kind, ErrorKind::input);
    const Settings settings = lu_settings(chosen);
    EXPECT_EQ(complaint_of_run(*device, lu::program(settings), lu::reference(settings, store)), "");
  }
}

TEST_P(LuOnDevice, a_wrong_result_is_not_timed) {
  const Settings settings = lu_settings({{"size", "1030"}, {"form", "loops"}});
  Program program = lu::program(settings);
  std::get<Batch>(program.steps.front().action).steps.pop_back();  // the last panel
  RunOptions options;
  options.examine = [&](const Reader& reader, Point& point) {
    lu::examine(settings, reader, point);
  };

  const Point point = run_program(*device, program, {}, options);

  EXPECT_EQ(point.status, Status::wrong);
  EXPECT_TRUE(point.steps.empty());
}

}  // namespace
}  // namespace plumb
