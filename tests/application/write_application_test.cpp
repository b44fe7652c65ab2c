// tests/application/write_application_test.cpp - programs as application files that mean the same.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/write_application.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/workloads/workload.h"
#include "tests/application/application_text.h"
#include "tests/records/refusal.h"
#include "tests/workloads/small_problem.h"

namespace plumb {
namespace {

using testing::HasSubstr;

Program read_back(const Program& program) {
  return application(application_text(program)).program();
}

bool is_cuda(const Source& source) { return source.language == Language::cuda; }

// What is compiled. An application names a kernel after its pass, so one that several passes launch
// has several names.
std::set<std::string> kernels_of(const Program& program) {
  std::set<std::string> kernels;
  for (Kernel kernel : program.kernels) {
    kernel.name = "any";
    Program alone;
    alone.kernels = {kernel};
    kernels.insert(to_json(alone)["kernels"].dump());
  }
  return kernels;
}

bool has_blobs(const Buffer& buffer) { return buffer.fill.kind == FillKind::blobs; }

TEST(WrittenApplication, of_every_workload_asks_for_the_same_and_has_the_same_kernels) {
  for (const Workload& workload : catalogue()) {
    for (const auto& [variant, program] : small_programs(workload)) {
      SCOPED_TRACE(fmt::format("{} {}", workload.name, variant));
      if (std::ranges::any_of(program.sources, is_cuda) || !program.restore.empty() ||
          !program.check.empty() || !program.images.empty() ||
          std::ranges::any_of(program.buffers, has_blobs)) {
        EXPECT_THAT(refusal([&] { return application_text(program); }),
                    HasSubstr("cannot be written in an application file"));
        continue;
      }

      const Program again = read_back(program);

      ASSERT_EQ(again.steps.size(), program.steps.size());
      for (std::size_t i = 0; i < program.steps.size(); ++i) {
        EXPECT_EQ(again.steps[i].name, program.steps[i].name);
        EXPECT_EQ(demand_of(again.steps[i]).bytes, demand_of(program.steps[i]).bytes);
        EXPECT_EQ(demand_of(again.steps[i]).flops, demand_of(program.steps[i]).flops);
        EXPECT_EQ(demand_of(again.steps[i]).launches, demand_of(program.steps[i]).launches);
      }
      EXPECT_EQ(kernels_of(again), kernels_of(program));
      EXPECT_EQ(to_json(again)["buffers"], to_json(program)["buffers"]);
      EXPECT_EQ(to_json(again)["sources"], to_json(program)["sources"]);
    }
  }
}

Launch launch_with_everything() {
  Launch launch;
  launch.kernel = "k";
  launch.global = {64, 2, 1};
  launch.local = {8, 1, 1};
  launch.arguments = {BufferArgument{"x y"}, ScalarArgument{Scalar::f32, -0.1},
                      LocalArgument{Bytes{96}}};
  launch.local_bytes = Bytes{16};
  launch.pass = {.name = "p\"1\"",
                 .points = 12,
                 .accesses = {{.references = 0.1,
                               .bytes = Bytes{8},
                               .width = 8,
                               .pattern = Pattern::strided,
                               .streams = 2,
                               .footprint = Bytes{64},
                               .row_bytes = Bytes{32},
                               .sampler = Sampler::linear},
                              {.bytes = Bytes{4},
                               .pattern = Pattern::atomic,
                               .use = Use::both,
                               .dependent = 0.25,
                               .executed = 1.5,
                               .reuse = Reuse::device,
                               .ahead = 0.125}},
                 .flops = Flops{0.3},
                 .operations = {.type = Scalar::f64, .add = 0.5, .exp = 2, .log = 1, .pow = 0.5},
                 .barriers = 2.5,
                 .cluster_barriers = 1.5,
                 .local_traffic = 6,
                 .turns = 3,
                 .alone = 0.5,
                 .longest = 6,
                 .local_memory = 512,
                 .registers = 24,
                 .group = 8,
                 .context = LaunchContext::other_kernel};
  return launch;
}

std::vector<Step> steps_of_every_kind() {
  const Step p{"p\"1\"", launch_with_everything()};
  Launch second = launch_with_everything();
  second.global = {8, 1, 1};
  const Step copy{"copy", Transfer{.direction = Direction::within, .buffer = "x y", .to = "z"}};
  return {{"in", Transfer{.direction = Direction::in, .buffer = "x y", .to = {}}},
          {"twice", Repeat{2, {p, copy, {"wait", Wait{}}}}},
          {"record", Batch{3, {p, {"p2", second}}}},
          {"solve", Until{.steps = {{"inner", Repeat{2, {p, p}}}},
                          .buffer = "r",
                          .comparison = Comparison::greater_equal,
                          .value = -1e-3,
                          .check_every = 2,
                          .limit = 9,
                          .expected = 4}},
          {"out", Transfer{.direction = Direction::out, .buffer = "z", .to = {}}}};
}

// Every kind of step, argument and fill that application files have.
Program program_with_everything() {
  Program program;
  program.name = "every'thing";
  program.buffers = {
      {"x y", {Scalar::f32, 2}, 8, random_fill(-1, 1, 5)},
      {"z", {Scalar::f32, 2}, 8, {.kind = FillKind::values, .values = {1, -2.5, 0x1.8p53}}},
      {"r", {Scalar::f64, 1}, 1, {.kind = FillKind::constant, .low = 3, .values = {}}}};
  program.sources = {{"k.cl", Language::opencl_c, "// it's \\ \"text\"\n__kernel void k() {}\n"}};
  program.kernels = {{"k", "k.cl", "k", {{"A", "\"1\""}}}};
  program.steps = steps_of_every_kind();
  program.verification = {{.buffer = "r", .absolute = 0.5, .relative = 0.1, .expected = {3}}};
  return program;
}

TEST(WrittenApplication, keeps_every_kind_of_step_argument_and_fill) {
  const Program program = program_with_everything();

  const Program again = read_back(program);

  EXPECT_EQ(to_json(again)["buffers"], to_json(program)["buffers"]);
  EXPECT_EQ(to_json(again)["verification"], to_json(program)["verification"]);
  EXPECT_EQ(to_json(again)["steps"][0], to_json(program)["steps"][0]);
  EXPECT_EQ(to_json(again)["steps"][1]["repeat"]["steps"][1],
            to_json(program)["steps"][1]["repeat"]["steps"][1]);
  EXPECT_EQ(to_json(again)["steps"][1]["repeat"]["steps"][0]["launch"]["pass"],
            to_json(program)["steps"][1]["repeat"]["steps"][0]["launch"]["pass"]);
  EXPECT_EQ(std::get<Batch>(again.steps[2].action).replays, 3U);
  EXPECT_EQ(std::get<Until>(again.steps[3].action).value, -1e-3);
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    EXPECT_EQ(demand_of(again.steps[i]).bytes, demand_of(program.steps[i]).bytes);
    EXPECT_EQ(demand_of(again.steps[i]).launches, demand_of(program.steps[i]).launches);
  }
  EXPECT_EQ(again.sources[0].text, program.sources[0].text);
}

TEST(WrittenApplication, keeps_every_seed) {
  constexpr std::uint64_t exact = 1ULL << 53U;  // the last that a number of a file holds
  for (const std::uint64_t seed : {std::uint64_t{0}, exact, exact + 1, UINT64_MAX}) {
    Program program = program_with_everything();
    program.buffers[0].fill.seed = seed;

    EXPECT_EQ(read_back(program).buffers[0].fill.seed, seed);
  }
}

TEST(WrittenApplication, a_number_stays_one_where_a_buffer_is_called_like_it) {
  Program program = program_with_everything();
  program.buffers.push_back({"-0.1:float", {Scalar::f32, 1}, 1, {}});
  program.steps = {{"p", launch_with_everything()}};

  const Program again = read_back(program);

  EXPECT_EQ(to_json(again)["steps"][0]["launch"]["arguments"],
            to_json(program)["steps"][0]["launch"]["arguments"]);
}

TEST(WrittenApplication, loops_deeper_than_files_have_them_are_refused) {
  Program program = program_with_everything();
  Step step{"p", launch_with_everything()};
  for (int i = 0; i < 6; ++i) step = {"l", Repeat{2, {step, step}}};
  program.steps = {step};
  EXPECT_EQ(demand_of(read_back(program).steps[0]).launches, 4096U);

  program.steps = {{"l", Repeat{2, {step, step}}}};
  EXPECT_EQ(refusal([&] { return application_text(program); }),
            "'l', more than 6 loops deep, cannot be written in an application file");
}

TEST(WrittenApplication, a_check_that_only_the_workload_can_make_is_a_comment) {
  Program program = program_with_everything();
  program.verification[0].expected.clear();

  EXPECT_THAT(application_text(program),
              HasSubstr("# what 'r' must hold is known to the workload alone"));
}

TEST(WrittenApplication, what_files_cannot_say_is_refused) {
  Program program = program_with_everything();
  program.images = {{"texture", {}, {}}};

  EXPECT_EQ(refusal([&] { return application_text(program); }),
            "image 'texture' cannot be written in an application file");
}

}  // namespace
}  // namespace plumb
