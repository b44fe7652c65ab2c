// tests/trace/certify/certify_test.cpp - every load of every kernel is certified; what was broken
// is not.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/certify.h"

#include <cstring>
#include <random>
#include <regex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/device/cuda/ptxas.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string replaced(const std::string& text, const std::string& what, const std::string& with) {
  return std::regex_replace(text, std::regex(what), with);
}

TEST_F(Assembled, every_load_of_the_golden_kernels_is_certified_on_every_architecture) {
  std::size_t stamps = 0;
  ASSERT_GE(golden_names().size(), 8U);
  for (const std::string& name : golden_names()) {
    const Instrumented instrumented = instrument(golden(name), {});
    EXPECT_TRUE(instrumented.skipped.empty()) << name;
    for (const unsigned architecture : architectures()) {
      const Certification certification = certified(instrumented.ptx, architecture);
      expect_all_certified(certification, name);
      EXPECT_EQ(certification.certificates.size(), instrumented.stamps.size());
      EXPECT_EQ(certification.architecture, architecture);
      stamps += instrumented.stamps.size();
    }
  }
  RecordProperty("stamps", static_cast<int>(stamps));
}

// Where nvJitLink is absent. Its code differs in small things from that of the library.
TEST_F(Assembled, what_ptxas_makes_is_certified_too) {
  std::string program;
  try {
    program = device::cuda::find_ptxas();
  } catch (const Error& error) {
    GTEST_SKIP() << explain(error);
  }
  for (const char* name : {"texture", "constant", "divergent", "opencl"}) {
    const Instrumented instrumented = instrument(golden(name), {});
    for (const unsigned architecture : {75U, 90U, architectures().back()}) {
      code = device::cuda::run_ptxas(program, instrumented.ptx, name, architecture, true);
      expect_all_certified(certify(read_cubin(code, name)), name);
    }
  }
}

TEST_F(Assembled, staged_stamps_are_certified_too) {
  InstrumentOptions options;
  options.staging = Staging{.warps = 8};
  for (const char* name : {"divergent", "shared", "predicated", "texture"}) {
    for (const unsigned architecture : {75U, 90U})
      expect_all_certified(certified(instrument(golden(name), options).ptx, architecture), name);
  }
}

TEST_F(Assembled, with_staging_both_stores_must_keep_the_readings) {
  InstrumentOptions options;
  options.staging = Staging{.warps = 8};
  const std::string ptx = instrument(golden("partial_vector"), options).ptx;
  for (const char* space : {"shared", "global"}) {
    const std::string store = std::string("st.") + space + "\\.v2\\.u64 ([^,]*), ";
    const std::string broken =
        replaced(ptx, store + "\\{%plumb_1, %plumb_2\\}",
                 std::string("st.") + space + ".v2.u64 $1, {%plumb_1, %plumb_1}");
    ASSERT_NE(broken, ptx);
    EXPECT_EQ(count_certified(certified(broken, 90)), 0U) << space;
  }
}

TEST_F(Assembled, atomics_and_barriers_are_certified_too) {
  InstrumentOptions options;
  options.selection.accesses = {AccessKind::barrier, AccessKind::atomic};

  for (const char* name : {"shared", "atomics"}) {
    for (const unsigned architecture : architectures())
      expect_all_certified(certified(instrument(golden(name), options).ptx, architecture), name);
  }
}

// A store gives nothing back: a fence of the GPU's scope holds the warp, and no other does.
TEST_F(Assembled, stores_are_held_by_a_fence_of_the_gpus_scope) {
  InstrumentOptions options;
  options.selection.accesses = {AccessKind::store};
  const Instrumented instrumented = instrument(golden("stencil"), options);
  const std::string near = replaced(instrumented.ptx, "fence\\.acq_rel\\.gpu", "fence.acq_rel.cta");
  options.method = StampMethod::naive;
  const Instrumented bare = instrument(golden("stencil"), options);

  for (const unsigned architecture : architectures()) {
    for (const Certificate& held : certified(instrumented.ptx, architecture).certificates)
      EXPECT_EQ(name_of(held.verdict), "held") << architecture << ": " << held.complaint;
    EXPECT_EQ(count_certified(certified(near, architecture)), 0U) << architecture;
    const Certification refused = certified(bare.ptx, architecture);
    EXPECT_EQ(count_certified(refused), 0U) << architecture;
    EXPECT_THAT(refused.certificates[0].complaint, HasSubstr("no fence of the GPU's scope"));
  }
}

TEST_F(Assembled, verdicts_say_what_was_shown) {
  InstrumentOptions options;
  options.selection.accesses = {AccessKind::load, AccessKind::region, AccessKind::barrier};
  const auto verdicts = [&](const char* name) {
    std::set<std::string> all;
    for (const Certificate& one : certified(instrument(golden(name), options).ptx, 90).certificates)
      all.insert(name_of(one.verdict));
    return all;
  };

  EXPECT_THAT(verdicts("stencil"), testing::Contains("in order"));
  EXPECT_THAT(verdicts("shared"), testing::IsSupersetOf({"held", "certified"}));
  options.method = StampMethod::naive;
  options.selection.accesses = {AccessKind::load};
  EXPECT_THAT(verdicts("shared"), testing::ElementsAre("not certified"));
}

TEST_F(Assembled, naive_stamps_and_the_papers_fence_are_never_certified) {
  for (const StampMethod method : {StampMethod::naive, StampMethod::paper_fence}) {
    InstrumentOptions options;
    options.method = method;
    options.selection.accesses = {AccessKind::load};
    options.selection.spaces = {MemorySpace::global};
    const Instrumented instrumented = instrument(golden("stencil"), options);
    for (const unsigned architecture : {75U, 90U}) {
      const Certification certification = certified(instrumented.ptx, architecture);
      EXPECT_EQ(count_certified(certification), 0U) << name_of(method) << " sm_" << architecture;
      EXPECT_THAT(certification.certificates.front().complaint, HasSubstr("wait"));
    }
  }
}

// The fence of the CTA's scope waits from sm_90 on, and did not before.
TEST_F(Assembled, a_fence_is_certified_where_the_machine_code_shows_it) {
  InstrumentOptions options;
  options.method = StampMethod::fence;
  options.selection.accesses = {AccessKind::load};
  const Instrumented instrumented = instrument(golden("stencil"), options);

  EXPECT_EQ(count_certified(certified(instrumented.ptx, 75)), 0U);
  EXPECT_EQ(count_certified(certified(instrumented.ptx, 90)), instrumented.stamps.size());
}

TEST_F(Assembled, the_papers_dummy_is_certified) {
  InstrumentOptions options;
  options.method = StampMethod::paper_dummy;
  options.selection.accesses = {AccessKind::load};

  const Instrumented instrumented = instrument(golden("divergent"), options);

  expect_all_certified(certified(instrumented.ptx, 90), "divergent");
}

TEST(Certify, what_is_not_an_instrumented_cubin_is_refused) {
  const auto refusal = [](const std::string& text) {
    try {
      (void)certify(read_cubin(std::as_bytes(std::span(text)), "x.cubin"));
    } catch (const Error& error) {
      return explain(error);
    }
    return std::string("nothing was thrown");
  };
  EXPECT_THAT(refusal("text"), HasSubstr("reading machine code 'x.cubin': it is not a cubin"));
  EXPECT_THAT(refusal(std::string(200, '\0')), HasSubstr("it is not a cubin"));
}

TEST_F(Assembled, machine_code_without_stamps_or_lines_is_refused_with_the_way_out) {
  const auto refusal = [&](const std::string& ptx, bool lines) {
    code = linker->cubin(ptx, "golden.ptx", 90, lines);
    try {
      (void)certify(read_cubin(code, "golden.cubin"));
    } catch (const Error& error) {
      return explain(error);
    }
    return std::string("nothing was thrown");
  };
  EXPECT_THAT(refusal(golden("local").text, true), HasSubstr("plumb trace instrument"));
  const std::string unmarked =
      replaced(instrument(golden("predicated"), {}).ptx, "\\.(loc|file)[^\n]*\n", "");
  EXPECT_THAT(refusal(unmarked, false), HasSubstr("-lineinfo"));
}

TEST_F(Assembled, a_cubin_with_random_bytes_changed_is_read_or_refused) {
  code = linker->cubin(instrument(golden("predicated"), {}).ptx, "golden.ptx", 90, true);
  const std::vector<std::byte> sound = code;
  std::mt19937 random(1);
  std::size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    code = sound;
    // Half of the changes hit the headers and tables, where they do the most.
    const std::size_t range = i % 2 == 0 ? code.size() : 2048;
    for (int k = 0; k < 1 + i % 8; ++k) code[random() % range] = std::byte(random() & 0xffU);
    try {
      (void)certify(read_cubin(code, "random.cubin"));
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0U);
}

TEST_F(Assembled, a_cubin_cut_off_anywhere_is_refused_and_nothing_else_happens) {
  code = linker->cubin(instrument(golden("predicated"), {}).ptx, "golden.ptx", 90, true);
  // The last kilobyte holds what only a loader needs.
  for (std::size_t size = 0; size + 1024 < code.size(); size += 97) {
    const std::span<const std::byte> part = std::span(code).first(size);
    EXPECT_THROW((void)certify(read_cubin(part, "part.cubin")), Error) << size;
  }
}

TEST_F(Assembled, every_component_of_a_vector_register_is_waited_for) {
  const ptx::Module module = ptx::parse_module(
      ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
      ".reg .v4 .f32 %v;\n.reg .f32 %f1;\n.reg .b64 %rd1;\nld.param.u64 %rd1, [p];\n"
      "ld.global.v4.f32 %v, [%rd1];\nadd.f32 %f1, %v.x, %v.w;\nst.global.f32 [%rd1], %f1;\n"
      "ret;\n}\n",
      "vector.ptx");
  const Instrumented made = instrument(module, {});

  EXPECT_THAT(made.ptx, testing::HasSubstr("not.b32 %v.x, %v.x;"));
  EXPECT_THAT(made.ptx, testing::HasSubstr("not.b32 %v.w, %v.w;"));
  ASSERT_EQ(made.stamps.size(), 1U);
  EXPECT_EQ(made.stamps[0].registers, 4U);
  for (const unsigned architecture : {75U, 90U})
    expect_all_certified(certified(made.ptx, architecture), "vector.ptx");
}

// Left to itself the assembler loads the second half of a fragment with the first of its neighbour.
TEST_F(Assembled, fragments_of_matrices_are_not_loaded_with_their_neighbours) {
  const std::string ptx =
      ".version 7.0\n"
      ".target sm_80\n"
      ".address_size 64\n"
      ".visible .entry fragments(.param .u64 p)\n"
      "{\n"
      ".reg .b32 %r<40>;\n"
      ".reg .f32 %f<40>;\n"
      ".reg .b64 %rd<9>;\n"
      "ld.param.u64 %rd1, [p];\n"
      "add.u64 %rd2, %rd1, 32;\n"
      "mov.u32 %r1, 16;\n"
      "mov.f32 %f1, 0f00000000;\n"
      "wmma.load.a.sync.aligned.row.m16n16k8.tf32 {%r11, %r12, %r13, %r14}, [%rd1], %r1;\n"
      "wmma.load.a.sync.aligned.row.m16n16k8.tf32 {%r15, %r16, %r17, %r18}, [%rd2], %r1;\n"
      "wmma.load.b.sync.aligned.col.m16n16k8.tf32 {%r21, %r22, %r23, %r24}, [%rd1+2048], %r1;\n"
      "wmma.load.b.sync.aligned.col.m16n16k8.tf32 {%r25, %r26, %r27, %r28}, [%rd2+2048], %r1;\n"
      "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%f11, %f12, %f13, %f14, %f15, "
      "%f16, %f17, %f18}, {%r11, %r12, %r13, %r14}, {%r21, %r22, %r23, %r24}, {%f1, %f1, %f1, "
      "%f1, %f1, %f1, %f1, %f1};\n"
      "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%f21, %f22, %f23, %f24, %f25, "
      "%f26, %f27, %f28}, {%r15, %r16, %r17, %r18}, {%r25, %r26, %r27, %r28}, {%f11, %f12, "
      "%f13, %f14, %f15, %f16, %f17, %f18};\n"
      "wmma.store.d.sync.aligned.row.m16n16k8.f32 [%rd1+4096], {%f21, %f22, %f23, %f24, %f25, "
      "%f26, %f27, %f28}, %r1;\n"
      "ret;\n"
      "}\n";
  const std::string stamped = instrument(ptx::parse_module(ptx, "fragments.ptx"), {}).ptx;

  for (const unsigned architecture : {80U, 90U}) {
    const Certification certification = certified(stamped, architecture);

    ASSERT_EQ(certification.certificates.size(), 4U);
    EXPECT_THAT(certification.certificates[0].complaint, Not(HasSubstr("bytes between")));
    for (std::size_t i = 1; i < 4; ++i)
      EXPECT_EQ(certification.certificates[i].complaint, "") << i << " sm_" << architecture;
  }
}

TEST_F(Assembled, a_module_whose_constant_memory_is_full_is_stamped_as_well) {
  const auto module = [](const std::string& constants) {
    return ptx::parse_module(
        ".version 7.5\n.target sm_75\n.address_size 64\n" + constants +
            ".visible .entry k(.param .u64 p) {\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\n"
            "ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd2, %rd1;\n"
            "ld.global.u32 %r1, [%rd2];\nld.global.u32 %r2, [%rd2+4];\n"
            "add.u32 %r1, %r1, %r2;\nst.global.u32 [%rd2], %r1;\nret;\n}\n",
        "full.ptx");
  };
  const auto in_constants = [&](const std::string& constants) {
    const std::string ptx = instrument(module(constants), {}).ptx;
    expect_all_certified(certified(ptx, 90), constants);
    return ptx.find(".const .align 4 .u32 plumb_trace_never") != std::string::npos;
  };

  EXPECT_TRUE(in_constants(""));
  EXPECT_TRUE(in_constants(".const .align 4 .b8 a[60000];\n"));
  EXPECT_FALSE(in_constants(".visible .const .align 4 .b8 a[65536];\n"));
  EXPECT_FALSE(
      in_constants(".const .f32 a[2][4096] = {{0f00000000, 0f3F800000}};\n"
                   ".const .align 8 .u64 b[4096];\n"));
}

}  // namespace
}  // namespace plumb::trace
