// tests/trace/stamp/choose_staging_test.cpp - where records are kept, and why.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/choose_staging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

class ChooseStaging : public Assembled {
 protected:
  [[nodiscard]] StagingChoice chosen_for(const ptx::Module& module, unsigned architecture,
                                         const BlockShape& shape) const {
    return choose_staging(module, choose_accesses(module, {}, StampMethod::dependence), {}, shape,
                          architecture, assembler_of(*linker));
  }
};

TEST_F(ChooseStaging, stamps_are_staged_only_where_no_block_loses_its_place) {
  using testing::HasSubstr;
  const auto choice = [&](const char* name, unsigned architecture, std::uint64_t threads,
                          Bytes dynamic = {}) {
    return chosen_for(golden(name), architecture, {.threads = threads, .dynamic = dynamic});
  };

  EXPECT_TRUE(choice("shared", 90, 256).staging);
  EXPECT_THAT(choice("shared", 90, 256).instrumented.ptx, HasSubstr("plumb_trace_stage"));
  EXPECT_THAT(choice("shared", 90, 256).reason, HasSubstr("kept in shared memory, 8 per warp"));
  EXPECT_FALSE(choice("shared", 90, 0).staging);
  EXPECT_THAT(choice("shared", 90, 0).instrumented.ptx,
              testing::Not(HasSubstr("plumb_trace_stage")));
  EXPECT_THAT(choice("shared", 90, 0).reason, HasSubstr("the shape of the blocks is not known"));
  const StagingChoice full = choice("shared", 90, 256, Bytes{26000});
  EXPECT_FALSE(full.staging);
  EXPECT_THAT(full.reason,
              HasSubstr("would lower the resident blocks of 'golden_shared' from 8 to 7"));
}

TEST_F(ChooseStaging, stamps_are_not_staged_where_a_function_may_end_a_thread) {
  const ptx::Module module = ptx::parse_module(
      ".version 7.5\n.target sm_75\n.address_size 64\n.func last() { exit; }\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r1;\n.reg .b64 %rd1;\n"
      "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd1], %r1;\n"
      "call last;\nret;\n}\n",
      "exits.ptx");

  const StagingChoice choice = chosen_for(module, 90, {.threads = 256});

  EXPECT_FALSE(choice.staging);
  EXPECT_THAT(choice.reason, testing::HasSubstr("'last' may end a thread by exit"));
}

TEST_F(ChooseStaging, dynamic_shared_memory_stays_as_aligned_as_it_was) {
  const auto module = [](const char* shared) {
    return ptx::parse_module(
        std::string(".version 7.5\n.target sm_75\n.address_size 64\n") + shared +
            ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r1;\n.reg .b64 %rd1;\n"
            "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\nst.shared.u32 [s], %r1;\n"
            "st.global.u32 [%rd1], %r1;\nret;\n}\n",
        "dynamic.ptx");
  };
  const ptx::Module dynamic = module(".extern .shared .align 16 .b8 s[];\n");
  const ptx::Module fixed = module(".shared .align 16 .b8 s[64];\n");

  EXPECT_TRUE(has_dynamic_shared(dynamic));
  EXPECT_FALSE(has_dynamic_shared(fixed));
  const StagingChoice choice = chosen_for(dynamic, 90, {.threads = 96});
  ASSERT_TRUE(choice.staging);
  EXPECT_EQ(read_cubin(choice.machine_code, "x").functions[0].shared.count % stage_alignment, 0U);
  EXPECT_EQ(bytes_of(*chosen_for(fixed, 90, {.threads = 96}).staging), 3U * (16 + 8 * 32));
}

TEST_F(ChooseStaging, what_it_chose_is_what_was_assembled) {
  const ptx::Module module = golden("shared");
  for (const std::uint64_t threads : {0U, 256U}) {
    const StagingChoice choice = chosen_for(module, 90, {.threads = threads});
    InstrumentOptions options;
    options.staging = choice.staging;

    EXPECT_EQ(choice.instrumented.ptx, instrument(module, options).ptx);
    EXPECT_EQ(choice.machine_code, assembled(choice.instrumented.ptx, 90));
  }
}

}  // namespace
}  // namespace plumb::trace
