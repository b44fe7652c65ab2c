// tests/trace/certify/perturbation_test.cpp - what stamps change, and how many blocks an SM holds.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/perturbation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/stamp/choose_staging.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

CodeFigures with(std::uint32_t registers, std::uint64_t shared_bytes = 0) {
  CodeFigures figures;
  figures.registers = registers;
  figures.shared = Bytes{shared_bytes};
  return figures;
}

// The values of NVIDIA's occupancy calculator.
TEST(ResidentBlocks, are_limited_by_warps_registers_shared_memory_and_blocks) {
  EXPECT_EQ(resident_blocks(with(32), 90, 256), 8U);
  EXPECT_EQ(resident_blocks(with(33), 90, 256), 6U);
  EXPECT_EQ(resident_blocks(with(255), 90, 256), 1U);
  EXPECT_EQ(resident_blocks(with(16), 90, 32), 32U);
  EXPECT_EQ(resident_blocks(with(16, 49152), 90, 128), 4U);
  EXPECT_EQ(resident_blocks(with(16, 16384), 90, 128, Bytes{32768}), 4U);
  EXPECT_EQ(resident_blocks(with(32), 75, 256), 4U);
  EXPECT_EQ(resident_blocks(with(32), 86, 1024), 1U);
  EXPECT_FALSE(resident_blocks(with(32), 999, 256));
  EXPECT_FALSE(resident_blocks(CodeFigures{}, 90, 256));
}

TEST_F(Assembled, stamps_on_every_load_keep_one_in_flight_and_stamps_on_one_keep_many) {
  const ptx::Module module = golden("stencil");
  const std::vector<std::byte> plain = assembled(module.text, 90);
  const auto against_plain = [&](const InstrumentOptions& options) {
    const std::vector<std::byte> stamped = assembled(instrument(module, options).ptx, 90);
    const std::vector<Perturbation> found =
        compare(read_cubin(plain, "plain"), read_cubin(stamped, "stamped"));
    EXPECT_EQ(found.size(), 1U);
    return found.front();
  };
  InstrumentOptions one;
  one.only = 3;

  const Perturbation all = against_plain({});
  const Perturbation rotated = against_plain(one);

  EXPECT_EQ(all.kernel, "golden_stencil");
  EXPECT_GT(all.before.loads_in_flight, 4U);
  EXPECT_EQ(all.after.loads_in_flight, 1U);
  EXPECT_GT(rotated.after.loads_in_flight, 4U);
  EXPECT_EQ(all.before.loads, all.after.loads);
  EXPECT_GT(all.after.wait_groups, rotated.after.wait_groups);
  EXPECT_GT(all.after.instructions, rotated.after.instructions);
  EXPECT_GT(rotated.after.instructions, rotated.before.instructions);
}

TEST_F(Assembled, stamps_are_staged_only_where_no_block_loses_its_place) {
  using testing::HasSubstr;
  const auto choice = [&](const char* name, unsigned architecture, std::uint64_t threads,
                          Bytes dynamic = {}) {
    return choose_staging(golden(name), *linker, architecture, {}, threads, dynamic);
  };

  EXPECT_TRUE(choice("shared", 90, 256).staging);
  EXPECT_THAT(choice("shared", 90, 256).reason, HasSubstr("kept in shared memory, 8 per warp"));
  EXPECT_FALSE(choice("shared", 90, 0).staging);
  EXPECT_THAT(choice("shared", 90, 0).reason, HasSubstr("the shape of the blocks is not known"));
  const StagingChoice full = choice("shared", 90, 256, Bytes{26000});
  EXPECT_FALSE(full.staging);
  EXPECT_THAT(full.reason,
              HasSubstr("would lower the resident blocks of 'golden_shared' from 8 to 7"));
}

TEST_F(Assembled, stamps_are_not_staged_where_a_function_may_end_a_thread) {
  const ptx::Module module = ptx::parse_module(
      ".version 7.5\n.target sm_75\n.address_size 64\n.func last() { exit; }\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r1;\n.reg .b64 %rd1;\n"
      "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd1], %r1;\n"
      "call last;\nret;\n}\n",
      "exits.ptx");

  const StagingChoice choice = choose_staging(module, *linker, 90, {}, 256);

  EXPECT_FALSE(choice.staging);
  EXPECT_THAT(choice.reason, testing::HasSubstr("'last' may end a thread by exit"));
}

TEST_F(Assembled, local_arrays_and_shared_memory_are_seen) {
  code = assembled(golden("local").text, 90);
  EXPECT_GE(figures_of(read_cubin(code, "local").functions.front(), 90).frame.count, 2048U);
  code = assembled(golden("shared").text, 90);
  EXPECT_GE(figures_of(read_cubin(code, "shared").functions.front(), 90).shared.count, 1344U);
}

}  // namespace
}  // namespace plumb::trace
