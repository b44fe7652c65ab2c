// tests/shader/rules_test.cpp - every rule of the profiles, broken once.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/rules.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/slots.h"

namespace plumb::shader {
namespace {

struct Broken {
  const char* profile;  // the lines before are those of `frame`
  const char* text;     // what breaks the rule
  const char* rule;
  int line;
};

// A legal program around the text under test.
std::string frame(const std::string& profile, const std::string& text) {
  if (profile == "ps_2_0") {
    return "ps_2_0\ndcl t0\ndcl t1\ndcl v0\ndcl v1\ndcl_2d s0\n" + text + "\nmov oC0, c0\n";
  }
  return profile + "\ndcl_position v0\ndcl_texcoord v1\n" + text + "\nmov oPos, v0\n";
}

std::vector<Violation> violations(const std::string& text) {
  return broken_rules(parse_shader(text, "a.asm"));
}

TEST(Rules, each_is_named_where_it_is_broken) {
  const Broken cases[] = {
      {"vs_1_1", "abs r0, v0", "opcode", 4},
      {"vs_1_1", "lrp r0, v0, v0, v0", "opcode", 4},
      {"vs_1_1", "texld r0, v0, v0", "opcode", 4},
      {"vs_2_0", "cmp r0, v0, v0, v0", "opcode", 4},
      {"ps_2_0", "slt r0, t0, t0", "opcode", 7},
      {"ps_2_0", "expp r0, t0.x", "opcode", 7},
      {"vs_1_1", "mov r12, v0", "register count", 4},
      {"vs_1_1", "mov r0, c96", "register count", 4},
      {"vs_1_1", "mov r0, v16", "register count", 4},
      {"vs_1_1", "mov oT8, v0", "register count", 4},
      {"vs_1_1", "mov oD2, v0", "register count", 4},
      {"vs_1_1", "m4x4 r0, v0, c94", "register count", 4},
      {"vs_1_1", "def c96, 1, 2, 3, 4", "register count", 4},
      {"ps_2_0", "mov r0, c32", "register count", 7},
      {"ps_2_0", "mov oC4, c0", "register count", 7},
      {"vs_1_1", "mov r0, t0", "register access", 4},
      {"vs_1_1", "mov r0, oT0", "register access", 4},
      {"vs_1_1", "mov r0, a0.x", "register access", 4},
      {"vs_1_1", "mov v0, c0", "register access", 4},
      {"vs_1_1", "mov oC0, c0", "register access", 4},
      {"vs_1_1", "mov c0, v0", "register access", 4},
      {"ps_2_0", "mov oPos, c0", "register access", 7},
      {"ps_2_0", "mov r0, s0", "register access", 7},
      {"ps_2_0", "mov t0, c0", "register access", 7},
      {"ps_2_0", "texkill c0", "register access", 7},
      {"vs_1_1", "mov r0, v2", "declaration", 4},
      {"ps_2_0", "mov r0, t2", "declaration", 7},
      {"ps_2_0", "texld r0, t0, s1", "declaration", 7},
      {"ps_2_0", "dcl t2.xy\nmov r0, t2", "declaration", 8},
      {"vs_1_1", "dcl_normal v0", "declaration", 4},
      {"vs_1_1", "dcl_colour v3", "declaration", 4},
      {"vs_1_1", "dcl v3", "declaration", 4},
      {"vs_1_1", "dcl_2d s0", "declaration", 4},
      {"ps_2_0", "dcl s3", "declaration", 7},
      {"ps_2_0", "dcl_2d t3", "declaration", 7},
      {"ps_2_0", "dcl_normal s3", "declaration", 7},
      {"ps_2_0", "dcl v2", "declaration", 7},
      {"vs_1_1", "frc r0.x, v0", "write mask", 4},
      {"vs_1_1", "m4x4 r0.xyz, v0, c0", "write mask", 4},
      {"vs_1_1", "m3x2 r0, v0, c0", "write mask", 4},
      {"vs_1_1", "mov oFog.xy, v0", "write mask", 4},
      {"ps_2_0", "crs r0, t0, c0", "write mask", 7},
      {"ps_2_0", "nrm r0.xy, t0", "write mask", 7},
      {"ps_2_0", "sincos r0.xyz, t0.x, c0, c1", "write mask", 7},
      {"ps_2_0", "mov r0, t0.xy", "swizzle", 7},
      {"ps_2_0", "mov r0, t0.zyxw", "swizzle", 7},
      {"ps_2_0", "rcp r0, t0", "swizzle", 7},
      {"ps_2_0", "dp2add r0, t0, c0, c1", "swizzle", 7},
      {"vs_1_1", "rcp r0, v0", "swizzle", 4},
      {"vs_1_1", "pow r0, v0.x, v0.x", "opcode", 4},
      {"vs_1_1", "mov_sat r0, v0", "modifier", 4},
      {"vs_1_1", "mov_pp r0, v0", "modifier", 4},
      {"ps_2_0", "frc_sat r0, t0", "modifier", 7},
      {"ps_2_0", "texld_sat r0, t0, s0", "modifier", 7},
      {"ps_2_0", "m3x3 r0.xyz, t0, -c0", "modifier", 7},
      {"ps_2_0", "mov_sat oC0, c0", "modifier", 7},
      {"vs_1_1", "add r0, c0, c1", "constant read port", 4},
      {"vs_1_1", "mad r0, c0, v0, c[a0.x]", "constant read port", 4},
      {"ps_2_0", "mad r0, c0, c1, c2", "constant read port", 7},
      {"vs_1_1", "add r0, v0, v1", "input read port", 4},
      {"ps_2_0", "add r0, v0, v1", "input read port", 7},
      {"ps_2_0", "add r0, t0, t1", "coordinate read port", 7},
      {"ps_2_0", "texld r0.xy, t0, s0", "texture", 7},
      {"ps_2_0", "mov r0, c0\ntexld r0, r0.wzyx, s0", "texture", 8},
      {"ps_2_0", "texld r0, c0, s0", "texture", 7},
      {"ps_2_0", "texld r0, t0, c0", "texture", 7},
      {"ps_2_0", "texkill -t0", "modifier", 7},
      {"vs_1_1", "m3x3 r0.xyz, r0, c0", "distinct registers", 4},
      {"ps_2_0", "mov r0, t0\nnrm r0, r0", "distinct registers", 8},
      {"vs_1_1", "mov a0, v0.x", "address register", 4},
      {"vs_1_1", "add a0.x, v0.x, v0.x", "address register", 4},
      {"vs_2_0", "mov a0.x, v0.x", "address register", 4},
      {"vs_1_1", "mov r0, c[a0.y]", "address register", 4},
      {"ps_2_0", "mov r0, c[a0.x]", "address register", 7},
      {"vs_1_1", "mov r0, c[a0.x + 1]", "undefined value", 4},
      {"vs_1_1", "mov r0, r1", "undefined value", 4},
      {"vs_1_1", "mov r1.xy, v0\nmov r0, r1", "undefined value", 5},
      {"ps_2_0", "sincos r0.x, t0.x, c0, c1\nmov r1, r0.y", "undefined value", 8},
      {"ps_2_0", "mov oC0, c0\nmov oC1.x, c0", "output", 8},
      {"ps_2_0", "mov oDepth, c0", "output", 7},
      {"ps_2_0", "add oC1, c0, c0", "output", 7},
      {"ps_2_0", "mov oC0, -c0", "output", 7},
      {"ps_2_0", "mov oC0, c1", "output", 8},
      {"ps_2_0", "mov oC2, c1", "output", 7},
      {"vs_1_1", "mov oT1, v0", "output order", 4},
      {"vs_1_1", "mov oT0.yz, v0", "output prefix", 4},
      {"ps_2_0", "mov r1, c0\nsincos r0.xy, t0.x, c0, r1", "register access", 8},
      {"ps_2_0", "crs oC1.xyz, t0, c0", "output", 7},
      {"ps_2_0", "mad r0, t0.x, t0.y, -t0.xw", "swizzle", 7},
      {"ps_2_0", "m3x2 r0.xy, c0, t1", "declaration", 7},
      {"ps_2_0", "mov r0, c0\nm3x2 r0.xy, t0, t0", "coordinate read port", 8},
      {"vs_1_1", "m4x4 r0, c0, c0", "constant read port", 4},
      {"vs_2_0", "mova a0.xy, v0\nmad r0, c[a0.x], v0, c[a0.y]", "constant read port", 5},
      {"ps_2_0", "mov oDepth.x, c0.x", "output", 7},
      {"ps_2_0", "nop_sat", "modifier", 7},
      {"vs_2_0", "rep -i0\nendrep", "register access", 4},
      {"vs_1_1", "if b0\nendif", "opcode", 4},
      {"ps_2_0", "rep i0\nendrep", "opcode", 7},
      {"vs_1_1", "defb b0, true", "opcode", 4},
      {"vs_1_1", "mov r0, c[aL + 2]", "address register", 4},
      {"vs_2_0", "mov r0, c2[aL]", "address register", 4},
      {"vs_2_0", "if b16\nendif", "register count", 4},
      {"vs_2_0", "defi i16, 1, 0, 1, 0", "register count", 4},
      {"vs_2_0", "defi i0, 300, 0, 1, 0", "flow control", 4},
      {"vs_2_0", "if c0\nendif", "register access", 4},
      {"vs_2_0", "rep i0.x\nendrep", "register access", 4},
      {"vs_2_0", "mov r0, b0", "register access", 4},
      {"vs_2_0", "mov i0, v0", "register access", 4},
      {"vs_2_0", "if b0", "flow control", 4},
      {"vs_2_0", "endif", "flow control", 4},
      {"vs_2_0", "if b0\nelse\nelse\nendif", "flow control", 6},
      {"vs_2_0", "rep i0\nendloop", "flow control", 4},
      {"vs_2_0", "rep i0\nloop aL, i1\nendloop\nendrep", "flow control", 5},
      {"vs_2_0", "if b0\nret\nendif", "flow control", 5},
      {"vs_2_0", "call l3", "flow control", 4},
      {"vs_2_0", "label l3", "flow control", 4},
      {"ps_2_0",
       "texld r0, t0, s0\ntexld r0, r0, s0\ntexld r0, r0, s0\ntexld r0, r0, s0\ntexld r0, r0, s0",
       "texture read depth", 11},
  };
  for (const Broken& broken : cases) {
    const std::vector<Violation> found = violations(frame(broken.profile, broken.text));
    ASSERT_FALSE(found.empty()) << broken.text;
    EXPECT_EQ(found.front().rule, broken.rule) << broken.text << ": " << found.front().message;
    EXPECT_EQ(found.front().place.line, broken.line) << broken.text;
  }
}

// The same through the reader: the message has file, line, column, the rule and the line itself.
TEST(Rules, the_reader_names_file_line_column_and_rule) {
  struct Refused {
    const char* profile;
    const char* text;
    const char* message;
  };
  const Refused cases[] = {
      {"ps_2_0", "mul r0, c0, t0.zyxw",
       "a.asm:7:13: ps_2_0 has the swizzles .x .y .z .w .xyzw .yzxw .zxyw .wzyx; a shorter one "
       "repeats its last letter [rule: swizzle]"},
      {"vs_1_1", "  add r0, c0, c1",
       "a.asm:4:3: one instruction reads at most 1 different c# in vs_1_1 [rule: constant read "
       "port]"},
      {"vs_1_1", "mov oT0.yz, v0",
       "a.asm:4:5: oT0 must be written as .x, .xy, .xyz or .xyzw [rule: output prefix]"},
      {"vs_1_1", "mov r0, v0\ndef c0, 1, 2, 3, 4",
       "a.asm:5:1: def stands before the first instruction [rule: order]"},
      {"vs_2_0", "call l3", "a.asm:4:1: no label l3 [rule: flow control]"},
      {"vs_2_0", "if_lt r0.x, c0.x",
       "a.asm:4:1: 'if_lt' exists from vs_2_x on; vs_2_0 branches on constants alone [rule: "
       "opcode]"},
      {"ps_2_0", "cnd r0, t0, c0, c1",
       "a.asm:7:1: 'cnd' exists in ps_1_1 to ps_1_4 only, use cmp [rule: opcode]"},
      {"ps_2_0", "mov r0, !t0",
       "a.asm:7:9: '!' stands before b#, '-' before all else [rule: modifier]"},
  };
  for (const Refused& refused : cases) {
    try {
      (void)read_shader(frame(refused.profile, refused.text), "a.asm");
      ADD_FAILURE() << refused.text;
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), refused.message);
    }
  }
  try {
    (void)read_shader("vs_1_1\ndcl_position v0\nmov oPos.xyz, v0\n", "a.asm");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a.asm:1:1: oPos must be written whole [rule: output]");
  }
}

TEST(Rules, flow_control_is_limited_in_depth_and_number) {
  std::string many;
  for (int i = 0; i < 16; ++i) many += "if b0\nendif\n";
  const std::string sub = "mov oPos, v0\nret\nlabel l0\n";

  EXPECT_THAT(violations(frame("vs_2_0", many)), testing::IsEmpty());
  EXPECT_EQ(violations(frame("vs_2_0", many + "if b0\nendif")).at(0).message,
            "more than 16 branches, loops and calls");
  EXPECT_EQ(
      violations(frame("vs_2_0", "call l0\n" + sub + "call l1\nret\nlabel l1\nret")).at(0).message,
      "a subroutine calls no other in vs_2_0");
  EXPECT_EQ(violations(frame("vs_2_0", "call l0\n" + sub + "nop")).at(0).message,
            "the last subroutine has no ret");
}

TEST(Rules, what_is_legal_passes) {
  for (const char* text :
       {"mov a0.x, v0.x\nmov r0, c[a0.x + 95]", "frc r0.xy, v0", "mad r0, v0.x, v0.y, v0.wzyx",
        "mad r0, c0, c0.x, v0", "m4x3 r0.xyz, v0, c93", "mov oT0.x, v0\nmov oT0.y, v0",
        "sincos r0.x, v0.x, c0, c1"}) {
    const bool two = std::string(text).starts_with("sincos");
    EXPECT_THAT(violations(frame(two ? "vs_2_0" : "vs_1_1", text)), testing::IsEmpty()) << text;
  }
  for (const char* text : {"add r0, c0, c1", "mov r0, t0.wzyx\ntexld r0, r0, s0",
                           "mov oC1, c1\nmov oDepth, c1.x", "crs r0.xyz, t0, c0",
                           "sincos r0.xy, t0.x, c0, c1", "texkill t0", "dp2add r0, t0, c0, c1.x"}) {
    EXPECT_THAT(violations(frame("ps_2_0", text)), testing::IsEmpty()) << text;
  }
}

// r0 is written by the subroutine, which stands behind the instruction that reads it.
TEST(Rules, values_are_followed_through_calls_and_branches) {
  const std::string text =
      "vs_2_0\ndcl_position v0\ndefi i0, 4, 0, 1, 0\ndefb b0, true\ncallnz l0, !b0\n"
      "loop aL, i0\nmad r0, c[aL + 2], v0, r0\nendloop\nif b0\nmov oPos, r0\nelse\n"
      "mov oPos, v0\nendif\nret\nlabel l0\nmov r0, v0\nret\n";

  EXPECT_THAT(violations(text), testing::IsEmpty());
  const Shader shader = read_shader(text, "a.asm");
  EXPECT_EQ(print_shader(shader), text);
  // callnz 3, loop 3, mad 1, endloop 2, if 3, mov 1, else 1, mov 1, endif 1, ret 1, mov 1, ret 1.
  EXPECT_EQ(count_slots(shader).total(), 19);
}

TEST(Rules, slots_are_limited_for_each_kind_and_in_all) {
  std::string vertex = "vs_1_1\ndcl_position v0\nmov oPos, v0\n";
  for (int i = 0; i < 127; ++i) vertex += "mov r0, v0\n";
  std::string fragment = "ps_2_0\ndcl t0\ndcl_2d s0\n";
  for (int i = 0; i < 63; ++i) fragment += "mov r0, t0\n";
  for (int i = 0; i < 32; ++i) fragment += "texld r1, t0, s0\n";

  EXPECT_THAT(violations(vertex), testing::IsEmpty());
  EXPECT_EQ(violations(vertex + "nop\n").at(0).message, "129 arithmetic slots; vs_1_1 has 128");
  EXPECT_THAT(violations(fragment + "mov oC0, r0\n"), testing::IsEmpty());
  EXPECT_EQ(violations(fragment + "mov r0, t0\nmov oC0, r0\n").at(0).message,
            "65 arithmetic slots; ps_2_0 has 64");
  EXPECT_EQ(violations(fragment + "texld r0, t0, s0\nmov oC0, r0\n").at(0).message,
            "33 texture slots; ps_2_0 has 32");
}

}  // namespace
}  // namespace plumb::shader
