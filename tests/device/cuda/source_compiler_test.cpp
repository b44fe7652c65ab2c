// tests/device/cuda/source_compiler_test.cpp - which compiler takes a source where no OpenCL driver
// shows the GPU.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/source_compiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device::cuda {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ChosenCompiler : public testing::Test {
 protected:
  void SetUp() override {
    try {
      const Compiler nvrtc;
    } catch (const Error& error) {
      GTEST_SKIP() << explain(error);
    }
    gpu.name = "a GPU";
    gpu.architecture = "sm_90";
    gpu.bus_address = "ffff:ff:1f.0";  // nobody shows one there
  }

  Info gpu;
  SourceCompiler compiler{gpu, 0};
};

TEST_F(ChosenCompiler, the_prelude_serves_what_it_can) {
  const CompiledSource compiled = compiler.compile(
      source("__kernel void k(__global float4* a) { a[get_global_id(0)].x = 1.0f; }\n"));

  EXPECT_THAT(compiled.compiler, StartsWith("NVRTC "));
  EXPECT_THAT(compiled.ptx.text, HasSubstr(".visible .entry k("));
  EXPECT_THAT(compiled.ptx.left_out, IsEmpty());
}

TEST_F(ChosenCompiler, ptx_is_taken_as_it_is) {
  const CompiledSource compiled = compiler.compile(source(".version 9.0\n", Language::ptx));

  EXPECT_EQ(compiled.ptx.text, ".version 9.0\n");
  EXPECT_EQ(compiled.compiler, "");
}

TEST_F(ChosenCompiler, what_the_prelude_leaves_out_is_named_with_both_ways_out) {
  ErrorKind kind{};
  std::string detail;

  const std::string why = refusal(
      [&] {
        (void)compiler.compile(
            source("__kernel void k(__global float4* a) {\n  a[0] = (float4)(1.0f);\n}\n"));
      },
      &kind, &detail);

  EXPECT_EQ(kind, ErrorKind::device);
  EXPECT_THAT(why, AllOf(HasSubstr("building 'case.cl'"), HasSubstr("NVIDIA's OpenCL"),
                         HasSubstr("install it")));
  EXPECT_THAT(detail, EndsWith("case.cl:2 has a vector literal, '(float4)(...', which OpenCL C on "
                               "CUDA leaves out; an OpenCL device takes it: -d opencl:NAME\n"));
}

TEST_F(ChosenCompiler, an_error_in_cuda_is_not_sent_to_opencl) {
  const std::string why =
      refusal([&] { (void)compiler.compile(source("__global__ void k( {}\n", Language::cuda)); });

  EXPECT_THAT(why, AllOf(HasSubstr("case.cu"), testing::Not(HasSubstr("OpenCL"))));
}

}  // namespace
}  // namespace plumb::device::cuda
