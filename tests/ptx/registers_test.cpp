// tests/ptx/registers_test.cpp - registers, what writes them and what reads them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/registers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/ptx/parse.h"

namespace plumb::ptx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The effects of one instruction in a function with registers of many kinds.
struct Case {
  explicit Case(const std::string& instruction)
      : module(parse_module(".version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n"
                            ".reg .pred %p<9>;\n.reg .b32 %r<9>, plain;\n.reg .f64 %fd<9>;\n"
                            ".reg .b64 %rd<9>;\n.reg .b16 %rs<3>;\n.reg .v4 .f32 quad;\n" +
                                instruction + "\n}\n",
                            "k.ptx")),
        registers(module) {
    for (const Statement& statement : module.functions.front().statements) {
      registers.pass(statement);
      if (statement.kind == StatementKind::instruction)
        effects = effects_of(module, registers, statement);
    }
  }
  Module module;
  Registers registers;
  Effects effects;
};

TEST(PtxRegisters, a_type_is_found_by_name_and_by_family) {
  const Case found("ret;");

  EXPECT_EQ(found.registers.type_of("%r8")->bits, 32U);
  EXPECT_EQ(found.registers.type_of("%fd0")->name, "f64");
  EXPECT_EQ(found.registers.type_of("plain")->bits, 32U);
  EXPECT_EQ(found.registers.type_of("%rs2")->bits, 16U);
  EXPECT_EQ(found.registers.type_of("quad.x")->bits, 128U);
  EXPECT_FALSE(found.registers.type_of("%r9"));
  EXPECT_FALSE(found.registers.type_of("%tid.x"));
}

TEST(PtxRegisters, a_block_has_registers_of_its_own) {
  const Case found("{ .reg .b64 plain; mov.b64 plain, 1; }");

  EXPECT_EQ(found.registers.type_of("plain")->bits, 32U);
}

TEST(PtxRegisters, the_first_operand_is_written_the_others_are_read) {
  const Case add("@%p1 add.u32 %r1, %r2, plain;");
  EXPECT_THAT(add.effects.defines, ElementsAre("%r1"));
  EXPECT_THAT(add.effects.uses, ElementsAre("%p1", "%r2", "plain"));

  const Case load("ld.global.nc.v2.f64 {%fd1, _}, [%rd1+8];");
  EXPECT_THAT(load.effects.defines, ElementsAre("%fd1"));
  EXPECT_THAT(load.effects.uses, ElementsAre("%rd1"));

  const Case compare("setp.lt.and.u32 %p1|%p2, %r1, 4, !%p3;");
  EXPECT_THAT(compare.effects.defines, ElementsAre("%p1", "%p2"));
  EXPECT_THAT(compare.effects.uses, ElementsAre("%r1", "%p3"));
}

TEST(PtxRegisters, stores_barriers_and_branches_write_nothing) {
  const Case store("st.global.u32 [%rd1], %r1;");
  EXPECT_THAT(store.effects.defines, IsEmpty());
  EXPECT_THAT(store.effects.uses, ElementsAre("%rd1", "%r1"));

  EXPECT_THAT(Case("bar.sync %r1;").effects.defines, IsEmpty());
  EXPECT_THAT(Case("bar.red.popc.u32 %r1, 0, %p1;").effects.defines, ElementsAre("%r1"));
  EXPECT_THAT(Case("mbarrier.init.shared.b64 [%rd1], %r1;").effects.defines, IsEmpty());
  EXPECT_THAT(Case("mbarrier.arrive.shared.b64 %rd2, [%rd1];").effects.defines,
              ElementsAre("%rd2"));
}

TEST(PtxRegisters, matrix_families_write_registers_in_some_of_their_instructions) {
  EXPECT_THAT(Case("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [%r3];").effects.defines,
              ElementsAre("%r1", "%r2"));
  EXPECT_FALSE(
      Case("tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {%r1, %r2}, %r3, [%r4];").effects.known);
  EXPECT_THAT(Case("tcgen05.st.sync.aligned.32x32b.x1.b32 [%r3], {%r1};").effects.defines,
              IsEmpty());
  EXPECT_THAT(Case("wgmma.fence.sync.aligned;").effects.defines, IsEmpty());
  const Case product(
      "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%r1, %r2}, %rd1, %rd2, 1, 1, 1;");
  EXPECT_THAT(product.effects.defines, ElementsAre("%r1", "%r2"));
  EXPECT_THAT(product.effects.uses, ElementsAre("%rd1", "%rd2", "%r1", "%r2"));
}

TEST(PtxRegisters, a_call_writes_its_results) {
  const Case call("call (%r1), sum, (%r2, %r3);");
  EXPECT_THAT(call.effects.defines, ElementsAre("%r1"));
  EXPECT_THAT(call.effects.uses, ElementsAre("%r2", "%r3"));
}

TEST(PtxRegisters, of_an_unknown_instruction_nothing_is_concluded) {
  EXPECT_FALSE(Case("newer.b32 %r1, %r2;").effects.known);
  EXPECT_TRUE(Case("add.u32 %r1, %r2, 1;").effects.known);
}

}  // namespace
}  // namespace plumb::ptx
