// tests/trace/stamp/prepared_program_test.cpp - a program is compiled once, however often it is
// built.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/prepared_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;

// Two kernels share one module, the third is made of the same source with another definition, the
// fourth is PTX, the fifth has nothing to stamp.
Program example() {
  Program program;
  program.name = "example";
  program.sources = {
      {.name = "sum.cl",
       .language = Language::opencl_c,
       .text = "__kernel void sum_two(__global const float* a, __global float* b) {\n"
               "  const size_t i = get_global_id(0);\n  b[i] = a[i] + a[i + STEP];\n}\n"
               "__kernel void sum_copy(__global const float* a, __global float* b) {\n"
               "  const size_t i = get_global_id(0);\n  b[i] = a[i];\n}\n"},
      {.name = "predicated.ptx", .language = Language::ptx, .text = golden("predicated").text},
      {.name = "empty.ptx",
       .language = Language::ptx,
       .text = ".version 7.5\n.target sm_75\n.address_size 64\n.entry k() { ret; }\n"}};
  program.kernels = {
      {.name = "two", .source = "sum.cl", .entry = "sum_two", .definitions = {{"STEP", "1"}}},
      {.name = "copy", .source = "sum.cl", .entry = "sum_copy", .definitions = {{"STEP", "1"}}},
      {.name = "far", .source = "sum.cl", .entry = "sum_two", .definitions = {{"STEP", "9"}}},
      {.name = "ptx", .source = "predicated.ptx", .entry = "golden_predicated", .definitions = {}},
      {.name = "empty", .source = "empty.ptx", .entry = "k", .definitions = {}}};
  for (const char* kernel : {"two", "copy", "far"}) {
    Launch launch;
    launch.kernel = kernel;
    launch.local = {kernel == std::string("copy") ? 64U : 128U, 1, 1};
    launch.local_bytes = Bytes{kernel == std::string("far") ? 512U : 0U};
    program.steps.push_back({kernel, launch});
  }
  return program;
}

class PreparedProgramTest : public Assembled {
 protected:
  void SetUp() override {
    Assembled::SetUp();
    if (IsSkipped()) return;
    try {
      toolchain.emplace();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unavailable) throw;
      GTEST_SKIP() << explain(error);
    }
    real = tools_of(*toolchain);
  }

  Tools counting() {
    return {.compile =
                [this](const device::Source& source, unsigned architecture) {
                  ++compiled;
                  return real.compile(source, architecture);
                },
            .assemble =
                [this](const std::string& ptx, const std::string& name, unsigned architecture) {
                  ++assembled_texts[ptx];
                  return real.assemble(ptx, name, architecture);
                }};
  }

  std::optional<Toolchain> toolchain;
  Tools real;
  int compiled = 0;
  std::map<std::string, int> assembled_texts;
};

TEST_F(PreparedProgramTest, every_source_is_compiled_once_and_no_text_is_assembled_twice) {
  const PreparedProgram prepared(example(), counting(), {.architecture = 90});
  ASSERT_EQ(prepared.stamps(), 3U + 3U + 3U);

  for (std::uint32_t i = 0; i < prepared.stamps(); ++i)
    EXPECT_EQ(prepared.build(i).modules.size(), 1U);
  EXPECT_EQ(prepared.build().modules.size(), 3U);

  EXPECT_EQ(compiled, 2);
  for (const auto& [text, count] : assembled_texts) EXPECT_EQ(count, 1) << text.substr(0, 200);
}

TEST_F(PreparedProgramTest, a_build_replaces_the_sources_of_stamped_kernels_and_no_others) {
  const PreparedProgram prepared(example(), real, {.architecture = 90});

  const InstrumentedProgram all = prepared.build();

  ASSERT_EQ(all.modules.size(), 3U);
  EXPECT_EQ(all.modules[0].source, "sum.cl#0");
  EXPECT_EQ(all.modules[0].kernel, "two");
  EXPECT_EQ(all.program.kernels[0].source, "sum.cl#0");
  EXPECT_EQ(all.program.kernels[1].source, "sum.cl#0");
  EXPECT_EQ(all.program.kernels[2].source, "sum.cl#2");
  EXPECT_TRUE(all.program.kernels[2].definitions.empty());
  EXPECT_EQ(all.program.kernels[4].source, "empty.ptx");
  EXPECT_EQ(all.program.sources.size(), example().sources.size() + 3);
  EXPECT_EQ(all.program.sources.back().text, all.modules.back().stamped.instrumented.ptx);
  for (const InstrumentedModule& module : all.modules)
    EXPECT_TRUE(all_certified(module.stamped.certificates)) << module.source;
}

TEST_F(PreparedProgramTest, a_stamp_alone_is_counted_over_all_modules) {
  const PreparedProgram prepared(example(), real, {.architecture = 90, .stage = false});

  const InstrumentedProgram one = prepared.build(4);

  ASSERT_EQ(one.modules.size(), 1U);
  EXPECT_EQ(one.modules[0].source, "sum.cl#2");
  ASSERT_EQ(one.modules[0].stamped.instrumented.stamps.size(), 1U);
  EXPECT_EQ(one.modules[0].stamped.instrumented.stamps[0].id, 1U);
  EXPECT_EQ(one.modules[0].stamped.change->stamp, 1U);
  EXPECT_EQ(one.program.kernels[0].source, "sum.cl");
  EXPECT_EQ(one.program.kernels[0].definitions.size(), 1U);
}

TEST_F(PreparedProgramTest, blocks_have_a_shape_only_where_all_launches_agree) {
  const PreparedProgram prepared(example(), real, {.architecture = 90});

  const InstrumentedProgram all = prepared.build();

  EXPECT_EQ(all.modules[0].stamped.change->threads, 0U);  // 128 and 64
  EXPECT_EQ(all.modules[1].stamped.change->threads, 128U);
  EXPECT_EQ(all.modules[1].stamped.change->dynamic, Bytes{512});
  EXPECT_THAT(all.modules[0].stamped.staging, HasSubstr("the shape of the blocks is not known"));
}

TEST_F(PreparedProgramTest, a_program_with_nothing_to_stamp_is_refused) {
  ProgramOptions options{.architecture = 90};
  options.instrument.selection.spaces = {MemorySpace::texture};
  const PreparedProgram prepared(example(), counting(), options);

  EXPECT_EQ(prepared.stamps(), 0U);
  EXPECT_TRUE(assembled_texts.empty());
  try {
    (void)prepared.build();
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_EQ(explain(error), "'example': no kernel has anything to stamp that was selected");
  }
}

TEST_F(PreparedProgramTest, a_name_that_no_kernel_has_is_refused_with_those_that_there_are) {
  Program program = example();
  program.kernels.resize(2);
  ProgramOptions options{.architecture = 90};
  options.instrument.selection.kernels = {"sum_copy", "18"};
  EXPECT_EQ(PreparedProgram(program, real, options).build().modules.size(), 1U);

  options.instrument.selection.kernels = {"18"};
  const auto refused = [&] {
    try {
      (void)PreparedProgram(program, real, options).build();
    } catch (const Error& error) {
      return explain(error);
    }
    return std::string();
  };

  EXPECT_EQ(refused(),
            "'example': --kernel 18: no kernel has this name; there are sum_two, sum_copy");
  program.settings = {{"kernel", "7"}};
  EXPECT_THAT(refused(), testing::EndsWith("sum_copy; the parameter is --set kernel=18"));
}

}  // namespace
}  // namespace plumb::trace
