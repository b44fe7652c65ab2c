// tests/trace/collect/atomics_device_test.cpp - stamped atomics whose result nobody uses, on a GPU.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/collect/collect.h"
#include "tests/device/cuda/cuda_case.h"

namespace plumb::trace {
namespace {

using Gpu = device::cuda::CudaDevice;

constexpr std::uint64_t threads = 256;
constexpr std::uint64_t blocks = 32;

// Sums whose order does not matter. It ends at its closing brace, without `ret`.
constexpr const char* atomics_ptx =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry count(.param .u64 p)\n{\n.shared .align 4 .u32 seen;\n.reg .pred %p1;\n"
    ".reg .b32 %r<9>;\n.reg .f32 %f1;\n.reg .f64 %fd1;\n.reg .b64 %rd<9>;\n"
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 31;\n"
    "mad.wide.u32 %rd2, %r2, 8, %rd1;\nsetp.eq.u32 %p1, %r1, 0;\n"
    "@%p1 st.shared.u32 [seen], 0;\nbar.sync 0;\nmov.u32 %r6, seen;\n"
    "atom.global.add.u32 %r3, [%rd1+1024], 1;\n"          // one word for all
    "atom.global.add.u32 %r4, [%rd2+256], %r1;\n"         // one word per lane
    "atom.global.add.f32 %f1, [%rd2+512], 0f3F800000;\n"  // exact
    "atom.global.add.f64 %fd1, [%rd2], 0d3FF0000000000000;\n"
    "atom.shared.add.u32 %r5, [%r6], 1;\nbar.sync 0;\n"
    "ld.shared.u32 %r7, [seen];\nst.global.u32 [%rd1+1028], %r7;\n}\n";

Program counting() {
  Program program;
  program.name = "atomics";
  program.buffers = {{.name = "counters",
                      .type = {Scalar::u32, 1},
                      .count = 260,
                      .fill = {.kind = FillKind::constant, .values = {}}}};
  program.sources = {{.name = "atomics.ptx", .language = Language::ptx, .text = atomics_ptx}};
  program.kernels = {
      {.name = "count", .source = "atomics.ptx", .entry = "count", .definitions = {}}};
  Launch launch;
  launch.kernel = "count";
  launch.global = {threads * blocks, 1, 1};
  launch.local = {threads, 1, 1};
  launch.arguments = {BufferArgument{"counters"}};
  program.steps = {{"count", launch}};
  return program;
}

TEST_F(Gpu, atomics_whose_result_nobody_uses_count_the_same_and_write_every_record) {
  for (const bool stage : {true, false}) {
    CollectOptions options;
    options.stage = stage;
    options.instrument.selection.accesses = {AccessKind::load, AccessKind::atomic};

    const TracedPoint collected = collect(*device, counting(), options);

    EXPECT_TRUE(collected.changed.empty());
    EXPECT_EQ(collected.lost + collected.misplaced + collected.unfinished, 0U);
    ASSERT_EQ(collected.stamps.size(), 6U);
    for (const TracedStamp& times : collected.stamps) {
      EXPECT_EQ(times.certificate.complaint, "") << times.certificate.stamp.opcode;
      EXPECT_EQ(times.time.samples.size(), threads / 32 * blocks) << times.certificate.stamp.opcode;
    }
  }
}

}  // namespace
}  // namespace plumb::trace
