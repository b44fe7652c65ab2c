// tests/study/illegal_access_test.cpp - a point that breaks the GPU leaves the finished ones in the
// file.
//
// Needs a GPU: elsewhere it is skipped and says why.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/study/run_points.h"

namespace plumb::study {
namespace {

using testing::HasSubstr;

// Writes 1 to element `place` of a buffer of one.
Program writing(std::uint64_t place) {
  Program program;
  program.name = "write";
  program.settings = {{"place", std::to_string(place)}};
  program.buffers = {{"x", {Scalar::u32, 1}, 1, {.kind = FillKind::zero, .values = {}}}};
  program.sources = {{.name = "write.cl",
                      .text = "__kernel void case_write(__global uint* x, const ulong place)"
                              " { x[place] = 1; }\n"}};
  program.kernels = {
      {.name = "write", .source = "write.cl", .entry = "case_write", .definitions = {}}};
  Launch launch;
  launch.kernel = "write";
  launch.arguments = {BufferArgument{"x"}, ScalarArgument{Scalar::u64, static_cast<double>(place)}};
  program.steps = {{"go", launch}};
  program.verification = {{.buffer = "x", .expected = {1}}};
  return program;
}

TEST(RunPoints, an_illegal_access_keeps_the_finished_points_and_fails_the_rest) {
  const device::Found found = device::find_devices();
  if (found.devices.empty() || found.devices.front().backend != "cuda")
    GTEST_SKIP() << "no CUDA device: a CPU device would end the program";
  const auto device = device::open_device("0");
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("plumb_points_{}.json", ::getpid()))
          .string();
  Plan plan;
  for (const std::uint64_t place : {std::uint64_t{0}, std::uint64_t{1} << 45U, std::uint64_t{0}}) {
    plan.points.push_back({.label = "write", .file_program = [place] { return writing(place); }});
  }
  RunOptions options;
  options.stop.min_time = Seconds{0};
  options.stop.min_samples = options.stop.max_samples = 2;
  Result result;

  const Outcome outcome = run_points(*device, plan, options, {}, result, path);

  EXPECT_EQ(outcome.failure, ErrorKind::device);
  const Json json = parse_json(read_text_file(path), path);
  const Result kept = result_from_json(JsonView(json, path));
  ASSERT_EQ(kept.points.size(), 3U);
  EXPECT_NE(kept.points[0].status, Status::error);
  EXPECT_TRUE(kept.points[0].verification.checked);
  EXPECT_THAT(kept.points[1].reason, HasSubstr("step 'go': kernel 'case_write' failed: "
                                               "CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
  EXPECT_EQ(kept.points[2].status, Status::error);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace plumb::study
