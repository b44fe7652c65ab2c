// tests/trace/certify/machine_code_test.cpp - the decoder against the assembler.
//
// No document gives the encoding. What the decoder claims is checked in two ways: PTX of which we
// know what it must become, and the assembler's own discipline, by which every instruction that
// reads a loaded register has waited for the barrier of its load.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/machine_code.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

// One instruction of PTX and what is known about what it becomes.
struct Known {
  const char* ptx;
  Operation operation;
  unsigned bytes;    // 0: not known
  unsigned written;  // registers
  unsigned scope = 0;
  unsigned oldest = 75;
};
constexpr Known known[] = {
    {"ld.global.u8 %r1, [%rd1];", Operation::load_global, 1, 1},
    {"ld.global.s16 %r1, [%rd1];", Operation::load_global, 2, 1},
    {"ld.global.nc.u32 %r1, [%rd1];", Operation::load_global, 4, 1},
    {"@%p1 ld.global.u32 %r1, [%rd1];", Operation::load_global, 4, 1},
    {"ld.global.f64 %fd1, [%rd1];", Operation::load_global, 8, 2},
    {"ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];", Operation::load_global, 16, 4},
    {"ld.u32 %r1, [%rd1];", Operation::load_generic, 4, 1},
    {"ld.shared.v2.f32 {%f1, %f2}, [%r2];", Operation::load_shared, 8, 2},
    {"ld.local.u32 %r1, [%rd2];", Operation::load_local, 4, 1},
    {"ld.const.f64 %fd1, [%rd3];", Operation::load_constant, 8, 2},
    {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];", Operation::fetch, 0, 2},
    {"tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r2}];", Operation::fetch, 0, 2},
    {"tld4.r.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];", Operation::fetch, 0, 2},
    {"suld.b.2d.b32.trap {%r1}, [%rd1, {%r2, %r3}];", Operation::load_surface, 4, 1},
    {"atom.global.add.u32 %r1, [%rd1], %r2;", Operation::atomic, 0, 1},
    {"atom.global.cas.b64 %rd4, [%rd1], %rd2, %rd3;", Operation::atomic, 0, 2},
    {"atom.shared.exch.b32 %r1, [%r2], %r3;", Operation::atomic, 0, 1},
    {"atom.global.add.f32 %f1, [%rd1], %f5;", Operation::atomic, 0, 1},
    {"cvt.f64.f32 %fd1, %f5;\natom.global.add.f64 %fd1, [%rd1], %fd1;", Operation::atomic, 0, 2},
    {"atom.global.add.noftz.f16x2 %r1, [%rd1], %r2;", Operation::atomic, 0, 1, 0, 90},
    {"atom.global.add.noftz.bf16x2 %r1, [%rd1], %r2;", Operation::atomic, 0, 1, 0, 90},
    {"atom.global.v2.f32.add {%f1, %f2}, [%rd1], {%f5, %f6};", Operation::atomic, 0, 2, 0, 90},
    {"atom.global.v4.f32.add {%f1, %f2, %f3, %f4}, [%rd1], {%f5, %f6, %f5, %f6};",
     Operation::atomic, 0, 4, 0, 90},
    {"{ .reg .b128 a; mov.b128 a, {%rd1, %rd9}; atom.global.exch.b128 a, [%rd1], a;\n"
     "mov.b128 {%rd4, %rd5}, a; st.volatile.global.u64 [%rd9+56], %rd5; }",
     Operation::atomic, 0, 4, 0, 90},
    {"red.global.add.f32 [%rd1], %f5;", Operation::store, 0, 0},
    {"red.global.max.s32 [%rd1], %r2;", Operation::store, 0, 0},
    {"st.global.v4.f32 [%rd1], {%f5, %f6, %f5, %f6};", Operation::store, 16, 0},
    {"st.shared.u32 [%r2], %r3;", Operation::store, 4, 0},
    {"st.u8 [%rd1], %r3;", Operation::store, 1, 0},
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2];", Operation::load_shared, 0, 1},
    {"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r1, %r3}, [%r2];", Operation::load_shared, 0,
     2},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r3, %r4, %r5}, [%r2];",
     Operation::load_shared, 0, 4},
    {"membar.cta;", Operation::fence, 0, 0, block_scope},
    {"membar.gl;", Operation::fence, 0, 0, gpu_scope},
    {"fence.acq_rel.gpu;", Operation::fence, 0, 0, gpu_scope},
    {"fence.acq_rel.sys;", Operation::fence, 0, 0, system_scope},
    {"bar.sync 0;", Operation::barrier, 0, 0},
    {"bar.red.popc.u32 %r1, 0, %p1;", Operation::barrier, 0, 0},
    {"bar.arrive 1, 64;", Operation::flow, 0, 0},
    {"mov.u64 %rd4, %clock64;", Operation::clock, 0, 2},
    {"cvt.f64.f32 %fd1, %f5;\ncvt.rzi.s32.f64 %r1, %fd1;", Operation::plain, 0, 1},
    {"cvt.rzi.s64.f32 %rd4, %f5;", Operation::plain, 0, 2},
    {"cvt.f64.f32 %fd1, %f5;\ncvt.rn.f32.f64 %f1, %fd1;", Operation::plain, 0, 1},
    {"cvt.f64.f32 %fd1, %f5;\ncvt.rmi.f64.f64 %fd1, %fd1;", Operation::plain, 0, 2},
    {"div.rn.f32 %f1, %f5, %f6;", Operation::plain, 0, 0},
    {"div.s32 %r1, %r4, %r2;", Operation::plain, 0, 1},
    {"cvt.rmi.f32.f32 %f1, %f5;", Operation::plain, 0, 1},
    {"set.lt.f32.f32 %f1, %f5, %f6;", Operation::plain, 0, 1},
    {"sad.u32 %r1, %r4, %r3, %r2;", Operation::plain, 0, 1},
    {"dp4a.u32.u32 %r1, %r4, %r3, %r2;", Operation::plain, 0, 1},
    {"shfl.sync.bfly.b32 %r1, %r4, 1, 31, -1;", Operation::plain, 0, 1},
    {"nanosleep.u32 20;", Operation::flow, 0, 0},
    {"cp.async.ca.shared.global [%r2], [%rd1], 8;\ncp.async.wait_all;", Operation::store, 0, 0, 0,
     80},
    {"mbarrier.inval.shared::cta.b64 [%r2];", Operation::flow, 0, 0, 0, 90},
    {"elect.sync %r1|%p1, -1;", Operation::plain, 0, 1, 0, 90},
    {"max.u64 %rd4, %rd1, 1;", Operation::plain, 0, 0},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
     "{%r1, %r2, %r3, %r4}, {%r1, %r4}, {%f1, %f2, %f3, %f4};",
     Operation::plain, 0, 4, 0, 80},
    {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%fd1, %fd2}, {%fd1}, {%fd1}, {%fd1, %fd1};",
     Operation::plain, 0, 8, 0, 80},
    {"vabsdiff4.u32.u32.u32.add %r1, %r4, %r3, %r2;", Operation::plain, 0, 1},
    {"isspacep.shared %p1, %rd9;\nselp.u32 %r1, 1, 2, %p1;", Operation::plain, 0, 1},
    {"mov.u32 %r1, %ctaid.x;\nbrev.b32 %r1, %r1;", Operation::plain, 0, 1},
    {"@%p1 trap;", Operation::flow, 0, 0},
    {"griddepcontrol.wait;\ngriddepcontrol.launch_dependents;", Operation::flow, 0, 0, 0, 90},
    {"stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r2], {%r1, %r3, %r4, %r1};", Operation::store, 0,
     0, 0, 90},
    {"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], "
     "[%rd1, {%r3, %r4}], [%r1];",
     Operation::store, 0, 0, 0, 90},
    {"cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;", Operation::flow, 0, 0, 0, 90},
    {"multimem.ld_reduce.relaxed.sys.global.add.u32 %r1, [%rd1];", Operation::load_global, 0, 4, 0,
     90},
    {"mul.rn.f32x2 %rd4, %rd1, %rd9;", Operation::plain, 0, 2, 0, 100},
    {"ld.global.v8.f32 {%f1, %f2, %f3, %f4, %f7, %f8, %f9, %f10}, [%rd1];", Operation::load_global,
     32, 4, 0, 100},
};

// The instruction in a kernel that needs all of its results.
std::string kernel_with(const char* instruction, unsigned oldest) {
  return fmt::format(
      ".version {}\n.target sm_{}\n.address_size 64\n.const .align 8 .b8 table[64];\n"
      ".shared .align 16 .b8 tile[256];\n"
      ".visible .entry k(.param .u64 p, .param .u64 q)\n{{\n.local .align 16 .b8 frame[1024];\n"
      ".reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .f32 %f<11>;\n.reg .f64 %fd<3>;\n"
      ".reg .b64 %rd<12>;\n"
      "ld.param.u64 %rd1, [p];\nld.param.u64 %rd9, [q];\nmov.u32 %r4, %tid.x;\n"
      "setp.gt.u32 %p1, %r4, 7;\nmov.u64 %rd2, frame;\nmov.u64 %rd3, table;\n"
      "mad.wide.u32 %rd2, %r4, 8, %rd2;\nst.local.v2.u32 [%rd2], {{%r4, %r4}};\n"
      "st.local.u64 [frame+512], %rd9;\n"
      "mad.wide.u32 %rd3, %r4, 8, %rd3;\nmad.wide.u32 %rd9, %r4, 256, %rd9;\nmov.u32 %r2, tile;\n"
      "mad.lo.u32 %r2, %r4, 8, %r2;\nst.shared.v2.u32 [%r2], {{%r4, %r4}};\nbar.sync 3;\n"
      "mov.u32 %r3, %r4;\nmov.u32 %r1, 5;\n"
      "cvt.rn.f32.u32 %f5, %r4;\nadd.f32 %f6, %f5, %f5;\nmov.f32 %f1, %f5;\nmov.f32 %f2, %f5;\n"
      "mov.f32 %f3, %f5;\nmov.f32 %f4, %f5;\nmov.f32 %f7, %f5;\nmov.f32 %f8, %f5;\n"
      "mov.f32 %f9, %f5;\nmov.f32 %f10, %f5;\nmov.f64 %fd1, 0d0000000000000000;\n"
      "mov.u64 %rd4, 1;\nbar.sync 4;\n{}\nbar.sync 5;\n"
      "st.volatile.global.u32 [%rd9], %r1;\nst.volatile.global.f64 [%rd9+8], %fd1;\n"
      "st.volatile.global.u64 [%rd9+16], %rd4;\nst.volatile.global.f32 [%rd9+24], %f1;\n"
      "st.volatile.global.f32 [%rd9+28], %f2;\nst.volatile.global.f32 [%rd9+32], %f3;\n"
      "st.volatile.global.f32 [%rd9+36], %f4;\nst.volatile.global.f32 [%rd9+40], %f7;\n"
      "st.volatile.global.f32 [%rd9+44], %f8;\nst.volatile.global.f32 [%rd9+48], %f9;\n"
      "st.volatile.global.f32 [%rd9+52], %f10;\nret;\n}}\n",
      oldest >= 100  ? "8.8"
      : oldest >= 90 ? "8.3"
                     : "7.5",
      oldest, instruction);
}

using MachineCode = Assembled;

TEST_F(MachineCode, each_instruction_of_ptx_is_read_as_what_it_is) {
  for (const Known& one : known) {
    for (const unsigned architecture : architectures()) {
      if (architecture < one.oldest || (one.oldest == 100 && architecture >= 120)) continue;
      code = assembled(kernel_with(one.ptx, one.oldest), architecture);
      const auto all = decode_all(read_cubin(code, "one").functions.front().code, architecture);
      const auto fits = [&](const Instruction& instruction) {
        return instruction.operation == one.operation && instruction.written == one.written &&
               instruction.scope == one.scope && (one.bytes == 0 || instruction.bytes == one.bytes);
      };
      EXPECT_TRUE(std::ranges::any_of(all, fits)) << one.ptx << " sm_" << architecture;
      for (const Instruction& instruction : all)
        EXPECT_NE(instruction.operation, Operation::unknown)
            << one.ptx << " sm_" << architecture << " " << instruction.opcode;
    }
  }
}

// It looks like the 64-bit clock and leaves the register behind its own alone: that one may hold a
// stamp.
TEST_F(MachineCode, half_a_clock_is_one_register) {
  for (const unsigned architecture : architectures()) {
    code = assembled(kernel_with("mov.u32 %r1, %clock;", 75), architecture);
    const auto all = decode_all(read_cubin(code, "half").functions.front().code, architecture);
    const auto half = std::ranges::find(all, "CS2R", &Instruction::name);
    ASSERT_NE(half, all.end()) << "sm_" << architecture;
    EXPECT_EQ(half->written, 1U) << "sm_" << architecture;
    EXPECT_EQ(half->operation, Operation::plain) << "sm_" << architecture;
  }
}

// Those whose operands a, b and c are registers whenever the form is that of registers.
bool reads_three(const Instruction& instruction) {
  return instruction.opcode == 0x210 || instruction.opcode == 0x212 ||
         instruction.opcode == 0x223 || instruction.opcode == 0x224;
}

std::vector<std::uint8_t> surely_read(const Instruction& instruction) {
  if (reads_three(instruction)) return {instruction.a, instruction.b, instruction.c};
  if (instruction.operation == Operation::store && instruction.bytes > 0 && instruction.bytes <= 4)
    return {instruction.a, instruction.b};
  if (instruction.operation == Operation::load_global) return {instruction.a};
  return {};
}

// Follows one function; returns how many reads of loaded registers it saw.
std::size_t expect_waits(const std::vector<Instruction>& all, const std::string& where) {
  std::map<std::uint8_t, unsigned> promised;  // register -> barrier
  std::size_t pairs = 0;
  std::map<std::uint8_t, unsigned> waited;
  for (const Instruction& instruction : all) {
    for (auto one = promised.begin(); one != promised.end();) {
      const bool here = (instruction.wait_mask >> one->second & 1U) != 0;
      if (here) waited.insert(*one);
      one = here ? promised.erase(one) : std::next(one);
    }
    for (const std::uint8_t reg : surely_read(instruction)) {
      EXPECT_FALSE(promised.contains(reg))
          << where << ": " << instruction.name << " reads R" << unsigned{reg};
      if (reg != no_register && waited.erase(reg) > 0) ++pairs;
    }
    if (instruction.operation == Operation::branch || instruction.operation == Operation::flow)
      promised.clear();
    if (instruction.uniform || instruction.write_barrier == no_barrier) continue;
    for (unsigned i = 0; i < instruction.written && instruction.destination != no_register; ++i)
      promised[static_cast<std::uint8_t>(instruction.destination + i)] = instruction.write_barrier;
  }
  return pairs;
}

TEST_F(MachineCode, whoever_reads_a_loaded_register_has_waited_for_its_barrier) {
  std::size_t pairs = 0;
  for (const unsigned architecture : architectures()) {
    for (const std::string& name : golden_names()) {
      std::vector<std::string> texts{golden(name).text};
      if (architecture == 75 || architecture == 90)  // the other half of the time
        texts.push_back(instrument(golden(name), {}).ptx);
      for (const std::string& text : texts) {
        code = assembled(text, architecture);
        for (const MachineFunction& function : read_cubin(code, name).functions)
          pairs += expect_waits(decode_all(function.code, architecture),
                                fmt::format("{} sm_{}", name, architecture));
      }
    }
  }
  EXPECT_GE(pairs, 1000U);
  RecordProperty("pairs", static_cast<int>(pairs));
}

// The cubin says how many registers a thread has; the decoder must not see others.
TEST_F(MachineCode, registers_lie_within_what_the_cubin_declares) {
  for (const unsigned architecture : architectures()) {
    for (const std::string& name : golden_names()) {
      code = assembled(golden(name).text, architecture);
      const MachineFunction function = read_cubin(code, name).functions.front();
      unsigned last = 0;
      for (const Instruction& instruction : decode_all(function.code, architecture)) {
        if (instruction.uniform || instruction.written == 0) continue;
        if (instruction.destination != no_register)
          last = std::max(last, instruction.destination + instruction.written - 1);
      }
      EXPECT_LT(last, function.registers.value()) << name << " sm_" << architecture;
      EXPECT_GE(last + 8, function.registers.value()) << name << " sm_" << architecture;
    }
  }
}

TEST_F(MachineCode, no_instruction_of_the_golden_kernels_is_unknown) {
  for (const unsigned architecture : architectures()) {
    for (const std::string& name : golden_names()) {
      code = assembled(instrument(golden(name), {}).ptx, architecture);
      for (const MachineFunction& function : read_cubin(code, name).functions) {
        for (const Instruction& instruction : decode_all(function.code, architecture))
          EXPECT_NE(instruction.operation, Operation::unknown)
              << name << " sm_" << architecture << fmt::format(" {:#x}", instruction.opcode);
      }
    }
  }
}

}  // namespace
}  // namespace plumb::trace
