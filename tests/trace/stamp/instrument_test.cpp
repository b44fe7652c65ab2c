// tests/trace/stamp/instrument_test.cpp - what is written around an access, what is chosen, what is
// refused.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/instrument.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/stamp_table.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* head = ".version 8.0\n.target sm_90\n.address_size 64\n";

ptx::Module small(const std::string& body) {
  return ptx::parse_module(std::string(head) +
                               ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<3>;\n"
                               ".reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<9>;\n" +
                               body + "ret;\n}\n",
                           "small.ptx");
}

std::string refusal_of(const ptx::Module& module, const InstrumentOptions& options = {}) {
  try {
    (void)instrument(module, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "nothing was thrown";
}

std::vector<std::string> opcodes(const Instrumented& instrumented) {
  std::vector<std::string> found;
  for (const Stamp& stamp : instrumented.stamps) found.push_back(stamp.opcode);
  return found;
}

TEST(Instrument, a_load_lies_between_two_readings_and_is_read_before_the_second) {
  const Instrumented made = instrument(small("ld.global.v2.f32 {%f1, %f2}, [%rd1];\n"), {});

  const std::string& text = made.ptx;
  const std::size_t first = text.find("mov.u64 %plumb_1, %clock64;");
  const std::size_t load = text.find("ld.global.v2.f32");
  const std::size_t one = text.find("@%plumb_never not.b32 %f1, %f1;");
  const std::size_t two = text.find("@%plumb_never not.b32 %f2, %f2;");
  const std::size_t second = text.find("mov.u64 %plumb_2, %clock64;");
  EXPECT_TRUE(first < load && load < one && one < two && two < second && second < text.size());
  EXPECT_THAT(text, HasSubstr(".visible .entry k(.param .u64 p)\n"));
  EXPECT_THAT(text, HasSubstr(".weak .const .align 4 .u32 plumb_trace_never_"));
  ASSERT_EQ(made.stamps.size(), 1U);
  EXPECT_EQ(made.stamps[0].registers, 2U);
  EXPECT_EQ(made.stamps[0].ptx_line, 10U);
}

TEST(Instrument, what_a_fetch_or_an_atomic_reads_is_held_before_the_first_reading) {
  InstrumentOptions options;
  options.selection.accesses = {AccessKind::load, AccessKind::atomic};
  const auto before = [&](const std::string& statement) {
    const std::string text = instrument(small(statement), options).ptx;
    const std::size_t reading = text.find("mov.u64 %plumb_1, %clock64;");
    const std::string_view part = std::string_view(text).substr(0, reading);
    return std::string(part.substr(part.rfind(".loc 1 9999999 0\n")));
  };

  EXPECT_THAT(before("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];\n"),
              HasSubstr("mov.b64 %plumb_g, {%f5, %f6};\n"
                        "@%plumb_never prefetch.global.L1 [%plumb_g];\n"));
  EXPECT_THAT(before("atom.global.cas.b32 %r1, [%rd1+8], %r2, %r3;\n"),
              testing::AllOf(HasSubstr("mov.b64 %plumb_1, {%r2, %r3};\n"),
                             HasSubstr("@%plumb_never prefetch.global.L1 [%rd1+8];\n")));
  EXPECT_THAT(before("atom.global.add.u32 %r1, [%rd1], %r2;\n"),
              HasSubstr("@%plumb_never st.global.b32 [%plumb_g], %r2;\n"));
  EXPECT_THAT(before("ld.global.u32 %r1, [%rd1];\n"), testing::Not(HasSubstr("%plumb_g,")));
}

// The program binary of an OpenCL device.
TEST(Instrument, what_is_added_stands_before_closing_zeros) {
  const std::string zero(1, '\0');
  const ptx::Module plain = golden("opencl");
  const ptx::Module binary = ptx::parse_module(plain.text + zero, "binary");

  EXPECT_EQ(instrument(binary, {}).ptx, instrument(plain, {}).ptx + zero);
  EXPECT_EQ(instrument(plain, {}).stamps.size(), 5U);
}

TEST(Instrument, a_constant_is_loaded_from_an_address_that_could_differ_between_lanes) {
  const std::string text = instrument(small("ld.const.u32 %r1, [%rd1+-8];\n"
                                            "ld.const.u32 %r2, [%r3];\n"
                                            "ld.const.u32 %r4, [table+12];\n"),
                                      {})
                               .ptx;

  EXPECT_THAT(text, HasSubstr("mov.u64 %plumb_k, %rd1;\n"
                              "@%plumb_apart xor.b64 %plumb_k, %plumb_k, 1;"));
  EXPECT_THAT(text, HasSubstr("mov.u32 %plumb_k, %r3;\n@%plumb_apart"));
  EXPECT_THAT(text, HasSubstr("mov.u64 %plumb_k, table+12;\n@%plumb_apart"));
  EXPECT_THAT(text, HasSubstr("ld.const.u32 %r1, [%plumb_k+-8];"));
}

// What nobody writes is loaded once by the assembler if it sees the same address twice, and an
// address is computed where it is used.
TEST(Instrument, an_address_is_pinned_before_the_first_reading_and_another_for_each_stamp) {
  const std::string text = instrument(small("ld.global.nc.f32 %f1, [%rd1+8];\n"
                                            "ld.global.nc.f32 %f2, [%rd1+8];\n"
                                            "ld.shared.u32 %r1, [tile+4];\n"
                                            "ld.global.u32 %r2, [%rd2+4];\n"
                                            "ld.global.nc.f32 %f3, [%rd3+8];\n"),
                                      {})
                               .ptx;

  EXPECT_THAT(text, HasSubstr("@%plumb_never xor.b64 %rd1, %rd1, 1;\n"
                              "@%plumb_never prefetch.global.L1 [%rd1+8];\n"));
  EXPECT_THAT(text, HasSubstr("@%plumb_never xor.b64 %rd1, %rd1, 2;"));
  EXPECT_THAT(text, HasSubstr("ld.global.nc.f32 %f2, [%rd1+8];"));
  EXPECT_THAT(text, HasSubstr("mov.u32 %plumb_k, tile+4;\n"
                              "@%plumb_never xor.b32 %plumb_k, %plumb_k, 3;\n"));
  EXPECT_THAT(text, HasSubstr("cvt.u64.u32 %plumb_j, %plumb_k;\n"
                              "@%plumb_never prefetch.global.L1 [%plumb_j];\n"));
  EXPECT_THAT(text, HasSubstr("ld.volatile.shared.u32 %r1, [%plumb_k];"));
  EXPECT_THAT(text, HasSubstr("@%plumb_never prefetch.global.L1 [%rd2+4];\n"));
  EXPECT_THAT(text, HasSubstr("ld.global.u32 %r2, [%rd2+4];"));
  EXPECT_THAT(text, testing::Not(HasSubstr("xor.b64 %rd2")));
  EXPECT_THAT(text, testing::Not(HasSubstr("xor.b64 %rd3")));  // the only load from there
}

TEST(Instrument, nothing_of_the_text_is_lost_or_reordered) {
  const ptx::Module module = golden("texture");
  const std::string text = instrument(module, {}).ptx;
  std::size_t at = 0;

  std::size_t begin = 0;
  while (begin < module.text.size()) {
    const std::size_t end = std::min(module.text.find('\n', begin), module.text.size());
    std::string line = module.text.substr(begin, end - begin);
    line.erase(0, line.find_first_not_of('\t'));
    at = text.find(line, at);
    ASSERT_NE(at, std::string::npos) << line;
    at += line.size();
    begin = end + 1;
  }
}

TEST(Instrument, each_method_waits_in_its_way) {
  const ptx::Module module = small("ld.global.u32 %r1, [%rd1];\n");
  const auto text = [&](StampMethod method) {
    InstrumentOptions options;
    options.method = method;
    return instrument(module, options).ptx;
  };
  EXPECT_THAT(text(StampMethod::fence), HasSubstr("fence.acq_rel.cta;\n.loc"));
  EXPECT_THAT(text(StampMethod::paper_fence), HasSubstr("membar.cta;\n.loc"));
  EXPECT_THAT(text(StampMethod::paper_dummy), HasSubstr("@%plumb_y add.u32 %r1, %r1, 1;"));
  for (const char* wait : {"fence.acq", "membar", "@%plumb_never not", "@%plumb_y"})
    EXPECT_THAT(text(StampMethod::naive), Not(HasSubstr(wait)));
}

TEST(Instrument, stores_get_a_fence_of_the_gpus_scope_whatever_the_method) {
  InstrumentOptions options;
  options.selection.accesses = {AccessKind::store};

  const Instrumented made = instrument(small("st.global.u32 [%rd1], %r1;\n"), options);

  EXPECT_THAT(made.ptx, HasSubstr("fence.acq_rel.gpu;"));
}

TEST(Instrument, stores_to_shared_and_local_memory_are_left_out_with_the_reason) {
  InstrumentOptions options;
  options.selection.accesses = {AccessKind::store};

  const Instrumented made = instrument(
      small("st.global.u32 [%rd1], %r1;\nst.shared.u32 [%r2], %r1;\nst.local.u32 [%rd2], %r1;\n"),
      options);

  EXPECT_THAT(opcodes(made), ElementsAre("st.global.u32"));
  ASSERT_EQ(made.skipped.size(), 2U);
  EXPECT_THAT(made.skipped[0].reason, HasSubstr("shared or local memory"));
}

TEST(Instrument, reserved_words_may_stand_in_paths_and_comments) {
  const ptx::Module module = ptx::parse_module(
      std::string(head) +
          "// plumb_trace_\n.visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>;\n"
          ".reg .b64 %rd<9>;\nld.global.u32 %r1, [%rd1];\nret;\n}\n"
          ".file 1 \"src/plumb_trace_1/a.cu\"\n",
      "path.ptx");

  EXPECT_EQ(instrument(module, {}).stamps.size(), 1U);
}

TEST(Instrument, a_guarded_load_is_recorded_by_the_lanes_that_made_it) {
  const Instrumented made = instrument(small("@!%p1 ld.global.u32 %r1, [%rd1];\n"), {});

  EXPECT_TRUE(made.stamps[0].guarded);
  EXPECT_THAT(made.ptx, HasSubstr("@%p1 bra $plumb_trace_0;"));
}

TEST(Instrument, stamps_are_chosen_by_kernel_line_space_opcode_and_access) {
  const ptx::Module module = golden("constant");
  InstrumentOptions options;
  options.selection.spaces = {MemorySpace::constant};
  EXPECT_EQ(instrument(module, options).stamps.size(), 8U);
  options.selection.lines = {"constant.cu:9"};
  EXPECT_THAT(opcodes(instrument(module, options)), ElementsAre("ld.const.v4.u32"));
  options.selection = {};
  options.selection.lines = {"12"};
  EXPECT_THAT(opcodes(instrument(module, options)), ElementsAre("ld.const.f32"));
  options.selection = {};
  options.selection.opcodes = {"ld.const.v4"};
  EXPECT_EQ(instrument(module, options).stamps.size(), 1U);
  options.selection = {};
  options.selection.kernels = {"other"};
  EXPECT_THAT(refusal_of(module, options), HasSubstr("nothing to stamp: 15 accesses found"));
}

TEST(Instrument, a_fetch_counts_for_the_line_that_called_it) {
  const Instrumented made = instrument(golden("texture"), {});

  EXPECT_EQ(made.stamps[0].source, "texture.cu:9");
  EXPECT_EQ(made.stamps[3].source, "texture.cu:12");
}

TEST(Instrument, marked_regions_are_stamped) {
  InstrumentOptions options;
  options.selection.accesses = {AccessKind::region};

  const Instrumented made = instrument(golden("stencil"), options);

  EXPECT_GE(made.stamps.size(), 1U);
  EXPECT_EQ(made.stamps[0].opcode, "sum");
  EXPECT_THAT(made.ptx, HasSubstr("mov.u64 %plumb_region0, %clock64;"));
}

TEST(Instrument, a_region_must_be_closed) {
  EXPECT_THAT(refusal_of(small("// plumb:begin a\nmov.u32 %r1, 1;\n")),
              HasSubstr("region 'a' has no plumb:end"));
  EXPECT_THAT(refusal_of(small("// plumb:end a\nmov.u32 %r1, 1;\n")),
              HasSubstr("region 'a' was not begun"));
}

TEST(Instrument, a_region_must_have_a_name) {
  for (const char* mark :
       {"// plumb:begin\n", "// plumb:begin \n", "// plumb:begin\r\n", "/* plumb:begin*/\n"}) {
    EXPECT_THAT(refusal_of(small(std::string(mark) + "mov.u32 %r1, 1;\n")),
                HasSubstr("plumb:begin needs the name of a region"))
        << mark;
  }
}

TEST(Instrument, rotating_makes_one_stamp_per_build_with_the_same_number) {
  const ptx::Module module = golden("divergent");
  InstrumentOptions options;
  const Instrumented all = instrument(module, options);
  ASSERT_EQ(choose_accesses(module, options.selection, options.method).accesses.size(),
            all.stamps.size());

  for (std::uint32_t i = 0; i < all.stamps.size(); ++i) {
    options.only = i;
    const Instrumented one = instrument(module, options);
    ASSERT_EQ(one.stamps.size(), 1U);
    EXPECT_EQ(one.stamps[0].id, i);
    EXPECT_EQ(one.stamps[0].ptx_line, all.stamps[i].ptx_line);
  }
}

// Only halves of such a register can be changed; both are read.
TEST(Instrument, a_load_of_128_bits_is_waited_for) {
  const Instrumented made = instrument(
      small("{ .reg .b128 v; ld.relaxed.gpu.global.b128 v, [%rd1]; mov.b128 {%rd1, %rd1}, v; }\n"),
      {});

  ASSERT_EQ(made.stamps.size(), 1U);
  EXPECT_EQ(made.stamps[0].registers, 4U);
  EXPECT_THAT(made.ptx, HasSubstr("mov.b128 {%plumb_x, %plumb_y}, v;\n"
                                  "@%plumb_never not.b64 %plumb_x, %plumb_x;\n"
                                  "@%plumb_never not.b64 %plumb_y, %plumb_y;\n"
                                  "mov.b128 v, {%plumb_x, %plumb_y};\n"));
}

// Between two barriers the assembler loads a word of shared memory once, and neighbours together.
TEST(Instrument, loads_of_shared_memory_are_kept_apart) {
  const Instrumented made = instrument(small("ld.shared.u32 %r1, [%r3+8];\n"
                                             "ld.weak.shared::cta.v2.u32 {%r2, %r5}, [%r3+8];\n"
                                             "ld.volatile.shared.u32 %r4, [%r3];\n"
                                             "ld.relaxed.cta.shared.u32 %r4, [%r3];\n"),
                                       {});

  EXPECT_THAT(made.ptx, HasSubstr("\nld.volatile.shared.u32 %r1, [%r3+8];"));
  EXPECT_THAT(made.ptx, HasSubstr("\nld.volatile.shared::cta.v2.u32 {%r2, %r5}, [%r3+8];"));
  EXPECT_THAT(made.ptx, HasSubstr("\nld.volatile.shared.u32 %r4, [%r3];"));
  EXPECT_THAT(made.ptx, HasSubstr("\nld.relaxed.cta.shared.u32 %r4, [%r3];"));
  EXPECT_THAT(opcodes(made), ElementsAre("ld.shared.u32", "ld.weak.shared::cta.v2.u32",
                                         "ld.volatile.shared.u32", "ld.relaxed.cta.shared.u32"));
}

TEST(Instrument, loads_of_matrices_are_found) {
  const Instrumented made =
      instrument(small("wmma.load.a.sync.aligned.row.m8n32k16.global.f16 {%r0, %r1, %r2, %r3, %r4, "
                       "%r5, %r6, %r7}, [%rd1], 16;\n"
                       "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1, %r2}, [%r3];\n"),
                 {});

  ASSERT_EQ(made.stamps.size(), 2U);
  EXPECT_EQ(made.stamps[0].registers, 8U);
  EXPECT_EQ(made.stamps[0].space, MemorySpace::global);
  EXPECT_EQ(made.stamps[1].space, MemorySpace::shared);
}

TEST(Instrument, what_cannot_be_stamped_is_named_with_the_reason) {
  const Instrumented made = instrument(small("ld.global.u32 %r1, [%rd1];\n"
                                             "cp.async.ca.shared.global [%r1], [%rd1], 4;\n"
                                             "{ .reg .b8 narrow; ld.global.u8 narrow, [%rd1]; }\n"),
                                       {});

  EXPECT_EQ(made.stamps.size(), 1U);
  ASSERT_EQ(made.skipped.size(), 2U);
  EXPECT_THAT(made.skipped[0].reason, HasSubstr("asynchronous copy"));
  EXPECT_EQ(made.skipped[1].reason, "register 'narrow' has 8 bits");
}

TEST(Instrument, parameters_are_no_accesses_and_reductions_over_gpus_are_named) {
  const Instrumented made =
      instrument(small("ld.global.u32 %r1, [%rd1];\nld.param::entry.u64 %rd1, [p];\n"
                       "multimem.ld_reduce.global.add.u32 %r2, [%rd1];\n"),
                 {});

  EXPECT_EQ(made.stamps.size(), 1U);
  ASSERT_EQ(made.skipped.size(), 1U);
  EXPECT_THAT(made.skipped[0].reason, HasSubstr("several GPUs"));
}

TEST(Instrument, staged_records_are_written_out_before_every_end) {
  InstrumentOptions options;
  options.staging = Staging{.warps = 4, .slots = 2};

  const std::string text =
      instrument(small("ld.global.u32 %r1, [%rd1];\n@%p1 exit;\n"), options).ptx;

  EXPECT_THAT(text, HasSubstr(".shared .align 16 .b8 plumb_trace_stage[320];"));
  EXPECT_THAT(text, HasSubstr("@!%p1 bra $plumb_trace_go_on_0;"));
  EXPECT_THAT(text, HasSubstr("@%p1 exit;\n$plumb_trace_go_on_0:"));
  EXPECT_THAT(text, HasSubstr("$plumb_trace_done_1:\n}\nret;"));
  EXPECT_THAT(text, HasSubstr("st.shared.v2.u64 [%plumb_b+16], {%plumb_1, %plumb_2};"));
}

std::size_t flushes_in(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("$plumb_trace_copy_"); at != std::string::npos;
       at = text.find("$plumb_trace_copy_", at + 1))
    ++count;
  return count / 2;  // the label and the branch to it
}

// Lanes also end at the closing brace.
TEST(Instrument, staged_records_are_written_out_where_a_kernel_falls_off_its_end) {
  InstrumentOptions options;
  options.staging = Staging{.warps = 4, .slots = 2};
  const auto stamped = [&](const std::string& rest) {
    return instrument(ptx::parse_module(".version 8.0\n.target sm_75\n.address_size 64\n"
                                        ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<3>;\n"
                                        ".reg .b64 %rd<3>;\n.reg .pred %p<2>;\n"
                                        "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\n" +
                                            rest + "}\n",
                                        "end.ptx"),
                      options)
        .ptx;
  };

  EXPECT_EQ(flushes_in(stamped("ret;\n")), 1U);
  EXPECT_EQ(flushes_in(stamped("")), 1U);
  EXPECT_EQ(flushes_in(stamped("@%p1 bra $end;\nret;\n$end:\n")), 2U);
  EXPECT_EQ(flushes_in(stamped("@%p1 ret;\n")), 2U);
  EXPECT_EQ(flushes_in(stamped("{ ret; }\n")), 2U);
  const std::string guarded = stamped("@%p1 ret;");
  EXPECT_LT(guarded.find("$plumb_trace_go_on_0:"), guarded.find("$plumb_trace_copy_1:"));
  const std::string text = stamped("st.global.u32 [%rd1], %r1;");
  EXPECT_LT(text.find("st.global.u32 [%rd1], %r1;"), text.find("$plumb_trace_copy_0:"));
}

TEST(Instrument, a_function_that_exits_cannot_have_staged_records) {
  const ptx::Module module = ptx::parse_module(
      ".version 8.0\n.target sm_75\n.address_size 64\n.func last() { exit; }\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r1;\n.reg .b64 %rd1;\n"
      "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\ncall last;\nret;\n}\n",
      "exits.ptx");
  InstrumentOptions options;
  EXPECT_EQ(instrument(module, options).stamps.size(), 1U);
  EXPECT_EQ(function_that_exits(module), "last");
  EXPECT_EQ(function_that_exits(golden("divergent")), "");

  options.staging = Staging{.warps = 4, .slots = 2};
  EXPECT_THAT(refusal_of(module, options), HasSubstr("exits.ptx: 'last' ends the thread by exit"));
}

TEST(Instrument, bad_input_is_refused) {
  EXPECT_THAT(refusal_of(small("mov.u32 %r1, 1;\n")),
              HasSubstr("small.ptx: nothing to stamp: 0 accesses found"));
  EXPECT_THAT(refusal_of(small(".reg .b32 %plumb_x;\nld.global.u32 %r1, [%rd1];\n")),
              HasSubstr("small.ptx:10:11: names that begin with '%plumb_' are reserved"));
  const std::string twice = instrument(small("ld.global.u32 %r1, [%rd1];\n"), {}).ptx;
  EXPECT_THAT(refusal_of(ptx::parse_module(twice, "twice.ptx")),
              HasSubstr("was this text instrumented already?"));
  const ptx::Module narrow = ptx::parse_module(
      ".version 8.0\n.target sm_90\n.address_size 32\n.entry k() { .reg .b32 a; ld.u32 a, [0]; }",
      "narrow.ptx");
  EXPECT_THAT(refusal_of(narrow),
              HasSubstr("narrow.ptx: addresses of 32 bits; stamps need .address_size 64"));
  EXPECT_THAT(refusal_of(ptx::parse_module(
                  ".version 5.0\n.target sm_50\n.address_size 64\n.entry k() { ret; }", "old.ptx")),
              HasSubstr("old.ptx: PTX 5.0 is too old for stamps; compile for 6.2 or later"));
  InstrumentOptions huge;
  huge.layout.slots = 1U << 31U;
  EXPECT_THAT(refusal_of(small("ld.global.u32 %r1, [%rd1];\n"), huge), HasSubstr("a log of"));
}

// As nvcc -lineinfo writes it: a member called in a function called twice in the kernel.
TEST(Instrument, a_stamp_keeps_the_whole_chain_of_inlined_calls_with_its_paths) {
  const std::string kernel =
      ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
      ".reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n.loc 1 5 0\nld.param.u64 %rd1, [p];\n.loc 1 6 3\n"
      ".loc 2 3 3, function_name $L__info_string0, inlined_at 1 6 3\n"
      ".loc 3 1 92, function_name $L__info_string1, inlined_at 2 3 3\n"
      "ld.global.u32 %r1, [%rd1];\n.loc 1 7 3\nld.global.u32 %r2, [%rd1+4];\n"
      ".loc 2 3 3, function_name $L__info_string0, inlined_at 2 3 3\n"
      "ld.global.u32 %r3, [%rd1+8];\nret;\n}\n"
      ".file 1 \"/code/a/k.cu\"\n.file 2 \"/code/a/twice.h\"\n.file 3 \"view\th.h\"\n";
  const ptx::Module module = ptx::parse_module(kernel, "k.ptx");

  const std::vector<Stamp> stamps = instrument(module, {}).stamps;

  ASSERT_EQ(stamps.size(), 3U);
  EXPECT_EQ(stamps[0].source, "k.cu:6");
  EXPECT_THAT(stamps[0].chain,
              testing::ElementsAre("/code/a/k.cu:6", "/code/a/twice.h:3", "view?h.h:1"));
  EXPECT_EQ(shown_chain(stamps[0]), "k.cu:6 > twice.h:3 > view?h.h:1");
  EXPECT_THAT(stamps[1].chain, testing::ElementsAre("/code/a/k.cu:7"));
  EXPECT_EQ(shown_chain(stamps[1]), "k.cu:7");
  EXPECT_THAT(stamps[2].chain, testing::ElementsAre("/code/a/twice.h:3", "/code/a/twice.h:3"));
  const auto selected = [&](const char* line) {
    Selection selection;
    selection.lines = {line};
    return choose_accesses(module, selection, StampMethod::dependence).accesses.size();
  };
  EXPECT_EQ(selected("twice.h:3"), 2U);
  EXPECT_EQ(selected("a/twice.h:3"), 2U);
  EXPECT_EQ(selected("wice.h:3"), 0U);
  EXPECT_EQ(selected("7"), 1U);
}

TEST(StampTableText, is_read_as_it_was_written) {
  const Instrumented made = instrument(golden("predicated"), {});
  const StampTable table{.layout = {3, 5, 7}, .stamps = made.stamps};

  const StampTable again = stamp_table_from_text(to_text(table));

  EXPECT_EQ(to_text(again), to_text(table));
  EXPECT_EQ(again.stamps, made.stamps);
  EXPECT_EQ(again.layout.slots, 7U);
  EXPECT_THROW((void)stamp_table_from_text("something\telse\n"), Error);
  EXPECT_THROW((void)stamp_table_from_text("plumbline-trace-3\t1\t2\t3\t\nshort\n"), Error);
  EXPECT_THROW(
      (void)stamp_table_from_text("plumbline-trace-3\t1\t2\t3\t\n=\t=\t=\t=\t=\t=\t=\t=\t=\t=\t="
                                  "\n"),
      Error);
}

}  // namespace
}  // namespace plumb::trace
