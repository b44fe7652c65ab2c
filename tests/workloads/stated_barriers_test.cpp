// tests/workloads/stated_barriers_test.cpp - passes state the barriers that kernels have.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/compile.h"
#include "tests/kept_ptx.h"
#include "tests/workloads/all_kernels.h"

namespace plumb {
namespace {

// What stands between one entry and the next.
std::string_view body_of(std::string_view ptx, const std::string& entry) {
  const std::size_t begin = ptx.find(".entry " + entry + "(");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = ptx.find(".entry ", begin + 1);
  return ptx.substr(begin, end == std::string_view::npos ? end : end - begin);
}

// Of a group or of a cluster; not of a warp.
bool has_barrier(std::string_view body) {
  constexpr std::array<std::string_view, 3> barriers{"bar.sync", "barrier.sync",
                                                     "barrier.cluster.wait"};
  return std::ranges::any_of(barriers, [&](std::string_view barrier) {
    return body.find(barrier) != std::string_view::npos;
  });
}

// Whether lanes of a warp, or groups, hand each other something.
bool hands_over(std::string_view body) {
  constexpr std::array<std::string_view, 3> ways{"shfl.sync", "bar.warp.sync", "mbarrier"};
  return has_barrier(body) || std::ranges::any_of(ways, [&](std::string_view way) {
           return body.find(way) != std::string_view::npos;
         });
}

// Sweeps of scans are counted as those that find nothing pending and return before any barrier.
bool returns_at_once(const BuiltSource& built, const std::string& entry) {
  return entry == "livermore_scan" &&
         std::ranges::any_of(built.definitions, [](const auto& definition) {
           return definition.first == "FORM" &&
                  (definition.second == "17" || definition.second == "20");
         });
}

TEST(StatedBarriers, bodies_end_where_the_next_entry_begins) {
  const std::string ptx = ".visible .entry a(\n) { bar.sync 0; }\n.visible .entry b(\n) { ret; }";

  const std::string_view first = body_of(ptx, "a");
  const std::string_view second = body_of(ptx, "b");

  EXPECT_TRUE(has_barrier(first));
  EXPECT_FALSE(has_barrier(second));
  EXPECT_FALSE(hands_over(second));
  EXPECT_TRUE(body_of(ptx, "c").empty());
}

TEST(StatedBarriers, every_launch_of_a_kernel_with_barriers_states_some_and_no_other_does) {
  std::optional<device::cuda::Compiler> compiler;
  try {
    compiler.emplace();
  } catch (const Error& error) {
    GTEST_SKIP() << explain(error);
  }
  const std::vector<BuiltSource> all = all_sources();
  std::size_t with_barriers = 0;

  for (const BuiltSource& built : all) {
    if (built.fewest_barriers.empty()) continue;
    const auto language = static_cast<device::Language>(static_cast<int>(built.source.language));
    const std::string ptx = kept_ptx(*compiler,
                                     {.name = built.source.name,
                                      .language = language,
                                      .text = built.source.text,
                                      .definitions = built.definitions},
                                     measured_architecture);
    for (const auto& [entry, pass] : built.fewest_barriers) {
      const std::string_view body = body_of(ptx, entry);
      const bool waits = has_barrier(body) && !returns_at_once(built, entry);
      with_barriers += waits ? 1 : 0;

      if (waits) {
        EXPECT_GT(pass.barriers + pass.cluster_barriers, 0)
            << built.source.name << ": " << entry << ", " << pass.name;
      } else if (!hands_over(body)) {
        EXPECT_EQ(pass.barriers, 0) << built.source.name << ": " << entry << ", " << pass.name;
      }
      EXPECT_NO_THROW(check(pass)) << built.source.name << ": " << entry << ", " << pass.name;
    }
  }

  EXPECT_GT(with_barriers, 20U);
}

}  // namespace
}  // namespace plumb
