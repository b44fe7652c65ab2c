// tests/cli/arithmetic_test.cpp - operations per load of kernels and of passes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/compile.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

class PlumbArithmetic : public PlumbProgram {
 protected:
  static bool has_nvrtc() {
    try {
      const device::cuda::Compiler compiler;
      return true;
    } catch (const Error&) {
      return false;
    }
  }
};

TEST_F(PlumbArithmetic, is_counted_in_the_kernel_and_taken_from_its_pass) {
  const Outcome outcome = plumb({"predict", PLUMB_SOURCE_DIR "/docs/applications/smooth.toml", "-p",
                                 "h200-cuda", "--arithmetic"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("arithmetic beside loads"),
                                 ContainsRegex("sum +its pass +16\\.0 +8\\.00 +0\\.500 .* loads")));
  if (!has_nvrtc()) GTEST_SKIP() << "NVRTC is not here: the kernel was not counted";
  EXPECT_THAT(outcome.out, ContainsRegex("sum +loop of its PTX +[1-9]"));
}

TEST_F(PlumbArithmetic, of_a_product_of_matrices_takes_longer_than_its_loads) {
  const Outcome outcome = plumb({"predict", "lu", "-p", "h200-cuda", "--arithmetic"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, ContainsRegex("update +its pass .* arithmetic"));
}

TEST_F(PlumbArithmetic, that_the_profile_has_no_rates_for_is_named_with_its_probe) {
  const Outcome outcome = plumb(
      {"predict", PLUMB_SOURCE_DIR "/docs/applications/smooth.toml", "-p", "g80", "--arithmetic"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("profile 'g80' has no compute."));
}

TEST_F(PlumbArithmetic, is_that_of_one_point) {
  const Outcome outcome = plumb({"predict", PLUMB_SOURCE_DIR "/docs/applications/smooth.toml", "-p",
                                 "h200-cuda", "--set", "n=1000,2000", "--arithmetic"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--arithmetic takes one point, not 2"));
}

TEST_F(PlumbArithmetic, is_counted_in_the_kernels_of_every_application_file) {
  if (!has_nvrtc()) GTEST_SKIP() << "NVRTC is not here: no kernel is counted";
  for (const char* name : {"gather", "bitonic", "overlap", "norm", "rod"}) {
    const Outcome outcome =
        plumb({"predict", std::string(PLUMB_SOURCE_DIR "/docs/applications/") + name + ".toml",
               "-p", "h200-cuda", "--arithmetic"});

    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, ContainsRegex("its PTX +[1-9]")) << name;
    EXPECT_THAT(outcome.out, testing::Not(ContainsRegex("its PTX +-"))) << name;
  }
}

}  // namespace
}  // namespace plumb
