// tests/shader/precision_test.cpp - fragment stages with less precision.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/precision.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/move.h"
#include "plumb/shader/narrow.h"

namespace plumb::shader {
namespace {

TEST(Narrow, rounds_to_the_nearest_number_of_its_format) {
  EXPECT_EQ(F16(2049.0F).value, 2048);  // 11 bits in all, ties to even
  EXPECT_EQ(F16(2051.0F).value, 2052);
  EXPECT_EQ(F16(65519.0F).value, 65504);
  EXPECT_EQ(F16(65520.0F).value, INFINITY);
  EXPECT_EQ(F16(0x1p-24F).value, 0x1p-24F);
  EXPECT_EQ(F16(0x1p-26F).value, 0);
  EXPECT_EQ(Fp24(131073.0F).value, 131072);  // 17 bits in all
  EXPECT_EQ(Fp24(131075.0F).value, 131076);
  EXPECT_EQ(Fp24(0x1p-63F).value, 0);
  EXPECT_EQ((Fp24(1.0F) / Fp24(3.0F)).value, rounded_to(1.0F / 3, fp24_format));
}

// (t + 1000) - 1000 has one bit behind the point left in half precision; moved, it is t.
TEST(Precision, moving_brings_the_precision_of_the_vertex_stage) {
  const Pair before{
      read_shader("vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n", "a.vs"),
      read_shader("ps_2_0\ndef c0, 1000, 0, 0, 0\ndcl t0\nadd r0, t0, c0.x\nsub r0, r0, c0.x\n"
                  "mov oC0, r0\n",
                  "a.ps")};
  const MoveResult after = move_optimally(before, {});
  const CheckedPair moved{after.pair, after.copies, after.host};

  const PrecisionReport half =
      compare_in_precision({before, {}}, moved, {}, FragmentPrecision::f16);
  const PrecisionReport middle =
      compare_in_precision({before, {}}, moved, {}, FragmentPrecision::fp24);
  const PrecisionReport full =
      compare_in_precision({before, {}}, moved, {}, FragmentPrecision::f32);

  EXPECT_GT(half.changed_pixels, half.pixels / 2);
  EXPECT_GT(half.first_error, 0.1);
  EXPECT_LT(half.second_error, 1e-3);
  EXPECT_GT(middle.first_error, 1e-3);
  EXPECT_LT(middle.first_error, half.first_error);
  EXPECT_LT(full.largest_difference, 1e-3);
  EXPECT_EQ(full.first_error, 0);
}

TEST(Precision, has_names) {
  EXPECT_EQ(precision_from_name("fp24"), FragmentPrecision::fp24);
  EXPECT_EQ(name_of(FragmentPrecision::f16), "f16");
  EXPECT_THROW((void)precision_from_name("f64"), Error);
}

}  // namespace
}  // namespace plumb::shader
