// tests/trace/collect/same_output_test.cpp - every workload gives the same output with stamps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/traits.h"
#include "plumb/workloads/workload.h"
#include "tests/device/cuda/cuda_case.h"
#include "tests/trace/collect/records_of.h"
#include "tests/workloads/all_kernels.h"
#include "tests/workloads/small_problem.h"

namespace plumb::trace {
namespace {

class EveryWorkload : public device::cuda::CudaDevice,
                      public testing::WithParamInterface<std::string> {
 protected:
  // With `blocks` of 2 about half of the blocks, by chance all or none, run the plain copy.
  void expect_same_output(const Program& program, std::uint32_t blocks, const std::string& label) {
    CollectOptions options;
    options.instrument.sampling.blocks = blocks;
    const TracedPoint collected = collect(*device, program, options);
    EXPECT_THAT(collected.changed, testing::IsEmpty()) << label;
    if (blocks == 1) {
      EXPECT_GT(records_of(collected), 0U) << label;
    }
    EXPECT_EQ(collected.misplaced + collected.unfinished, 0U) << label;
    for (const TracedStamp& times : collected.stamps) {
      EXPECT_EQ(times.certificate.complaint, "") << label << times.certificate.stamp.opcode;
      EXPECT_EQ(times.reversed, 0U) << label;
    }
  }
};

// Which code a program runs, whatever its data.
std::string code_of(const Program& program) {
  std::string code;
  for (const Kernel& kernel : program.kernels) {
    code += kernel.source + " " + kernel.entry;
    for (const auto& [name, value] : kernel.definitions) code += " " + name + "=" + value;
    code += "\n";
  }
  return code;
}

std::vector<std::string> names_of_all_workloads() {
  std::vector<std::string> names;
  for (const Workload& workload : catalogue()) names.emplace_back(workload.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(For, EveryWorkload, testing::ValuesIn(names_of_all_workloads()),
                         [](const auto& parameter) { return parameter.param; });

// Every variant and every other choice that changes the code; small and odd where its size can be
// chosen.
TEST_P(EveryWorkload, gives_the_same_output_with_stamps) {
  const Workload& workload = workload_named(GetParam());
  std::set<std::string> seen;
  for (auto chosen : all_choices(workload)) {
    // The order in which atomics add is not the same in two runs, with or without stamps.
    if (std::ranges::find(chosen, std::pair<std::string, std::string>("scatter", "atomic")) !=
        chosen.end())
      continue;
    for (const auto& size : small_problem(workload)) chosen.push_back(size);
    std::string label;
    for (const auto& [name, value] : chosen) label += name + "=" + value + " ";
    Program program;
    try {
      program = workload.program(settings_for(workload, device::traits_of(device->info()), chosen));
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      continue;  // a combination that the workload refuses
    }
    if (program.kernels.empty() || !seen.insert(code_of(program)).second) continue;
    try {
      expect_same_output(program, seen.size() % 2 == 0 ? 1 : 2, label);
    } catch (const Error& error) {
      ADD_FAILURE() << label << ": " << explain(error);
    }
  }
}

}  // namespace
}  // namespace plumb::trace
