// tests/shader/read_test.cpp - programs from their text, and back.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/read.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/slots.h"

namespace plumb::shader {
namespace {

std::string refusal_of_text(const std::string& text) {
  try {
    (void)read_shader(text, "a.asm");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "accepted";
}

TEST(ReadShader, a_program_is_printed_as_it_was_read) {
  const std::string text =
      "vs_1_1\n"
      "dcl_position v0\n"
      "dcl_texcoord1 v1\n"
      "def c9, 1, -0.5, 1e-20, 3\n"
      "mov a0.x, v1.x\n"
      "mov r0, c[a0.x + 3]\n"
      "mad r1.xy, v1.yxzw, -c9.x, r0\n"
      "expp r2.z, r1.x\n"
      "m4x4 oPos, v0, c0\n"
      "mov oT0.xy, r1.xy\n"
      "mov oFog, r2.z\n";

  const Shader shader = read_shader(text, "a.asm");

  EXPECT_EQ(print_shader(shader), text);
  EXPECT_EQ(count_slots(shader).total(), 10);
}

TEST(ReadShader, both_spellings_of_versions_colours_cases_and_comments_are_read) {
  const Shader shader = read_shader(
      "// a comment\n"
      "PS.2.0 ; another\n"
      "/* a\n block */ DCL T0.RG\n"
      "#define WEIGHT 3\n"
      "#define NEXT WEIGHT + 1\n"
      "dcl_2d s0\n"
      "texld_pp R0, t0, s0\n"
      "mul_sat r0, r0.abgr, c[ NEXT ]\n"
      "mov oC0, r0",
      "a.asm");

  EXPECT_EQ(print_shader(shader),
            "ps_2_0\ndcl t0.xy\ndcl_2d s0\ntexld_pp r0, t0, s0\nmul_sat r0, r0.wzyx, c4\nmov oC0, "
            "r0\n");
}

TEST(ReadShader, a_mistake_is_named_with_its_place) {
  EXPECT_EQ(refusal_of_text(""),
            "a.asm: the program is empty; expected vs_1_1, vs_2_0 or ps_2_0 first");
  EXPECT_EQ(refusal_of_text("; nothing\n"),
            "a.asm: the program is empty; expected vs_1_1, vs_2_0 or ps_2_0 first");
  EXPECT_EQ(refusal_of_text("mov r0, r1"),
            "a.asm:1:1: 'mov' is not a known version; expected vs_1_1, vs_2_0 or ps_2_0 "
            "first");
  EXPECT_EQ(refusal_of_text("vs_1_1\nmvo r0, v0"),
            "a.asm:2:1: unknown instruction 'mvo'; did you mean 'mov'? [rule: opcode]");
  EXPECT_EQ(refusal_of_text("vs_1_1\nmov r0 v0"), "a.asm:2:8: expected ',', found 'v0'");
  EXPECT_EQ(refusal_of_text("vs_1_1\n  mov r0,"),
            "a.asm:2:10: expected a register before the end of the line");
  EXPECT_EQ(refusal_of_text("vs_1_1\nmov r0.yx, v0"),
            "a.asm:2:8: '.yx' is not a mask; components stand once, in the order xyzw [rule: write "
            "mask]");
  EXPECT_EQ(refusal_of_text("vs_1_1\nmov r0, q7"), "a.asm:2:9: 'q7' is not a register");
  EXPECT_EQ(refusal_of_text("vs_1_1\nmov r0, v0.xk"), "a.asm:2:12: '.xk' is not a swizzle");
  EXPECT_EQ(refusal_of_text("vs_1_1\nmov r0, c[1 - 2]"),
            "a.asm:2:16: -1 is not the number of a constant");
  EXPECT_EQ(refusal_of_text("vs_1_1\n#include \"x\""),
            "a.asm:2:1: the directive '#include' is not known; known are #define, #undef, #if, "
            "#ifdef, #ifndef, #elif, #else, #endif, #line, #pragma");
  EXPECT_EQ(refusal_of_text("vs_1_1\n#if\n"),
            "a.asm:2:1: '' is not a condition of integers and names");
  EXPECT_EQ(refusal_of_text("vs_1_1\n#if 1\n"), "a.asm:2:1: the #if has no #endif");
  EXPECT_EQ(refusal_of_text("vs_1_1\n#else\n"), "a.asm:2:1: #else without #if");
  EXPECT_EQ(refusal_of_text("vs_1_1\n#if 0\n#else\n#else\n#endif\n"),
            "a.asm:4:1: #else behind #else");
  EXPECT_EQ(refusal_of_text("vs_1_1\n/* mov"), "a.asm:2:1: the comment has no end; expected */");
  EXPECT_EQ(refusal_of_text("vs_1_1\ndef c0, 1, 2, 3"),
            "a.asm:2:16: expected ',' before the end of the line");
  EXPECT_EQ(refusal_of_text("vs_1_1\ndef c0, 1e99, 2, 3, 4"),
            "a.asm:2:9: 1e99 is too large for a float");
  EXPECT_EQ(refusal_of_text("vs_1_1\nvs_1_1"), "a.asm:2:1: the version stands once, at the start");
  EXPECT_EQ(refusal_of_text("vs_2_0\ndefb b0, maybe"),
            "a.asm:2:10: expected true or false, found 'maybe'");
  EXPECT_EQ(refusal_of_text("vs_2_0\ndefi i0, 1.5, 0, 0, 0"), "a.asm:2:10: expected an integer");
  EXPECT_EQ(refusal_of_text("vs_2_0\nmov r0, c[a0.x + aL]"),
            "a.asm:2:18: a0 or aL stands once in an index, added");
}

// As editors save it and preprocessors leave it.
TEST(ReadShader, a_byte_order_mark_and_directives_of_a_preprocessor_are_read) {
  const Shader shader = read_shader(
      "\xef\xbb\xbf"
      "vs_1_1\n#line 7 \"sky.fx\"\n#pragma once\n#define FOG\n#define LIGHTS 2\ndcl_position v0\n"
      "#ifdef FOG\nmov oFog, v0.x\n#else\nthis is not read\n#endif\n"
      "#if LIGHTS > 2 || !defined(FOG)\nneither this #if\n# elif (LIGHTS + 1) * 2 == 6\n"
      "  #ifndef NIGHT\n  mov oD0, v0\n  #endif\n#else\nnor this\n#endif\n#undef FOG\n#ifdef FOG\n"
      "nor that\n#endif\nmov oPos, v0\n",
      "a.vs");

  ASSERT_EQ(shader.instructions.size(), 3U);
  EXPECT_EQ(shader.instructions[0].destination.reg.file, File::fog);
  EXPECT_EQ(shader.instructions[1].destination.reg.file, File::color_out);
  EXPECT_EQ(shader.instructions[2].place.line, 25);
}

TEST(ReadShader, names_that_define_each_other_do_not_grow_without_end) {
  std::string text = "vs_1_1\n#define a0a 1 + 1\n";
  for (char c = 'b'; c < 'z'; ++c) {
    text += std::string("#define a0") + c + " a0" + static_cast<char>(c - 1) + " + a0" +
            static_cast<char>(c - 1) + "\n";
  }

  EXPECT_THAT(refusal_of_text(text), testing::HasSubstr("the statement is too long"));
}

}  // namespace
}  // namespace plumb::shader
