// tests/workloads/written_passes_test.cpp - what workloads state of their launches can be written
// as a file and read again.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/records/walk.h"
#include "plumb/workloads/workload.h"
#include "tests/workloads/all_kernels.h"

namespace plumb {
namespace {

// Empty: every pass of the program is written alike once it was read back.
std::string not_read_back(const Program& program) {
  std::string wrong;
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                              const Json json = to_json(launch.pass);
                              try {
                                if (to_json(pass_from_json(JsonView(json, "p"))) == json) return;
                                wrong = launch.pass.name + " reads back otherwise";
                              } catch (const Error& error) {
                                wrong = launch.pass.name + ": " + explain(error);
                              }
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
  return wrong;
}

TEST(WrittenPasses, every_pass_of_every_workload_reads_back) {
  std::size_t programs = 0;

  for (const DeviceTraits& traits : {DeviceTraits{DeviceKind::cpu}, traits_with_clusters()}) {
    for (const Workload& workload : catalogue()) {
      for (const auto& chosen : all_choices(workload)) {
        Program program;
        try {
          program = workload.program(settings_for(workload, traits, chosen));
        } catch (const Error& error) {
          ASSERT_EQ(kind_of(error), ErrorKind::input);
          continue;  // a combination that the workload refuses
        }
        ++programs;

        EXPECT_EQ(not_read_back(program), "") << workload.name << testing::PrintToString(chosen);
      }
    }
  }

  EXPECT_GT(programs, 100U);
}

}  // namespace
}  // namespace plumb
