// tests/cli/trace_test.cpp - plumb trace as its users meet it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string golden = PLUMB_SOURCE_DIR "/tests/golden/trace/";

class PlumbTrace : public PlumbProgram {};

TEST_F(PlumbTrace, stamps_ptx_and_lists_its_probes) {
  const Outcome outcome =
      plumb({"trace", "instrument", golden + "texture.ptx", "-o", folder + "/out.ptx"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("tex.3d.v4.f32.f32"), HasSubstr("texture.cu:10")));
  EXPECT_THAT(read_text_file(folder + "/out.ptx"), HasSubstr("plumb_trace_log"));
}

TEST_F(PlumbTrace, rotating_writes_one_file_per_probe) {
  const Outcome outcome = plumb(
      {"trace", "instrument", golden + "texture.ptx", "-o", folder + "/out.ptx", "--rotate", "-q"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_TRUE(std::filesystem::exists(folder + "/out.0.ptx"));
  EXPECT_TRUE(std::filesystem::exists(folder + "/out.3.ptx"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/out.4.ptx"));
}

TEST_F(PlumbTrace, certifies_machine_code_and_fails_when_a_stamp_does_not_wait) {
  try {
    const device::cuda::Linker linker;
    for (const char* method : {"dependence", "naive"}) {
      const Outcome made = plumb({"trace", "instrument", golden + "predicated.ptx", "-o",
                                  folder + "/out.ptx", "--method", method});
      ASSERT_EQ(made.code, 0) << made.error;
      const auto code = linker.cubin(read_text_file(folder + "/out.ptx"), "out", 90, true);
      std::ofstream(folder + "/out.cubin", std::ios::binary)
          .write(reinterpret_cast<const char*>(code.data()),
                 static_cast<std::streamsize>(code.size()));
      const Outcome outcome = plumb({"trace", "certify", folder + "/out.cubin"});
      const bool sound = std::string_view(method) == "dependence";
      EXPECT_EQ(outcome.code, sound ? 0 : 1) << outcome.error;
      EXPECT_THAT(outcome.out, HasSubstr(sound ? "3 of 3 probes certified" : "0 of 3 probes"));
    }
  } catch (const Error& error) {
    GTEST_SKIP() << explain(error);
  }
}

TEST_F(PlumbTrace, mistakes_are_told_with_the_way_out) {
  const auto error_of = [&](const std::vector<std::string>& words) {
    const Outcome outcome = plumb(words);
    EXPECT_EQ(outcome.code, 2) << outcome.error;
    return outcome.error;
  };
  const std::string out = folder + "/out.ptx";
  EXPECT_THAT(error_of({"trace"}), HasSubstr("trace: say what: instrument, certify, run"));
  EXPECT_THAT(error_of({"trace", "certfy"}), HasSubstr("did you mean 'certify'?"));
  EXPECT_THAT(error_of({"trace", "instrument", golden + "local.ptx"}), HasSubstr("with -o"));
  EXPECT_THAT(error_of({"trace", "instrument", golden + "local.cu", "-o", out}),
              HasSubstr("local.cu:4:1: not PTX"));
  EXPECT_THAT(error_of({"trace", "instrument", golden + "local.ptx", "-o", out, "--method", "x"}),
              HasSubstr("unknown method 'x'; known are dependence, fence, naive"));
  EXPECT_THAT(error_of({"trace", "certify", golden + "local.ptx"}), HasSubstr("it is no cubin"));
}

}  // namespace
}  // namespace plumb
