// tests/trace/certify/strange_code_test.cpp - code as users write it: switches, targets of one
// machine, neighbours in shared memory, generic addresses.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/device/cuda/ptxas.h"
#include "plumb/trace/certify/machine_code.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

using StrangeCode = Assembled;

ptx::Module kernel(const std::string& target, const std::string& body,
                   const std::string& version = "8.0") {
  return ptx::parse_module(
      fmt::format(".version {}\n.target {}\n.address_size 64\n"
                  ".visible .entry k(.param .u64 p, .param .u32 n)\n{{\n"
                  ".shared .align 16 .b8 tile[1024];\n.reg .b32 %r<12>;\n.reg .f32 %f<9>;\n"
                  ".reg .b64 %rd<9>;\n.reg .pred %p<3>;\nld.param.u64 %rd1, [p];\n"
                  "ld.param.u32 %r1, [n];\n{}ret;\n}}\n",
                  version, target, body),
      "k.ptx");
}

constexpr const char* switched =
    "targets: .branchtargets A, B, C, D;\nbrx.idx %r1, targets;\n"
    "A: st.global.u32 [%rd1], 1;\nbra E;\n"
    "B: ld.global.u32 %r2, [%rd1];\nst.global.u32 [%rd1+4], %r2;\nbra E;\n"
    "C: st.global.u32 [%rd1+8], 3;\nbra E;\nD: st.global.u32 [%rd1+12], 4;\n"
    "E: st.global.u32 [%rd1+16], 5;\n";

TEST_F(StrangeCode, the_targets_of_a_switch_are_known) {
  for (const unsigned architecture : architectures()) {
    const std::string ptx = instrument(kernel("sm_75", switched), {}).ptx;
    expect_all_certified(certified(ptx, architecture), "switch");
    const Cubin cubin = read_cubin(code, "switch");
    ASSERT_EQ(cubin.functions.front().computed_targets.size(), 1U) << architecture;
    EXPECT_EQ(cubin.functions.front().computed_targets.begin()->second.size(), 4U) << architecture;
  }
}

// A target between the readings of the stamp: the list is that of the assembler, changed.
TEST_F(StrangeCode, a_switch_into_a_stamp_means_no_certificate) {
  const Certification sound = certified(instrument(kernel("sm_75", switched), {}).ptx, 90);
  const Cubin cubin = read_cubin(code, "switch");
  const auto& targets = cubin.functions.front().computed_targets.begin()->second;
  const auto old = static_cast<std::uint32_t>(targets.back());
  const auto planted =
      static_cast<std::uint32_t>(sound.certificates.front().places.front().offset + 16);
  std::size_t changed = 0;
  for (std::size_t at = 0; at + 16 <= code.size(); at += 4) {
    std::array<std::uint32_t, 4> words{};
    std::memcpy(words.data(), code.data() + at, 16);
    if (words[3] != old || words[2] != targets[2] || words[1] != targets[1]) continue;
    std::memcpy(code.data() + at + 12, &planted, 4);
    ++changed;
  }
  ASSERT_GE(changed, 1U);  // the list of the assembler, and the table that the branch reads

  EXPECT_THAT(certify(read_cubin(code, "switch")).certificates.front().complaint,
              testing::HasSubstr("a branch enters"));
}

TEST_F(StrangeCode, a_text_for_one_machine_alone_is_assembled_for_it) {
  EXPECT_EQ(device::cuda::machine_name(".version 8.0\n.target sm_90a\n", 90), "sm_90a");
  EXPECT_EQ(device::cuda::machine_name(".version 8.0\n.target sm_90a, debug\n", 90), "sm_90a");
  EXPECT_EQ(device::cuda::machine_name(".version 8.0\n.target sm_80\n", 90), "sm_90");
  EXPECT_EQ(device::cuda::machine_name(".version 8.0\n.target sm_90a\n", 100), "sm_100");
  if (!knows(90)) GTEST_SKIP() << tools << " does not know sm_90";
  const std::string body =
      "mov.u64 %rd2, %rd1;\nwgmma.fence.sync.aligned;\n"
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, "
      "1, 0, 0;\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
      "ld.global.f32 %f5, [%rd1];\nadd.f32 %f1, %f1, %f5;\nst.global.f32 [%rd1+4], %f1;\n"
      "st.global.f32 [%rd1+8], %f2;\n";

  expect_all_certified(certified(instrument(kernel("sm_90a", body), {}).ptx, 90), "wgmma");
}

// The load behind each is certified where the function holds nothing unknown, and no load of the
// assembler's own where the text has a stamp at each.
TEST_F(StrangeCode, a_load_beside_rare_instructions_is_certified) {
  struct Rare {
    const char* target;
    unsigned architecture;
    const char* instructions;
  };
  constexpr Rare rare[] = {
      {"sm_75", 80,
       "ld.param.u64 %rd2, [p];\ntex.grad.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd2, {%f1, %f2, "
       "%f3, "
       "%f4}], {%f1, %f2, %f3, %f4}, {%f1, %f2, %f3, %f4};\n"},
      {"sm_90a", 90, "cp.async.bulk.prefetch.L2.global [%rd1], 64;\n"},
      {"sm_90a", 90, "multimem.ld_reduce.weak.global.add.f32 %f1, [%rd1];\n"},
      {"sm_100a", 100,
       "mov.u32 %r3, tile;\nclusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::"
       "complete_tx::bytes.b128 [%r3], [%r3+16];\n"},
      {"sm_100a", 100,
       "mov.u32 %r3, tile;\ntcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r3], 32;\n"
       "ld.shared.u32 %r4, [%r3];\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 32;\n"}};
  for (const Rare& one : rare) {
    if (!knows(one.architecture)) continue;
    const std::string body = std::string(one.instructions) +
                             "ld.global.f32 %f5, [%rd1];\nadd.f32 %f1, %f1, %f5;\n"
                             "st.global.f32 [%rd1+4], %f1;\n";
    InstrumentOptions options;
    options.selection.opcodes = {"ld"};
    const Instrumented made = instrument(kernel(one.target, body, "8.6"), options);
    expect_all_certified(certified(made.ptx, one.architecture), one.instructions);
  }
}

// Left to itself the assembler loads the four words at once.
TEST_F(StrangeCode, neighbours_in_shared_memory_are_loaded_one_by_one) {
  const std::string body =
      "mov.u32 %r2, tile;\nmov.u32 %r3, %tid.x;\nmad.lo.u32 %r4, %r3, 16, %r2;\n"
      "st.shared.u32 [%r2], %r3;\nbar.sync 0;\n"
      "ld.shared.u32 %r5, [%r4];\nld.shared.u32 %r6, [%r4+4];\nld.shared.u32 %r7, [%r4+8];\n"
      "ld.shared.u32 %r8, [%r4+12];\nadd.u32 %r5, %r5, %r6;\nadd.u32 %r7, %r7, %r8;\n"
      "add.u32 %r5, %r5, %r7;\nst.global.u32 [%rd1], %r5;\n";
  for (const unsigned architecture : architectures())
    expect_all_certified(certified(instrument(kernel("sm_75", body), {}).ptx, architecture),
                         "neighbours");
}

TEST_F(StrangeCode, loads_through_generic_addresses_are_certified) {
  const std::string body =
      "mov.u32 %r3, %tid.x;\nmad.wide.u32 %rd2, %r3, 16, %rd1;\nld.u32 %r4, [%rd2];\n"
      "ld.v2.f32 {%f1, %f2}, [%rd2+8];\nld.u8 %r5, [%rd2+3];\nadd.f32 %f1, %f1, %f2;\n"
      "st.u32 [%rd2], %r5;\nst.f32 [%rd2+4], %f1;\nst.u32 [%rd2+8], %r4;\n";
  for (const unsigned architecture : architectures())
    expect_all_certified(certified(instrument(kernel("sm_75", body), {}).ptx, architecture),
                         "generic");
}

// For sm_80 a constant that describes memory lies between the readings, in a uniform register.
TEST_F(StrangeCode, loads_through_generic_addresses_in_functions_are_certified) {
  const std::string text =
      ".version 8.0\n.target sm_75\n.address_size 64\n"
      ".visible .func (.param .b32 q) f(.param .b64 p, .param .b32 i)\n{\n.reg .b32 %r<3>;\n"
      ".reg .f32 %f<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [p];\nld.param.u32 %r1, [i];\n"
      "mul.wide.s32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nld.f32 %f1, [%rd3];\n"
      "add.f32 %f2, %f1, 0f3F800000;\nst.param.f32 [q], %f2;\nret;\n}\n"
      ".visible .global .align 8 .u64 called[1] = {f};\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<4>;\n"
      ".param .b64 a;\n.param .b32 b, q;\nld.param.u64 %rd1, [p];\n"
      "ld.global.u64 %rd2, [called];\nst.param.b64 [a], %rd1;\nst.param.b32 [b], 1;\n"
      "type: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);\n"
      "call (q), %rd2, (a, b), type;\nld.param.b32 %r1, [q];\nst.global.u32 [%rd1], %r1;\n"
      "ret;\n}\n";
  const ptx::Module module = ptx::parse_module(text, "f.ptx");
  for (const unsigned architecture : architectures())
    expect_all_certified(certified(instrument(module, {}).ptx, architecture), "generic");
}

// Without what holds them before the first reading, operands are computed and moved behind it.
TEST_F(StrangeCode, operands_of_fetches_and_atomics_are_ready_at_the_first_reading) {
  const auto set_up = [&](const std::string& ptx, unsigned architecture) {
    unsigned foreign = 0;
    const Certification certification = certified(ptx, architecture);
    expect_all_certified(certification, ptx.substr(0, 80));
    for (const Certificate& one : certification.certificates) {
      for (const CertifiedPlace& place : one.places) foreign += place.foreign_before;
    }
    return foreign;
  };
  const std::string held =
      "\n(?:mov\\.[ub]64 %plumb_[g1], [^;]*;\n)+@%plumb_never (?:st|prefetch)[^;]*;";
  InstrumentOptions options;
  options.selection.accesses = {AccessKind::load, AccessKind::atomic};
  options.selection.spaces = {MemorySpace::texture, MemorySpace::global, MemorySpace::shared};
  unsigned all_with = 0;
  unsigned all_without = 0;
  for (const unsigned architecture : architectures()) {
    unsigned with = 0;
    unsigned without = 0;
    for (const char* name : {"texture", "atomics"}) {
      const std::string ptx = instrument(golden(name), options).ptx;
      const std::string loose = std::regex_replace(ptx, std::regex(held), "");
      ASSERT_NE(ptx, loose);
      with += set_up(ptx, architecture);
      without += set_up(loose, architecture);
    }
    EXPECT_LE(with, without) << "sm_" << architecture;
    all_with += with;
    all_without += without;
  }
  EXPECT_LT(all_with, all_without);
}

// The number of a layer is rounded, gradients are put beside the coordinates.
TEST_F(StrangeCode, fetches_with_many_coordinates_are_certified) {
  const std::string body =
      "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\nld.global.u64 %rd2, [%rd1+64];\n"
      "mov.u32 %r2, %tid.x;\ntex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd2, {%f1, %f2}];\n"
      "add.f32 %f8, %f8, %f7;\n"
      "tex.a1d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd2, {%r2, %f8}];\n"
      "tex.a2d.v4.f32.f32 {%f1, %f6, %f7, %f8}, [%rd2, {%r2, %f6, %f7, %f7}];\n"
      "tex.grad.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd2, {%f1, %f2}], {%f3, %f4}, {%f1, %f8};\n"
      "tex.grad.a2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd2, {%r2, %f2, %f6, %f6}], {%f3, %f4}, "
      "{%f1, %f8};\nst.global.v4.f32 [%rd1+16], {%f5, %f6, %f7, %f8};\n";
  const Instrumented made = instrument(kernel("sm_75", body), {});
  for (const unsigned architecture : architectures())
    expect_all_certified(certified(made.ptx, architecture), "layers and gradients");
}

TEST_F(StrangeCode, a_fetch_at_numbers_is_certified) {
  const std::string body =
      "ld.global.u64 %rd2, [%rd1+64];\nmov.f32 %f5, 0f00000000;\nmov.f32 %f6, 0f3F000000;\n"
      "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd2, {%f6, %f5}];\n"
      "st.global.v4.f32 [%rd1+16], {%f1, %f2, %f3, %f4};\n";
  const Instrumented made = instrument(kernel("sm_75", body), {});
  for (const unsigned architecture : architectures())
    expect_all_certified(certified(made.ptx, architecture), "numbers");
}

TEST_F(StrangeCode, a_fetch_from_a_cube_is_certified) {
  const ptx::Module cube =
      kernel("sm_75",
             "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\nld.global.u64 %rd2, [%rd1+64];\n"
             "tex.cube.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd2, {%f1, %f2, %f3, %f4}];\n"
             "st.global.v4.f32 [%rd1+16], {%f5, %f6, %f7, %f8};\n");

  for (const unsigned architecture : architectures())
    expect_all_certified(certified(instrument(cube, {}).ptx, architecture), "cube");
}

// One, two or four matrices come at once: of fewer than four not more registers are expected.
TEST_F(StrangeCode, fragments_of_matrices_are_certified_whatever_their_number) {
  const ptx::Module module =
      kernel("sm_75",
             "mov.u32 %r2, tile;\nldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r3}, [%r2];\n"
             "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r4, %r5}, [%r2+64];\n"
             "wmma.load.a.sync.aligned.row.m16n16k16.shared.u8 {%r6, %r7}, [%r2], 16;\n"
             "st.global.v4.u32 [%rd1], {%r3, %r4, %r5, %r6};\nst.global.u32 [%rd1+16], %r7;\n");

  for (const unsigned architecture : architectures())
    expect_all_certified(certified(instrument(module, {}).ptx, architecture), "matrices");
}

}  // namespace
}  // namespace plumb::trace
