// tests/shader/tighten_test.cpp - fragment programs in fewer instructions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/tighten.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"

namespace plumb::shader {
namespace {

const std::string tight_head = "ps_2_0\ndcl t0\ndcl t1\ndcl_2d s0\n";

std::string tightened(const std::string& text) {
  const std::string out = print_shader(tighten(read_shader(tight_head + text, "a.ps")).shader);
  return out.substr(tight_head.size());
}

TEST(Tighten, common_subexpressions_and_copies_go) {
  EXPECT_EQ(tightened("texld r0, t0, s0\ntexld r1, t0, s0\nadd r0, r0, r1\nmov oC0, r0\n"),
            "texld r0, t0, s0\nadd r0, r0, r0\nmov oC0, r0\n");
  EXPECT_EQ(tightened("mov r1, t0.wzyx\nmul r0, r1.wzyx, c0\nmov oC0, r0\n"),
            "mul r0, t0, c0\nmov oC0, r0\n");
  EXPECT_EQ(tightened("rcp r0.x, c0.x\nrcp r1.y, c0.x\nmul r2, t0, r0.x\nmul r2, r2, r1.y\n"
                      "mov oC0, r2\n"),
            "rcp r0.x, c0.x\nmul r2, t0, r0.x\nmul r2, r2, r0.x\nmov oC0, r2\n");
  // r0 is overwritten before the copy is read, and t0 and t1 are not read at once.
  const std::string needed =
      "max r0, t0, c0\nmov r1, r0\nmin r0, r0, c1\nadd r2, r0, r1\nmov oC0, r2\n";
  EXPECT_EQ(tightened(needed), needed);
  const std::string ports = "mov r0, t0\nadd r0, r0, t1\nmov oC0, r0\n";
  EXPECT_EQ(tightened(ports), ports);
}

TEST(Tighten, a_product_and_its_only_sum_are_one_mad) {
  EXPECT_EQ(tightened("mul r0, t0, c0\nsub r1, c1, r0\nmov oC0, r1\n"),
            "mad r1, -t0, c0, c1\nmov oC0, r1\n");
  EXPECT_EQ(tightened("mul r0.x, t0.y, c0.x\nadd r1, -r0.x, t0\nmov oC0, r1\n"),
            "mad r1, -t0.y, c0.x, t0\nmov oC0, r1\n");
  // Read twice; clamped in between; three constants.
  for (const char* stays : {"mul r0, t0, c0\nadd r1, r0, c1\nmin r1, r1, r0\nmov oC0, r1\n",
                            "mul_sat r0, t0, c0\nadd r1, r0, c1\nmov oC0, r1\n",
                            "mul r0, c0, c1\nadd r1, r0, c2\nmov oC0, r1\n"}) {
    EXPECT_EQ(tightened(stays), stays);
  }
}

TEST(Tighten, components_that_are_treated_alike_share_an_instruction) {
  EXPECT_EQ(tightened("add r0.x, t0.x, c0.x\nadd r0.y, c0.y, t0.y\ntexld r0, r0, s0\n"
                      "mov oC0, r0\n"),
            "add r0.xy, t0, c0\ntexld r0, r0, s0\nmov oC0, r0\n");
  // The second reads what the first writes; no swizzle has y, x.
  for (const char* stays :
       {"add r0.x, t0.x, c0.x\nadd r0.y, r0.x, c0.x\ntexld r0, r0, s0\nmov oC0, r0\n",
        "add r0.x, t0.y, c0.x\nadd r0.y, t0.x, c0.y\ntexld r0, r0, s0\nmov oC0, r0\n"}) {
    EXPECT_EQ(tightened(stays), stays);
  }
}

TEST(Tighten, every_instruction_is_found_again) {
  const Tightened tight = tighten(read_shader(
      tight_head + "nop\nmul r0, t0, c0\nmov r3, c1\nadd r1, r0, c1\nmov oC0, r1\n", "a.ps"));

  EXPECT_THAT(tight.now, testing::ElementsAre(-1, 0, -1, 0, 1));
}

}  // namespace
}  // namespace plumb::shader
