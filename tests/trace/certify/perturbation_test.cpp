// tests/trace/certify/perturbation_test.cpp - what stamps change, and how many blocks an SM holds.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/perturbation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
        compare(read_cubin(plain, "plain"), read_cubin(stamped, "stamped"), {.threads = 256});
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
  EXPECT_EQ(all.after.resident_blocks, resident_blocks(all.after, 90, 256));
  EXPECT_TRUE(all.after.resident_blocks);
}

TEST_F(Assembled, without_the_shape_of_blocks_nothing_is_said_about_how_many_are_resident) {
  code = assembled(golden("local").text, 90);
  const Cubin cubin = read_cubin(code, "local");

  EXPECT_FALSE(compare(cubin, cubin).front().before.resident_blocks);
  const CodeFigures shaped = compare(cubin, cubin, {.threads = 1024}).front().before;
  ASSERT_TRUE(shaped.resident_blocks);
  EXPECT_EQ(shaped.resident_blocks, resident_blocks(shaped, 90, 1024));
}

TEST_F(Assembled, local_arrays_and_shared_memory_are_seen) {
  code = assembled(golden("local").text, 90);
  EXPECT_GE(figures_of(read_cubin(code, "local").functions.front(), 90).frame.count, 2048U);
  code = assembled(golden("shared").text, 90);
  EXPECT_GE(figures_of(read_cubin(code, "shared").functions.front(), 90).shared.count, 1344U);
}

}  // namespace
}  // namespace plumb::trace
