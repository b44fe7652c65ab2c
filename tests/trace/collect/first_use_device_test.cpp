// tests/trace/collect/first_use_device_test.cpp - stalls at first uses on a GPU, beside latencies.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "plumb/base/statistics.h"
#include "plumb/trace/collect/collect.h"
#include "tests/device/cuda/cuda_case.h"

namespace plumb::trace {
namespace {

using Gpu = device::cuda::CudaDevice;

constexpr std::uint64_t words = 1U << 22U;
constexpr const char* step = "mad.lo.u32 %r2, %r2, 1664525, 1013904223;\n";  // needs its own result

// One warp walks over 32 MB, from each load to the address that it gives, and between a load and
// its first use computes `between` steps of something else.
std::string walk_ptx(unsigned between) {
  std::string work;
  for (unsigned i = 0; i < between; ++i) work += step;
  return ".version 7.5\n.target sm_75\n.address_size 64\n"
         ".visible .entry walk(.param .u64 c, .param .u64 r)\n{\n.reg .pred %p1;\n"
         ".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\nld.param.u64 %rd1, [c];\nld.param.u64 %rd2, [r];\n"
         "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %r1;\ncvt.u64.u32 %rd3, %r1;\nmov.u32 %r3, 0;\n"
         "NEXT:\nshl.b64 %rd4, %rd3, 3;\nadd.u64 %rd4, %rd4, %rd1;\n"
         "ld.volatile.global.u64 %rd5, [%rd4];\n" +
         work +
         "add.u64 %rd3, %rd3, %rd5;\nmul.lo.u64 %rd3, %rd3, 7919;\nadd.u64 %rd3, %rd3, 4099;\n"
         "and.b64 %rd3, %rd3, 4194303;\nadd.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 2000;\n"
         "@%p1 bra NEXT;\ncvt.u64.u32 %rd6, %r2;\nadd.u64 %rd6, %rd6, %rd3;\n"
         "mul.wide.u32 %rd7, %r1, 8;\nadd.u64 %rd7, %rd7, %rd2;\nst.global.u64 [%rd7], %rd6;\n"
         "ret;\n}\n";
}

Program walk(unsigned between) {
  Program program;
  program.name = "walk";
  const Fill zeros{.kind = FillKind::constant, .values = {}};
  program.buffers = {{.name = "chain", .type = {Scalar::u64, 1}, .count = words, .fill = zeros},
                     {.name = "result", .type = {Scalar::u64, 1}, .count = 32, .fill = zeros}};
  program.sources = {{.name = "walk.ptx", .language = Language::ptx, .text = walk_ptx(between)}};
  program.kernels = {{.name = "walk", .source = "walk.ptx", .entry = "walk", .definitions = {}}};
  Launch launch;
  launch.kernel = "walk";
  launch.global = {32, 1, 1};
  launch.local = {32, 1, 1};
  launch.arguments = {BufferArgument{"chain"}, BufferArgument{"result"}};
  program.steps = {{"walk", launch}};
  return program;
}

TEST_F(Gpu, a_walk_stalls_for_its_whole_latency_and_less_with_work_between) {
  CollectOptions options;
  options.first_use = true;
  const auto traced = [&](unsigned between) {
    const TracedPoint point = collect(*device, walk(between), options);
    EXPECT_TRUE(point.changed.empty()) << between;
    EXPECT_EQ(point.failure, "") << between;
    EXPECT_EQ(point.stamps.size(), 1U);
    return point.stamps.at(0);
  };

  const TracedStamp chase = traced(0);
  const TracedStamp hidden = traced(64);

  ASSERT_TRUE(chase.stall && hidden.stall);
  ASSERT_EQ(chase.stall->reason, "");
  ASSERT_EQ(hidden.stall->reason, "");
  const double latency = median(chase.time.samples);
  const double stall = median(chase.stall->time.samples);
  EXPECT_NEAR(stall, latency, 0.1 * latency);
  EXPECT_LT(median(hidden.stall->time.samples), stall - 100);
}

}  // namespace
}  // namespace plumb::trace
