// tests/ptx/instruction_mix_test.cpp - instructions counted by hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/instruction_mix.h"

#include <gtest/gtest.h>

#include "plumb/ptx/parse.h"

namespace plumb::ptx {
namespace {

InstructionMix mix_of(const std::string& body) {
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
      ".reg .f32 %f<9>; .reg .f64 %d<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<9>;\n" +
      body + "ret;\n}\n";
  const std::vector<InstructionMix> mixes = instruction_mixes(parse_module(text, "k.ptx"));
  EXPECT_EQ(mixes.size(), 1U);
  return mixes.at(0);
}

TEST(InstructionMix, has_the_loads_from_memory_and_their_bytes) {
  const InstructionMix mix = mix_of(
      "ld.param.u64 %rd1, [p];\n"
      "ld.global.f32 %f1, [%rd1];\n"
      "ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16];\n"
      "ld.global.u8 %r1, [%rd1];\n"
      "ld.f64 %d1, [%rd1];\n"
      "ld.shared.f32 %f2, [%r1];\n"
      "ld.const.f32 %f2, [%rd1];\n"
      "st.global.f32 [%rd1], %f1;\n");

  EXPECT_EQ(mix.entry, "k");
  EXPECT_FALSE(mix.in_loop);
  EXPECT_EQ(mix.loads, 4U);
  EXPECT_EQ(mix.loaded_bytes, 4U + 16 + 1 + 8);
}

TEST(InstructionMix, has_arithmetic_by_kind_and_type) {
  const InstructionMix mix = mix_of(
      "fma.rn.f32 %f1, %f1, %f1, %f1;\n"
      "add.f32 %f1, %f1, %f1;\nsub.f32 %f1, %f1, %f1;\nmax.f32 %f1, %f1, %f1;\n"
      "setp.lt.f32 %p1, %f1, %f2;\n"
      "mul.rn.f32 %f1, %f1, %f1;\ndiv.rn.f32 %f1, %f1, %f1;\n"
      "sqrt.rn.f32 %f1, %f1;\nrsqrt.approx.f32 %f1, %f1;\nex2.approx.f32 %f1, %f1;\n"
      "fma.rn.f64 %d1, %d1, %d1, %d1;\nadd.f64 %d1, %d1, %d1;\n"
      "mov.u32 %r1, %r2;\nadd.s32 %r1, %r1, 1;\nmad.lo.s32 %r1, %r1, %r1, %r1;\n"
      "cvt.rn.f32.s32 %f1, %r1;\ncvt.f64.f32 %d1, %f1;\nshl.b32 %r1, %r1, 2;\n"
      "bar.sync 0;\n");

  EXPECT_EQ(mix.floats.fma, 1U);
  EXPECT_EQ(mix.floats.add, 4U);
  EXPECT_EQ(mix.floats.mul, 1U);
  EXPECT_EQ(mix.floats.div, 1U);
  EXPECT_EQ(mix.floats.sqrt, 2U);
  EXPECT_EQ(mix.floats.exp, 1U);
  EXPECT_EQ(mix.doubles.fma, 1U);
  EXPECT_EQ(mix.doubles.add, 1U);
  EXPECT_EQ(mix.integer, 5U);
}

TEST(InstructionMix, is_that_of_the_innermost_loop_that_loads) {
  const InstructionMix mix = mix_of(
      "ld.global.f32 %f1, [%rd1];\n"
      "$outer:\n"
      "mul.f32 %f1, %f1, %f1;\n"
      "$loads:\n"
      "ld.global.f32 %f2, [%rd1];\nadd.f32 %f1, %f1, %f2;\n"
      "@%p1 bra $loads;\n"
      "$computes:\n"
      "fma.rn.f32 %f1, %f1, %f1, %f1;\n"
      "@%p2 bra $computes;\n"
      "@%p3 bra $outer;\n");

  EXPECT_TRUE(mix.in_loop);
  EXPECT_EQ(mix.loads, 1U);
  EXPECT_EQ(mix.floats.add, 1U);
  EXPECT_EQ(mix.floats.sum(), 1U);
}

TEST(InstructionMix, of_two_loops_takes_the_one_with_more_loads) {
  const InstructionMix mix = mix_of(
      "$unrolled:\n"
      "ld.global.f32 %f1, [%rd1];\nld.global.f32 %f2, [%rd1+4];\nadd.f32 %f1, %f1, %f2;\n"
      "@%p1 bra $unrolled;\n"
      "$rest:\n"
      "ld.global.f32 %f1, [%rd1];\n"
      "@%p2 bra $rest;\n");

  EXPECT_EQ(mix.loads, 2U);
  EXPECT_EQ(mix.floats.add, 1U);
}

TEST(InstructionMix, a_branch_forward_is_not_a_loop) {
  const InstructionMix mix =
      mix_of("@%p1 bra $end;\nld.global.f32 %f1, [%rd1];\nadd.f32 %f1, %f1, %f1;\n$end:\n");

  EXPECT_FALSE(mix.in_loop);
  EXPECT_EQ(mix.loads, 1U);
}

}  // namespace
}  // namespace plumb::ptx
