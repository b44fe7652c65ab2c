// tests/trace/certify/atomics_test.cpp - which atomics are certified, with and without a use of
// their result.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;

// Kernels with one atomic each. %rd1 differs from lane to lane, %rd2 is one word for all.
struct Case {
  const char* atomic;
  const char* use = "";  // a store of its result; none: nobody needs it
  unsigned oldest = 75;
  bool gathered = false;  // one lane does it for all, and a shuffle that waits hands it round
};

std::string kernel_with(const Case& one) {
  return fmt::format(
      ".version {}\n.target sm_{}\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n"
      ".shared .align 8 .b8 tile[256];\n.reg .b32 %r<10>;\n.reg .f32 %f<9>;\n.reg .f64 %fd<3>;\n"
      ".reg .b64 %rd<9>;\nld.param.u64 %rd2, [p];\nmov.u32 %r9, %tid.x;\n"
      "mad.wide.u32 %rd1, %r9, 16, %rd2;\nmov.u32 %r2, tile;\nmad.lo.u32 %r3, %r9, 4, %r2;\n"
      "{}\n{}\nbar.sync 0;\nld.shared.u32 %r4, [%r2];\nst.global.u32 [%rd1+12], %r4;\nret;\n}}\n",
      one.oldest >= 90 ? "8.3" : "7.5", one.oldest, one.atomic, one.use);
}

class Atomics : public Assembled {
 protected:
  Certificate certificate_of(const Case& one, unsigned architecture,
                             StampMethod method = StampMethod::dependence) {
    InstrumentOptions options;
    options.method = method;
    options.selection.accesses = {AccessKind::atomic};
    const ptx::Module module = ptx::parse_module(kernel_with(one), "atomic.ptx");
    const Instrumented made = instrument(module, options);
    return certified(made.ptx, architecture).certificates.front();
  }
};

constexpr Case cases[] = {
    {"atom.global.add.u32 %r1, [%rd1], %r9;", "st.global.u32 [%rd1+4], %r1;"},
    {"atom.global.add.f32 %f1, [%rd1], 0f3F800000;", "st.global.f32 [%rd1+4], %f1;"},
    {"atom.global.add.f64 %fd1, [%rd1], 0d3FF0000000000000;", "st.global.f64 [%rd1+8], %fd1;"},
    {"atom.global.exch.b64 %rd5, [%rd1], %rd1;", "st.global.u64 [%rd1+8], %rd5;"},
    {"atom.global.min.s32 %r1, [%rd1], %r9;", "st.global.u32 [%rd1+4], %r1;"},
    {"atom.shared.max.u32 %r1, [%r3], %r9;", "st.global.u32 [%rd1+4], %r1;"},
    {"atom.global.add.u32 %r1, [%rd1], 1;"},
    {"atom.global.inc.u32 %r1, [%rd1], 7;"},
    {"atom.global.add.f32 %f1, [%rd1], 0f3F800000;"},
    {"atom.global.add.f64 %fd1, [%rd1], 0d3FF0000000000000;"},
    {"atom.global.cas.b32 %r1, [%rd1], %r9, 7;"},
    {"atom.shared.max.u32 %r1, [%r3], %r9;"},
    {"atom.add.u32 %r1, [%rd1], %r9;"},
    // Constants: of a prefetch of one nvJitLink 13.0 crashes for sm_90 and later.
    {"mov.u64 %rd3, 7;\natom.global.cas.b64 %rd5, [%rd1], %rd3, %rd1;",
     "st.global.u64 [%rd1+8], %rd5;"},
    {"mov.u64 %rd3, 0;\natom.global.exch.b64 %rd5, [%rd1], %rd3;"},
    {"mov.u32 %r5, 0;\nmov.u32 %r6, 0;\natom.global.cas.b32 %r1, [%rd1], %r5, %r6;"},
    // One word for all lanes and one number: the assembler adds up first.
    {"atom.global.add.u32 %r1, [%rd2], 1;", "st.global.u32 [%rd1+4], %r1;", 75, true},
    {"atom.global.add.u32 %r1, [%rd2], 1;", "", 75, true},
    {"atom.shared.add.u32 %r1, [%r2], 1;", "", 75, true},
    {"{ .reg .b128 a, b; mov.b128 b, {%rd1, %rd2}; atom.global.cas.b128 a, [%rd1], b, b;\n"
     "mov.b128 {%rd3, %rd4}, a; }",
     "st.global.u64 [%rd1], %rd3;", 90}};

TEST_F(Atomics, are_certified_on_every_architecture) {
  for (const Case& one : cases) {
    for (const unsigned architecture : architectures()) {
      if (architecture < one.oldest) continue;
      const Certificate certificate = certificate_of(one, architecture);
      EXPECT_EQ(certificate.complaint, "") << one.atomic << one.use << " sm_" << architecture;
    }
  }
}

TEST_F(Atomics, without_a_dependence_are_not) {
  for (const Case& one : cases) {
    for (const unsigned architecture : {75U, 90U}) {
      if (architecture < one.oldest || one.gathered) continue;
      EXPECT_NE(certificate_of(one, architecture, StampMethod::naive).complaint, "")
          << one.atomic << one.use << " sm_" << architecture;
    }
  }
}

// Of these the assembler makes a loop around a comparison and an exchange.
TEST_F(Atomics, that_become_loops_are_refused_with_the_reason) {
  for (const char* atomic :
       {"atom.shared.add.f32 %f1, [%r3], 0f3F800000;", "atom.shared.add.u64 %rd3, [%r2], %rd1;"}) {
    for (const unsigned architecture : {75U, 90U}) {
      EXPECT_THAT(certificate_of({.atomic = atomic}, architecture).complaint,
                  HasSubstr("between the readings"))
          << atomic << " sm_" << architecture;
    }
  }
}

}  // namespace
}  // namespace plumb::trace
