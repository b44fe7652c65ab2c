// tests/trace/stamp/first_use_test.cpp - where loaded values are first used, in PTX.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/first_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/ptx/parse.h"
#include "plumb/trace/stamp/instrument.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;

std::string kernel_with_body(const std::string& body) {
  return ".version 7.5\n.target sm_75\n.address_size 64\n.func called(.param .b32 x);\n"
         ".entry k(.param .u64 p, .param .u32 n)\n{\n.reg .pred %p<9>;\n.reg .b32 %r<30>;\n"
         ".reg .b64 %rd<9>;\nld.param.u64 %rd1, [p];\n" +
         body + "ret;\n}\n";
}

// The instruction that first uses what the first load gives, or why there is none.
std::string first_use_in(const std::string& body) {
  const ptx::Module module = ptx::parse_module(kernel_with_body(body), "k.ptx");
  std::vector<FoundAccess> found = find_accesses(module);
  find_first_uses(module, found);
  if (!found.front().first_use) return found.front().why_not;
  const std::string rest = module.text.substr(found.front().first_use->before);
  return rest.substr(0, rest.find(';'));
}

TEST(FirstUse, is_the_first_instruction_of_the_block_that_reads_the_value) {
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r3, 1;\n"
                         "add.u32 %r4, %r1, %r2;\nmul.lo.u32 %r5, %r1, 3;\n"),
            "add.u32 %r4, %r1, %r2");
  EXPECT_EQ(first_use_in("ld.global.u64 %rd2, [%rd1];\nld.global.u32 %r1, [%rd2];\n"),
            "ld.global.u32 %r1, [%rd2]");
  EXPECT_EQ(first_use_in("ld.global.v2.u32 {%r1, %r2}, [%rd1];\n@%p1 add.u32 %r4, %r2, 1;\n"),
            "@%p1 add.u32 %r4, %r2, 1");
}

TEST(FirstUse, of_a_copy_is_that_of_the_value_and_a_copy_that_leaves_the_block_is_one) {
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\nmov.b32 %r2, %r1;\nadd.u32 %r3, %r4, 1;\n"
                         "add.u32 %r5, %r2, 1;\n"),
            "add.u32 %r5, %r2, 1");
  EXPECT_EQ(first_use_in("L:\nld.global.u64 %rd2, [%rd1];\nadd.u32 %r3, %r3, 1;\n"
                         "setp.lt.u32 %p1, %r3, 9;\nmov.u64 %rd1, %rd2;\n@%p1 bra L;\n"),
            "mov.u64 %rd1, %rd2");
}

TEST(FirstUse, behind_a_branch_is_found_where_only_one_way_leads_to_it) {
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\n@%p1 bra E;\nadd.u32 %r2, %r1, 1;\n"
                         "st.global.u32 [%rd1], %r2;\nE:\n"),
            "add.u32 %r2, %r1, 1");
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\n@%p1 bra E;\nadd.u32 %r2, %r1, 1;\n"
                         "E:\nst.global.u32 [%rd1], %r1;\n"),
            "first use in several places");
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\nL:\nadd.u32 %r2, %r1, %r2;\n@%p1 bra L;\n"),
            "first use in several places");
}

TEST(FirstUse, that_cannot_have_a_stamp_has_a_reason) {
  EXPECT_THAT(first_use_in("@%p1 ld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;\n"),
              HasSubstr("under a guard"));
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\nmov.u32 %r1, 5;\nadd.u32 %r2, %r1, 1;\n"),
            "nothing uses its value");
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\n{\n.param .b32 a;\nst.param.b32 [a], %r1;\n"
                         "call called, (a);\n}\n"),
            "its first use hands it to a function");
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\n{\n.param .b32 a;\nst.param.b32 [a], %r2;\n"
                         "call called, (a);\n}\nadd.u32 %r2, %r1, 1;\n"),
            "a function is called before its first use");
  EXPECT_EQ(first_use_in("ld.global.u32 %r1, [%rd1];\nnew_thing %r9, %r8;\nadd.u32 %r2, %r1, 1;\n"),
            "before its first use comes an instruction that is not known");
}

TEST(FirstUse, readings_stand_before_the_use_and_not_at_the_load) {
  const ptx::Module module = ptx::parse_module(
      kernel_with_body(
          "ld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r3, 1;\nadd.u32 %r4, %r1, %r2;\n"),
      "k.ptx");
  InstrumentOptions options;
  options.method = StampMethod::first_use;

  const std::string ptx = instrument(module, options).ptx;

  const std::size_t load = ptx.find("ld.global.u32 %r1");
  const std::size_t first = ptx.find("mov.u64 %plumb_1, %clock64;");
  const std::size_t waits = ptx.find("@%plumb_never not.b32 %r1, %r1;");
  EXPECT_LT(load, ptx.find("add.u32 %r2, %r3, 1;"));
  EXPECT_LT(ptx.find("add.u32 %r2, %r3, 1;"), first);
  EXPECT_LT(first, waits);
  EXPECT_LT(waits, ptx.find("mov.u64 %plumb_2, %clock64;"));
  EXPECT_LT(ptx.find("mov.u64 %plumb_2, %clock64;"), ptx.find("add.u32 %r4, %r1, %r2;"));
}

TEST(FirstUse, has_no_addresses) {
  InstrumentOptions options;
  options.method = StampMethod::first_use;
  options.layout.addresses = true;
  const ptx::Module module = ptx::parse_module(
      kernel_with_body("ld.global.u32 %r1, [%rd1];\nadd.u32 %r4, %r1, %r2;\n"), "k.ptx");

  EXPECT_THROW((void)instrument(module, options), Error);
}

}  // namespace
}  // namespace plumb::trace
