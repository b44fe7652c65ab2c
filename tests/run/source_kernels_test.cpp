// tests/run/source_kernels_test.cpp - the kernels of a source by its text, and a wrong name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/run/source_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/each_device.h"
#include "tests/records/refusal.h"
#include "tests/run/case_program.h"

namespace plumb {
namespace {

using namespace case_program;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(SourceKernels, are_found_in_every_language) {
  EXPECT_THAT(
      kernels_in("// kernel void old(int a)\n/* __kernel void gone() */ kernel void\n a (int b) "
                 "{}\nfloat kernel_of(int c);"),
      ElementsAre("a"));
  EXPECT_THAT(kernels_in("__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void b(int x);\n"
                         "__kernel void b(int x) { f(x); }"),
              ElementsAre("b"));
  EXPECT_THAT(kernels_in("extern \"C\" __global__ void __launch_bounds__(64) c(int x) {}"),
              ElementsAre("c"));
  EXPECT_THAT(kernels_in(".visible .entry d(\n.param .u32 d_param_0)"), ElementsAre("d"));
  EXPECT_THAT(kernels_in("__kernel __attribute__((x"), IsEmpty());
  EXPECT_THAT(kernels_in("kernel"), IsEmpty());
}

TEST(SourceKernels, say_what_a_missing_one_may_have_been) {
  const std::string text = "kernel void make() {} kernel void count_wrong() {}";

  EXPECT_EQ(missing_kernel(text, "mak"),
            "the source has the kernels make, count_wrong; did you mean 'make'?");
  EXPECT_EQ(missing_kernel("kernel void make() {}", "other"), "the source has the kernel make");
  EXPECT_THAT(missing_kernel(text, "make"), HasSubstr("a built-in function is called 'make'"));
  EXPECT_EQ(missing_kernel("", "a"), "no kernel is found in its text");
}

class WrongEntry : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(WrongEntry);

TEST_P(WrongEntry, is_refused_with_the_kernels_that_the_source_has) {
  Program program = base();
  program.kernels[0].entry = "case_ad";
  ErrorKind kind = ErrorKind::device;

  EXPECT_THAT(
      refusal([&] { LoadedProgram loaded(*device, program); }, &kind),
      HasSubstr("kernel 'add': 'case.cl' has no kernel 'case_ad': the source has the kernels "
                "case_add, case_raise, case_count_up, case_halve, case_pixel; did you mean "
                "'case_add'?"));
  EXPECT_EQ(kind, ErrorKind::input);
}

}  // namespace
}  // namespace plumb
