// tests/device/cuda/left_out_test.cpp - OpenCL C that CUDA's compiler refuses, and what is said of
// it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/left_out.h"

#include <optional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/device/cuda/compile.h"
#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device::cuda {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class LeftOut : public testing::Test {
 protected:
  void SetUp() override {
    try {
      compiler.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << explain(error);
    }
  }

  // The compiler's log of a kernel with this statement in its third line.
  std::string log_of(const std::string& statement, const std::string& parameters = "") {
    std::string detail;
    const std::string text = fmt::format(
        "__kernel void case_left_out(__global float4* v, __global float* x{}) {{\n"
        "  const uint i = get_global_id(0);\n  {}\n}}\n",
        parameters, statement);
    const std::string message =
        refusal([&] { (void)compiler->ptx(source(text), 90); }, nullptr, &detail);
    EXPECT_THAT(message, HasSubstr("NVRTC_ERROR_COMPILATION")) << statement;
    return detail;
  }

  static std::string line(const std::string& construct, int number = 3) {
    return fmt::format(
        "case.cl:{} has {}, which OpenCL C on CUDA leaves out; an OpenCL device takes it: -d "
        "opencl:NAME\n",
        number, construct);
  }

  std::optional<Compiler> compiler;
};

TEST_F(LeftOut, constructs_are_named_with_their_line) {
  EXPECT_THAT(log_of("v[i] = (float4)(1.0f, 2.0f, 3.0f, 4.0f);"),
              EndsWith(line("a vector literal, '(float4)(...'")));
  EXPECT_THAT(log_of("float2 a; a = v[i].xy;"), EndsWith(line("a swizzle, '.xy'")));
  EXPECT_THAT(log_of("x[i] = v[i].s0;"), EndsWith(line("a swizzle, '.s0'")));
  EXPECT_THAT(log_of("v[i] = vload4(i, x);"), EndsWith(line("'vload4'")));
  EXPECT_THAT(log_of("vstore4(v[i], i, x);"), EndsWith(line("'vstore4'")));
  EXPECT_THAT(log_of("v[i] = v[i] * 2.0f;"), EndsWith(line("arithmetic on vectors")));
  EXPECT_THAT(log_of("float4 a = 1.0f; v[i] = a;"),
              EndsWith(line("a scalar in the place of a vector")));
  EXPECT_THAT(log_of("v[i] = convert_float4(v[i]);"),
              EndsWith(line("a conversion of vectors, 'convert_float4'")));
  EXPECT_THAT(log_of("x[i] = native_sin(x[i]);"),
              EndsWith(line("the built-in function 'native_sin'")));
  EXPECT_THAT(log_of("x[i] = dot(v[i], v[i]);"), EndsWith(line("the built-in function 'dot'")));
  EXPECT_THAT(log_of("float3 a; x[i] = 1;"),
              EndsWith(line("vectors of 3, 8 or 16 elements, 'float3'")));
  EXPECT_THAT(log_of("float8 a; x[i] = 1;"),
              EndsWith(line("vectors of 3, 8 or 16 elements, 'float8'")));
  EXPECT_THAT(log_of("int2 at; at.x = i; at.y = 0; write_imagef(to, at, v[i]);",
                     ", __write_only image2d_t to"),
              EndsWith(line("an image that is written, '__write_only'", 1)));
  EXPECT_THAT(log_of("x[i] = 1;", ", local float* part"),
              EndsWith(line("a pointer to local memory, 'local float*'", 1)));
  EXPECT_THAT(log_of("global float* y = x; y[i] = 1;"),
              EndsWith(line("'global' without its underscores")));
}

TEST_F(LeftOut, an_error_of_another_kind_gets_no_such_line) {
  EXPECT_THAT(log_of("x[i] = nonsense;"), Not(HasSubstr("leaves out")));
  EXPECT_THAT(log_of("x[i] = 1"), Not(HasSubstr("leaves out")));
  EXPECT_THAT(log_of("x[i] = nonsense;  // not (float4)(0)"), Not(HasSubstr("leaves out")));
}

TEST(LeftOutLines, a_place_outside_the_source_is_ignored) {
  EXPECT_EQ(
      left_out_construct("a.cl:9: error: x\nprelude.cuh:1: error: y\n", "a.cl", "(float4)(1)\n"),
      "");
  EXPECT_EQ(left_out_construct("a.cl:1: warning: x\n", "a.cl", "(float4)(1)\n"), "");
  EXPECT_THAT(left_out_construct("a.cl:1: error: x\n", "a.cl", "(float4)(1)\n"),
              HasSubstr("a.cl:1 has a vector literal"));
}

}  // namespace
}  // namespace plumb::device::cuda
