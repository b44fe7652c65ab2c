// tests/device/cuda/rounding_test.cpp - what fuses is decided by the compiler alone.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/rounding.h"

#include <gtest/gtest.h>

namespace plumb::device::cuda {
namespace {

TEST(Rounding, sums_and_products_that_leave_it_open_are_pinned) {
  EXPECT_EQ(with_pinned_rounding("\tadd.f32 \t%f3, %f1, %f2;\n"
                                 "\t@%p1 mul.ftz.f32 %f3, %f1, %f2;\n"
                                 "\t@!%p1 sub.f64 \t%fd3, %fd1, %fd2;\n"
                                 "\t{mul.rn.f16 %h3, %h1, %h2;\n"
                                 "\t{ add.bf16x2 %r3, %r1, %r2;\n"),
            "\tadd.rn.f32 \t%f3, %f1, %f2;\n"
            "\t@%p1 mul.rn.ftz.f32 %f3, %f1, %f2;\n"
            "\t@!%p1 sub.rn.f64 \t%fd3, %fd1, %fd2;\n"
            "\t{mul.rn.f16 %h3, %h1, %h2;\n"
            "\t{ add.rn.bf16x2 %r3, %r1, %r2;\n");
}

TEST(Rounding, everything_else_is_left_alone) {
  constexpr const char* text =
      "// add.f32 in a comment\n"
      "\tadd.rz.f32 \t%f3, %f1, %f2;\n"
      "\tfma.rn.f32 \t%f3, %f1, %f2, %f4;\n"
      "\tadd.s32 \t%r3, %r1, %r2;\n"
      "\tmul.lo.s32 \t%r3, %r1, %r2;\n"
      "\tmul.wide.u32 \t%rd3, %r1, %r2;\n"
      "\tadd.cc.u32 \t%r3, %r1, %r2;\n"
      "\tatom.global.add.f32 \t%f3, [%rd1], %f2;\n"
      "\n"
      "\tret;\n";
  EXPECT_EQ(with_pinned_rounding(text), text);
  EXPECT_EQ(with_pinned_rounding(""), "");
  EXPECT_EQ(with_pinned_rounding("add\n"), "add\n");
  EXPECT_EQ(with_pinned_rounding("add.\n"), "add.\n");
}

TEST(Rounding, the_pragma_counts_outside_conditions_only) {
  EXPECT_TRUE(rounds_one_by_one("// a\n#pragma OPENCL FP_CONTRACT OFF\n"));
  EXPECT_TRUE(rounds_one_by_one("#if A\n#endif\n#pragma  OPENCL\tFP_CONTRACT OFF"));
  EXPECT_FALSE(rounds_one_by_one("#ifdef A\n#else\n#pragma OPENCL FP_CONTRACT OFF\n#endif\n"));
  EXPECT_FALSE(rounds_one_by_one("#pragma OPENCL FP_CONTRACT ON\n"));
  EXPECT_FALSE(rounds_one_by_one("// #pragma OPENCL FP_CONTRACT OFF\n"));
  EXPECT_FALSE(rounds_one_by_one(""));
}

}  // namespace
}  // namespace plumb::device::cuda
