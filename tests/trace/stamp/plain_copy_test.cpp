// tests/trace/stamp/plain_copy_test.cpp - the body that warps without stamps run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/plain_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/ptx/parse.h"
#include "plumb/trace/stamp/instrument.h"

namespace plumb::trace {
namespace {

ptx::Module kernel_of(const std::string& body) {
  return ptx::parse_module(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 p)\n{\n" +
          body + "}\n",
      "k.ptx");
}

constexpr const char* loading_body =
    ".reg .b64 %rd<2>;\n.reg .b32 %r<2>;\nld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\n"
    "st.global.u32 [%rd1], %r1;\n";

InstrumentOptions one_block_in_four() {
  InstrumentOptions options;
  options.sampling.blocks = 4;
  return options;
}

TEST(PlainCopy, is_the_body_without_its_memory) {
  const ptx::Module module = kernel_of(".shared .align 4 .b8 tile[64];\n.reg .b32 %r<2>;\nret;\n");

  EXPECT_EQ(plain_copy(module, module.functions.front()), "{\n\n.reg .b32 %r<2>;\nret;\n\n}\n");
}

TEST(PlainCopy, is_reached_by_one_branch_and_nothing_falls_into_it) {
  const std::string text = instrument(kernel_of(loading_body), one_block_in_four()).ptx;

  EXPECT_THAT(text, testing::HasSubstr("@!%plumb_on bra $plumb_trace_plain;\n"));
  EXPECT_THAT(text, testing::HasSubstr("\nret;\n$plumb_trace_plain:\n"));
  EXPECT_EQ(text.find("bra $plumb_trace_plain"), text.rfind("bra $plumb_trace_plain"));
  EXPECT_THAT(text.substr(text.find("$plumb_trace_plain:")), testing::HasSubstr(loading_body));
}

TEST(PlainCopy, is_not_there_where_all_blocks_are_stamped) {
  EXPECT_THAT(instrument(kernel_of(loading_body), {}).ptx,
              testing::Not(testing::HasSubstr("_plain")));
}

TEST(PlainCopy, is_not_made_of_memory_in_an_inner_block) {
  const ptx::Module module =
      kernel_of(std::string(loading_body) + "{\n.shared .align 4 .b8 tile[64];\n}\nret;\n");

  const std::string text = instrument(module, one_block_in_four()).ptx;

  EXPECT_FALSE(can_be_copied(module, module.functions.front(), {.blocks = 4}));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("_plain")));
  EXPECT_THAT(text, testing::HasSubstr("@!%plumb_on bra $plumb_trace_kept_0;\n"));
}

TEST(PlainCopy, is_not_made_where_warps_of_a_block_would_part_and_must_not) {
  const ptx::Module module = kernel_of("wgmma.fence.sync.aligned;\nret;\n");

  EXPECT_TRUE(can_be_copied(module, module.functions.front(), {.blocks = 4}));
  EXPECT_FALSE(can_be_copied(module, module.functions.front(), {.warps = 2}));
}

TEST(PlainCopy, shares_a_limit_of_registers_that_the_kernel_may_have_of_its_own) {
  InstrumentOptions options = one_block_in_four();
  options.most_registers["k"] = 40;
  const std::string own =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 p)\n.maxnreg 64\n{\n";

  const std::string limited = instrument(kernel_of(loading_body), options).ptx;
  const std::string kept =
      instrument(ptx::parse_module(own + loading_body + "}\n", "k.ptx"), options).ptx;

  EXPECT_THAT(limited, testing::HasSubstr("\n.maxnreg 40\n{"));
  EXPECT_THAT(kept, testing::Not(testing::HasSubstr(".maxnreg 40")));
}

}  // namespace
}  // namespace plumb::trace
