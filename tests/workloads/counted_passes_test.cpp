// tests/workloads/counted_passes_test.cpp - every pass says what its kernel refers to.
//
// A pass without references is predicted as an empty kernel. What rates shall not count is stated
// with `references` of 0 and what is `executed`.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/walk.h"
#include "plumb/workloads/workload.h"
#include "tests/workloads/small_problem.h"

namespace plumb {
namespace {

using testing::IsEmpty;

void note_bare(const Program& program, const std::string& of, std::set<std::string>& bare) {
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                              const bool refers = std::ranges::any_of(
                                  launch.pass.accesses, [](const Access& access) {
                                    return executed_references(access) > 0;
                                  });
                              if (!refers) bare.insert(fmt::format("{}: {}", of, launch.pass.name));
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
}

TEST(CountedPasses, state_references_in_every_variant) {
  std::set<std::string> bare;
  for (const Workload& workload : catalogue())
    for (const auto& [variant, program] : small_programs(workload))
      note_bare(program, fmt::format("{} {}", workload.name, variant), bare);

  EXPECT_THAT(bare, IsEmpty());
}

TEST(CountedPasses, state_references_in_every_livermore_kernel) {
  std::set<std::string> bare;
  const Workload& livermore = workload_named("livermore");
  for (const DeviceKind kind : {DeviceKind::gpu, DeviceKind::cpu}) {
    for (int kernel = 1; kernel <= 24; ++kernel) {
      const NamedTexts chosen{{"kernel", fmt::format("{}", kernel)}};
      note_bare(livermore.program(settings_for(livermore, DeviceTraits{kind}, chosen)),
                fmt::format("{} {}", kernel, name_of(kind)), bare);
    }
  }

  EXPECT_THAT(bare, IsEmpty());
}

// What a finish makes of partial results is not credited: rates stay those of the sum.
TEST(CountedPasses, do_not_credit_what_joins_partial_results) {
  const Workload& stream = workload_named("stream");
  const Program program =
      stream.program(settings_for(stream, DeviceTraits{DeviceKind::gpu}, {{"elements", "4096"}}));
  std::size_t found = 0;
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                              if (launch.pass.name != "dot_finish") return;
                              ++found;
                              EXPECT_EQ(bytes_of(launch.pass), Bytes{});
                              EXPECT_EQ(launch.pass.accesses.at(0).executed, 1);
                              EXPECT_EQ(launch.pass.operations.add, 1);
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
  EXPECT_GT(found, 0U);
}

}  // namespace
}  // namespace plumb
