// tests/ptx/parse_test.cpp - reading PTX and writing it as it was.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/parse.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/ptx/print.h"

namespace plumb::ptx {
namespace {

using testing::HasSubstr;

constexpr const char* head = ".version 8.0\n.target sm_90\n.address_size 64\n";

std::string everything() {
  return read_text_file(PLUMB_SOURCE_DIR "/tests/golden/ptx/everything.ptx");
}

std::string refusal_of(const std::string& text, std::string* detail = nullptr) {
  try {
    (void)parse_module(text, "k.ptx");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    if (detail != nullptr) *detail = error.detail();
    return error.what();
  }
  return "nothing was thrown";
}

// The instructions of a function's body as one reads them.
std::vector<std::string> opcodes(const Module& module, const Function& function) {
  std::vector<std::string> found;
  for (const Statement& statement : function.statements) {
    if (statement.kind == StatementKind::instruction)
      found.emplace_back(module.view(statement.word));
  }
  return found;
}

TEST(ParsePtx, a_small_kernel_has_its_parts) {
  const std::string text = std::string(head) +
                           ".visible .entry k(.param .u64 p)\n{\n  .reg .b64 %a;\n"
                           "  @!%q ld.param.u64 %a, [p];\nL: ret;\n}\n";

  const Module module = parse_module(text, "k.ptx");

  EXPECT_EQ(module.version.major, 8U);
  EXPECT_EQ(module.target, "sm_90");
  ASSERT_EQ(module.functions.size(), 1U);
  const Function& function = module.functions.front();
  EXPECT_TRUE(function.entry);
  EXPECT_EQ(module.view(function.name), "k");
  EXPECT_EQ(module.view(function.header), ".visible .entry k(.param .u64 p)");
  ASSERT_EQ(function.statements.size(), 4U);
  const Statement& load = function.statements[1];
  EXPECT_EQ(module.view(load.word), "ld.param.u64");
  EXPECT_TRUE(load.guard->negated);
  EXPECT_EQ(load.operands[1].kind, OperandKind::address);
  EXPECT_EQ(module.place(load.text.begin).line, 7U);
  EXPECT_EQ(module.place(load.text.begin).column, 3U);
  EXPECT_EQ(function.statements[2].kind, StatementKind::label);
}

TEST(ParsePtx, everything_is_taken_apart_and_given_back) {
  const std::string text = everything();

  const Module module = parse_module(text, "everything.ptx");

  EXPECT_EQ(print(module), text);
  ASSERT_EQ(module.functions.size(), 3U);
  EXPECT_FALSE(module.functions[0].has_body);
  EXPECT_EQ(opcodes(module, module.functions[1]), (std::vector<std::string>{"add.u32", "ret"}));
  EXPECT_EQ(opcodes(module, module.functions[2]).size(), 19U);
  EXPECT_THAT(opcodes(module, module.functions[2]), testing::Contains("newer.instruction.b32"));
  EXPECT_EQ(module.directives.back().text.end, text.size());
}

TEST(ParsePtx, between_the_parts_lie_only_blanks_and_comments) {
  const std::string text = everything();
  const Module module = parse_module(text, "everything.ptx");
  std::vector<Range> parts;

  for (const Statement& directive : module.directives) parts.push_back(directive.text);
  for (const Function& function : module.functions) {
    parts.push_back(function.header);
    for (const Statement& statement : function.statements) parts.push_back(statement.text);
  }
  std::ranges::sort(parts, {}, &Range::begin);

  std::string left;
  std::uint32_t done = static_cast<std::uint32_t>(text.find(".target"));
  for (const Range& part : parts) {
    ASSERT_LE(done, part.begin);
    left += module.view({done, part.begin});
    done = part.end;
  }
  left += text.substr(done);
  EXPECT_THAT(left, testing::Not(HasSubstr("ld.")));
  EXPECT_THAT(left, testing::Not(HasSubstr("bra")));
  EXPECT_THAT(left, testing::Not(HasSubstr(".reg")));
  EXPECT_EQ(std::ranges::count(left, '}'), 2);  // of two bodies
}

TEST(ParsePtx, edits_are_made_where_they_belong_and_nowhere_else) {
  const std::string text = everything();
  const Module module = parse_module(text, "everything.ptx");
  const Statement& last = module.functions.back().statements.back();

  const std::string edited =
      print(module, std::vector<Edit>{{{last.text.begin, last.text.begin}, "bar.sync 0;\n"},
                                      {last.word, "exit"},
                                      {{0, 0}, "// first\n"}});

  EXPECT_EQ(edited.size(), text.size() + 12 + 1 + 9);
  EXPECT_THAT(edited, testing::StartsWith("// first\n// everything"));
  EXPECT_THAT(edited, HasSubstr("$L__BB0_2: bar.sync 0;\nexit;\n}"));
}

TEST(ParsePtx, edits_that_overlap_are_refused) {
  const Module module = parse_module(everything(), "everything.ptx");

  EXPECT_THROW((void)print(module, std::vector<Edit>{{{10, 20}, ""}, {{15, 16}, ""}}), Error);
  EXPECT_THROW((void)print(module, std::vector<Edit>{{{0, 1U << 30U}, ""}}), Error);
}

TEST(ParsePtx, what_is_no_ptx_is_refused_with_its_place) {
  std::string detail;

  EXPECT_THAT(refusal_of("int main() {}\n", &detail),
              HasSubstr("k.ptx:1:1: not PTX: it does not begin with .version"));
  EXPECT_EQ(detail, "int main() {}");
  EXPECT_THAT(refusal_of(std::string("\x7f"
                                     "ELF\0\0x",
                                     7)),
              HasSubstr("not PTX: a zero byte"));
  EXPECT_THAT(refusal_of(""), HasSubstr("not PTX"));
}

TEST(ParsePtx, closing_zeros_belong_to_no_statement) {
  const std::string text = everything() + std::string(2, '\0');

  const Module module = parse_module(text, "binary");

  EXPECT_EQ(print(module), text);
  EXPECT_EQ(module.functions.size(), 3U);
  EXPECT_EQ(module.end(), text.size() - 2);
  EXPECT_THAT(refusal_of(text + "ret;"), HasSubstr("not PTX: a zero byte"));
  EXPECT_THAT(refusal_of(std::string(head) + ".entry k() {" + std::string(1, '\0')),
              HasSubstr("the text ends inside 'k'"));
}

TEST(ParsePtx, sections_end_with_their_own_brace) {
  EXPECT_THAT(refusal_of(std::string(head) + ".metadata_section { .metadata 0 { \"a\" }"),
              HasSubstr("the text ends inside a .metadata_section"));
  EXPECT_THAT(refusal_of(std::string(head) + ".section .debug_str {"),
              HasSubstr("the text ends inside a .section"));
}

TEST(ParsePtx, addresses_have_32_or_64_bits) {
  EXPECT_EQ(parse_module(".version 7.0\n.target sm_75\n", "k.ptx").address_size, 32U);
  EXPECT_EQ(parse_module(head, "k.ptx").address_size, 64U);
  EXPECT_THAT(refusal_of(".version 7.0\n.target sm_75\n.address_size 48\n"),
              HasSubstr("k.ptx:3:15: addresses of 48 bits"));
}

TEST(ParsePtx, newer_ptx_is_refused_with_the_way_out) {
  EXPECT_THAT(refusal_of(".version 10.1\n.target sm_200\n"),
              HasSubstr("k.ptx:1:10: PTX 10.1 is newer than what is known here (up to 9.x)"));
  EXPECT_THAT(refusal_of(".version nine\n"), HasSubstr("expected the version, found 'nine'"));
  EXPECT_THAT(refusal_of(".version 9\n"), HasSubstr("'9' is not a version of PTX"));
}

TEST(ParsePtx, a_text_cut_off_anywhere_is_refused_or_whole) {
  const std::string text = everything();
  const std::size_t function = text.find(".visible .entry");
  const std::size_t end = text.find("$L__BB0_2: ret;\n}") + 17;
  std::size_t refused = 0;

  for (std::size_t size = function + 16; size < end; ++size)
    refused += refusal_of(text.substr(0, size)) == "nothing was thrown" ? 0 : 1;

  EXPECT_EQ(refused, end - function - 16);
  EXPECT_THAT(refusal_of(text.substr(0, end - 1)), HasSubstr("the text ends inside 'everything'"));
}

TEST(ParsePtx, mistakes_are_told_with_line_and_column) {
  const std::string before = std::string(head) + ".entry k()\n{\n";

  EXPECT_THAT(refusal_of(before + "  add.u32 %a, %b;;\n}"),
              HasSubstr("k.ptx:6:18: expected a statement"));
  EXPECT_THAT(refusal_of(before + "  add.u32 %a %b\n}"), HasSubstr("k.ptx:7:1: expected ';'"));
  EXPECT_THAT(refusal_of(before + "  ld.u32 %a, [%b;\n}"), HasSubstr("k.ptx:6:17: expected ','"));
  EXPECT_THAT(refusal_of(before + "  .loc 1 2\n}"), HasSubstr("expected a column"));
  EXPECT_THAT(refusal_of(before + "  /* open\n}"),
              HasSubstr("k.ptx:6:3: this comment does not end"));
  EXPECT_THAT(refusal_of(before + "  .pragma \"x;\n}"),
              HasSubstr("this text in quotes does not end"));
  EXPECT_THAT(refusal_of(std::string(head) + "add.u32 a, b;"),
              HasSubstr("only directives may stand outside functions"));
}

}  // namespace
}  // namespace plumb::ptx
