// tests/device/cuda/opencl_ptx_test.cpp - each rule for PTX of NVIDIA's OpenCL, in text and in
// what an assembler says of it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/opencl_ptx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/device/cuda/entry_parameters.h"
#include "tests/device/each_device.h"

namespace plumb::device::cuda {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string golden_text(const std::string& name) {
  return read_text_file(PLUMB_SOURCE_DIR "/tests/golden/device/" + name);
}

// What the assembler says against it; empty: nothing. Where none is installed, nothing is asked.
std::string complaint_about(const std::string& ptx) {
  std::unique_ptr<Linker> linker;
  try {
    linker = std::make_unique<Linker>();
  } catch (const Error&) {
    return {};
  }
  std::string detail;
  const std::string why =
      refusal([&] { (void)linker->cubin(ptx, "case.ptx", 90); }, nullptr, &detail);
  return why == "nothing was thrown" ? std::string() : why + "\n" + detail;
}

std::string module_of(const std::string& body) {
  return ".version 9.0\n.target sm_90, texmode_independent\n.address_size 64\n" + body;
}

// A kernel of OpenCL's with these parameters and this body.
std::string entry(const std::string& name, const std::string& parameters, const std::string& body) {
  return ".entry " + name + "(" + parameters +
         ")\n{\n.reg .pred %p;\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<9>;\n" + body +
         "ret;\n}\n";
}

TEST(OpenClPtx, a_dump_of_the_driver_becomes_what_cuda_loads) {
  const CudaPtx made = cuda_ptx_of_opencl(golden_text("opencl.ptx") + '\0', "opencl.ptx");

  EXPECT_EQ(made.text, golden_text("opencl.cuda.ptx"));
  EXPECT_EQ(complaint_about(made.text), "");
  ASSERT_EQ(made.left_out.size(), 1U);
  EXPECT_EQ(made.left_out[0].entry, "image_copy");
  EXPECT_THAT(made.left_out[0].why, HasSubstr("images"));
}

TEST(OpenClPtx, the_driver_s_own_text_is_not_taken_as_it_is) {
  if (complaint_about(golden_text("opencl.cuda.ptx")).empty() &&
      complaint_about("no PTX at all").empty())
    GTEST_SKIP() << "neither nvJitLink nor ptxas is here";

  std::string unified = golden_text("opencl.ptx");
  unified.erase(unified.find(", texmode_independent"), 21);

  EXPECT_THAT(complaint_about(unified), HasSubstr("texmode_unified"));
}

TEST(OpenClPtx, local_pointers_become_distances_with_their_alignment) {
  const CudaPtx made = cuda_ptx_of_opencl(
      module_of(entry("k",
                      ".param .u64 .ptr .global .align 4 a, .param .u64 .ptr .shared .align 1 b, "
                      ".param .u64 .ptr .shared .align 64 c",
                      "ld.param.u64 %rd1, [a];\n@%p ld.param.u64 %rd2, [b];\nld.param.u64 %rd3, "
                      "[c];\nst.shared.u32 [%rd3], 7;\nst.shared.u8 [%rd2+1], 7;\n")),
      "case");

  EXPECT_THAT(made.text, HasSubstr(".extern .shared .align 64 .b8 plumb_local_memory[];\n"));
  EXPECT_THAT(made.text, HasSubstr("@%p add.s64 \t%rd2, %rd2, %plumb_local;"));
  EXPECT_THAT(made.text, HasSubstr("\tadd.s64 \t%rd3, %rd3, %plumb_local;"));
  EXPECT_THAT(made.text, Not(HasSubstr("%rd1, %rd1")));
  EXPECT_EQ(complaint_about(made.text), "");
  EXPECT_THAT(made.text, HasSubstr(".entry k(.param .u64 .ptr .global .align 4 a, .param .u64 b, "
                                   ".param .u64 c)"));
  const auto parameters = entry_parameters(made.original, "k");
  ASSERT_TRUE(parameters && parameters->size() == 3);
  EXPECT_EQ((*parameters)[0].kind, ParameterKind::buffer);
  EXPECT_EQ((*parameters)[1].kind, ParameterKind::local);
  EXPECT_EQ((*parameters)[1].alignment, 1U);
  EXPECT_EQ((*parameters)[2].alignment, 64U);
}

// Where an argument lies in constant memory, so do a program's own constants for OpenCL; for CUDA
// one lies in device memory. Another kernel of the module keeps its constants.
TEST(OpenClPtx, a_kernel_with_a_constant_argument_reads_copies_of_the_constants) {
  const CudaPtx made = cuda_ptx_of_opencl(
      module_of(
          ".const .align 4 .b8 table[8] = {1, 0, 0, 0, 2, 0, 0, 0};\n" +
          entry("given", ".param .u64 .ptr .const .align 4 a",
                "ld.param.u64 %rd1, [a];\nmov.u64 %rd2, table;\nld.const.f32 %f1, "
                "[%rd1];\nld.const.v2.f32 {%f2, %f3}, [%rd2];\nld.const.f32 %f4, [table+4];\n") +
          entry("own", ".param .u32 a", "ld.const.f32 %f1, [table];\n")),
      "case");

  EXPECT_THAT(made.text, HasSubstr(".entry given(.param .u64 a)"));
  EXPECT_THAT(made.text,
              AllOf(HasSubstr(".global .align 4 .b8 plumb_global_table[8] = {1, 0, 0, 0, 2,"),
                    HasSubstr("mov.u64 %rd2, plumb_global_table;"),
                    HasSubstr("ld.global.nc.f32 %f1, [%rd1];"),
                    HasSubstr("ld.global.nc.v2.f32 {%f2, %f3}, [%rd2];"),
                    HasSubstr("ld.global.nc.f32 %f4, [plumb_global_table+4];"),
                    HasSubstr("ld.const.f32 %f1, [table];")));
  EXPECT_EQ(complaint_about(made.text), "");
}

TEST(OpenClPtx, kernels_that_reach_images_through_functions_are_left_out_too) {
  const CudaPtx made = cuda_ptx_of_opencl(
      module_of(".global .samplerref nearest;\n"
                ".func reads()\n;\n"
                ".func reads()\n{\n.reg .f32 %f<5>;\n.reg .b32 %r;\n"
                "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [picture, nearest, {%r}];\nret;\n}\n"
                ".func passes_on()\n{\ncall.uni reads, ();\nret;\n}\n"
                ".func adds()\n{\nret;\n}\n" +
                entry("far", ".param .u32 a", "call.uni passes_on, ();\n") +
                entry("near", ".param .u32 a", "call.uni adds, ();\nmov.b32 %r1, %envreg7;\n")),
      "case");

  ASSERT_EQ(made.left_out.size(), 1U);
  EXPECT_EQ(made.left_out[0].entry, "far");
  EXPECT_THAT(made.text, AllOf(Not(HasSubstr("reads")), Not(HasSubstr("passes_on")),
                               Not(HasSubstr("sampler")), HasSubstr(".visible .entry near("),
                               HasSubstr("\n.func adds()"), HasSubstr("mov.b32 %r1, %nctaid.y;")));
  EXPECT_EQ(complaint_about(made.text), "");
}

TEST(OpenClPtx, what_no_rule_covers_leaves_its_kernel_out_and_says_why) {
  const auto why_not = [](const std::string& parameters, const std::string& body) {
    const CudaPtx made = cuda_ptx_of_opencl(
        module_of(entry("k", parameters, body) + entry("other", "", "")), "case");
    EXPECT_THAT(made.text, HasSubstr(".visible .entry other("));
    return made.left_out.empty() ? std::string("nothing") : made.left_out[0].why;
  };
  const std::string local = ".param .u64 .ptr .shared .align 4 p";

  EXPECT_THAT(why_not("", "mov.b32 %r1, %envreg12;\n"), HasSubstr("uses %envreg12 in 'mov.b32'"));
  EXPECT_THAT(why_not("", "cvt.s64.s32 %rd1, %envreg3;\n"), HasSubstr("'cvt.s64.s32'"));
  EXPECT_THAT(why_not("", "mov.b64 %rd1, {%envreg9, %envreg9};\n"), HasSubstr("%envreg9"));
  EXPECT_THAT(why_not(local, "mov.u64 %rd1, p;\n"), HasSubstr("pointer to local memory p"));
  EXPECT_THAT(why_not(local, "ld.param.u32 %r1, [p];\n"), HasSubstr("'ld.param.u32'"));
  EXPECT_EQ(why_not(local, "ld.param.u64 %rd1, [p];\nmov.b32 %r1, %envreg9;\n"), "nothing");
}

TEST(OpenClPtx, refuses_what_is_not_ptx) {
  ErrorKind kind{};

  EXPECT_THAT(refusal(
                  [] {
                    (void)cuda_ptx_of_opencl(
                        "\x7f"
                        "ELF",
                        "PTX of 'a.cl'");
                  },
                  &kind),
              HasSubstr("PTX of 'a.cl':1:1: not PTX"));
  EXPECT_EQ(kind, ErrorKind::input);
  EXPECT_THAT(refusal([] { (void)cuda_ptx_of_opencl(std::string(3, '\0'), "a"); }),
              HasSubstr("not PTX"));
}

}  // namespace
}  // namespace plumb::device::cuda
