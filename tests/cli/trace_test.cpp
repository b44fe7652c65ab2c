// tests/cli/trace_test.cpp - plumb trace as its users meet it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/trace.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/report/trace_times.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string golden = PLUMB_SOURCE_DIR "/tests/golden/trace/";

class PlumbTrace : public PlumbProgram {};

// The same where there is an NVIDIA GPU through CUDA.
class PlumbTraceGpu : public PlumbProgram {
 protected:
  void SetUp() override {
    PlumbProgram::SetUp();
    const std::vector<device::Info> devices = device::find_devices().devices;
    if (std::ranges::find(devices, "cuda", &device::Info::backend) == devices.end())
      GTEST_SKIP() << "no CUDA device";
  }
};

TEST_F(PlumbTrace, stamps_ptx_and_lists_its_stamps) {
  const Outcome outcome =
      plumb({"trace", "instrument", golden + "texture.ptx", "-o", folder + "/out.ptx"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("tex.3d.v4.f32.f32"), HasSubstr("texture.cu:10")));
  EXPECT_THAT(read_text_file(folder + "/out.ptx"), HasSubstr("plumb_trace_log"));
}

TEST_F(PlumbTrace, rotating_writes_one_file_per_stamp) {
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
      EXPECT_THAT(outcome.out, HasSubstr(sound ? "3 of 3 stamps certified" : "0 of 3 stamps"));
    }
  } catch (const Error& error) {
    GTEST_SKIP() << explain(error);
  }
}

TEST_F(PlumbTrace, writes_the_machine_code_that_it_certified) {
  const Outcome made =
      plumb({"trace", "instrument", golden + "predicated.ptx", "-o", folder + "/out.ptx", "-q",
             "--assemble", "90", "--cubin", folder + "/out.cubin"});
  if (made.code == 3) GTEST_SKIP() << made.error;
  EXPECT_EQ(made.code, 0) << made.error;

  const Outcome outcome = plumb({"trace", "certify", folder + "/out.cubin"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("3 of 3 stamps certified"));
  const Outcome refused = plumb({"trace", "instrument", golden + "predicated.ptx", "-o",
                                 folder + "/out.ptx", "--cubin", folder + "/out.cubin"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.error, HasSubstr("--cubin: nothing is assembled; add --assemble SM"));
}

TEST_F(PlumbTrace, ptx_of_an_opencl_device_is_an_input) {
  write_whole(folder + "/binary", read_text_file(golden + "opencl.ptx") + std::string(1, '\0'));

  const Outcome outcome =
      plumb({"trace", "instrument", folder + "/binary", "-o", folder + "/out.ptx"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("tex.2d.v4.f32.f32"), HasSubstr("ld.const.f32")));
}

TEST_F(PlumbTrace, stores_are_held_by_a_fence) {
  const Outcome outcome =
      plumb({"trace", "instrument", golden + "stencil.ptx", "-o", folder + "/out.ptx", "-q",
             "--access", "store", "--assemble", "90"});
  if (outcome.code == 3) GTEST_SKIP() << outcome.error;

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("0 of 3 stamps certified, 3 held"));
}

TEST_F(PlumbTrace, rotating_compares_and_certifies_every_build) {
  const std::vector<std::string> words{
      "trace",    "instrument", golden + "texture.ptx", "-o", folder + "/out.ptx",
      "--rotate", "-q",         "--assemble",           "90", "--block",
      "256"};
  const Outcome outcome = plumb(words);
  if (outcome.code == 3) GTEST_SKIP() << outcome.error;

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("what the stamps change, sm_90, one stamp per build"),
                                 HasSubstr("    3  golden_texture"),
                                 HasSubstr("records are kept in shared memory"),
                                 HasSubstr("4 of 4 stamps certified")));
}

TEST_F(PlumbTrace, all_tables_make_one_json_document) {
  for (const bool rotate : {false, true}) {
    std::vector<std::string> words{"trace", "instrument",        golden + "predicated.ptx",
                                   "-o",    folder + "/out.ptx", "--assemble",
                                   "90",    "--format",          "json"};
    if (rotate) words.emplace_back("--rotate");
    const Outcome outcome = plumb(words);
    if (outcome.code == 3) GTEST_SKIP() << outcome.error;

    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(parse_json(outcome.out, "output").at("tables").size(), 3U) << outcome.out;
  }
}

TEST_F(PlumbTrace, a_stamp_that_is_not_certified_fails_instrument_too) {
  const Outcome outcome =
      plumb({"trace", "instrument", golden + "predicated.ptx", "-o", folder + "/out.ptx", "-q",
             "--method", "naive", "--assemble", "90"});
  if (outcome.code == 3) GTEST_SKIP() << outcome.error;

  EXPECT_EQ(outcome.code, 1) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("0 of 3 stamps certified"));
}

TEST_F(PlumbTrace, an_interrupt_ends_rotating_with_what_is_written) {
  const std::string one = read_text_file(golden + "predicated.ptx");
  const std::size_t entry = one.find(".visible .entry");
  std::string many = one.substr(0, entry);
  for (int i = 0; i < 400; ++i) {
    std::string kernel = one.substr(entry);
    kernel.insert(kernel.find("golden_predicated"), "k" + std::to_string(i) + "_");
    many += kernel;
  }
  write_whole(folder + "/many.ptx", many);

  const pid_t child = start(
      {"trace", "instrument", folder + "/many.ptx", "-o", folder + "/out.ptx", "--rotate", "-q"});
  const Outcome outcome = interrupt_once_written(child, folder + "/out.1.ptx");

  EXPECT_EQ(outcome.code, 130) << outcome.error;
  EXPECT_FALSE(std::filesystem::exists(folder + "/out.1199.ptx"));
}

TEST_F(PlumbTrace, run_needs_cuda_and_says_so_before_it_writes_anything) {
  const Outcome outcome = plumb(
      {"trace", "run", "stream", "--elements", "1003", "-d", "opencl", "-o", folder + "/t.json"});

  EXPECT_EQ(outcome.code, 3) << outcome.error;
  EXPECT_FALSE(std::filesystem::exists(folder + "/t.json"));
}

// What was printed is printed again from the file.
TEST_F(PlumbTraceGpu, run_writes_a_record_that_gives_the_same_tables) {
  const std::string path = folder + "/t.json";
  const std::vector<std::string> words{"trace",         "run", "stream", "--elements",
                                       "100003,200003", "-d",  "cuda"};
  std::vector<std::string> writing = words;
  writing.insert(writing.end(), {"-o", path});
  const Outcome outcome = plumb(writing);

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Json json = parse_json(read_text_file(path), path);
  const Trace trace = trace_from_json(JsonView(json, path));
  ASSERT_EQ(trace.points.size(), 2U);
  EXPECT_FALSE(trace.points[1].stamps.front().time.samples.empty());
  EXPECT_EQ(outcome.out, render(trace_tables(trace), Format::text));

  std::vector<std::string> as_json = words;
  as_json.insert(as_json.end(), {"--format", "json"});
  const Json printed = parse_json(plumb(as_json).out, "output");
  EXPECT_EQ(trace_from_json(JsonView(printed, "output")).points.size(), 2U);
}

TEST_F(PlumbTraceGpu, run_keeps_the_reason_of_every_point_that_could_not_be_traced) {
  const std::string path = folder + "/t.json";
  const Outcome outcome = plumb({"trace", "run", "stream", "--elements", "1003,2003", "--kernel",
                                 "other", "-d", "cuda", "-o", path, "-q"});

  EXPECT_EQ(outcome.code, 2) << outcome.error;
  const Json json = parse_json(read_text_file(path), path);
  const Trace trace = trace_from_json(JsonView(json, path));
  ASSERT_EQ(trace.points.size(), 2U);
  for (const TracedPoint& point : trace.points)
    EXPECT_THAT(point.failure, HasSubstr("--kernel other: no kernel has this name"));
}

// What instrument says of a text, which it must refuse with code 2.
class BadPtx : public PlumbTrace {
 protected:
  std::string refusal(const std::string& text, const std::vector<std::string>& more = {}) {
    write_whole(folder + "/in.ptx", text);
    std::vector<std::string> words{"trace", "instrument", folder + "/in.ptx", "-o",
                                   folder + "/out.ptx"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = plumb(words);
    EXPECT_EQ(outcome.code, 2) << outcome.error;
    EXPECT_FALSE(std::filesystem::exists(folder + "/out.ptx"));
    return outcome.error;
  }
  const std::string sound = read_text_file(golden + "predicated.ptx");
};

TEST_F(BadPtx, what_is_not_ptx) {
  EXPECT_THAT(refusal("int main() {}\n"),
              HasSubstr("in.ptx:1:1: not PTX: it does not begin with .version"));
  EXPECT_THAT(refusal(std::string("\x7f") + "ELF" + std::string(60, '\0') + "x"),
              HasSubstr("not PTX: a zero byte in the text"));
  EXPECT_THAT(refusal(""), HasSubstr("in.ptx:1:1: not PTX"));
}

TEST_F(BadPtx, control_characters_do_not_reach_the_terminal) {
  const std::string error = refusal("\x1b[31mred\a\n");

  EXPECT_THAT(error, HasSubstr("?[31mred?"));
  EXPECT_EQ(error.find('\x1b'), std::string::npos);
}

TEST_F(BadPtx, a_text_cut_off_in_the_middle) {
  const std::string part = sound.substr(0, sound.find("setp.eq.and"));

  EXPECT_THAT(refusal(part), HasSubstr("the text ends inside 'golden_predicated'"));
  EXPECT_THAT(refusal(sound.substr(0, sound.find("[from+4]") + 3)), HasSubstr("the text ends"));
}

TEST_F(BadPtx, ptx_that_is_newer_than_what_is_known) {
  EXPECT_THAT(refusal(".version 12.0\n.target sm_200\n.address_size 64\n"),
              HasSubstr("in.ptx:1:10: PTX 12.0 is newer than what is known here (up to 9.x); "
                        "compile for an older one"));
}

TEST_F(BadPtx, a_kernel_without_loads) {
  EXPECT_THAT(refusal(".version 8.0\n.target sm_90\n.address_size 64\n.entry k() { ret; }\n"),
              HasSubstr("in.ptx: nothing to stamp: 0 accesses found"));
  EXPECT_THAT(refusal(sound, {"--space", "texture"}), HasSubstr("nothing to stamp: 4 accesses"));
  EXPECT_THAT(refusal(sound, {"--rotate", "--kernel", "other"}), HasSubstr("nothing to stamp"));
}

TEST_F(BadPtx, a_kernel_that_uses_the_reserved_names) {
  std::string text = sound;
  text.replace(text.find("value, other"), 5, "%plumb_x");

  EXPECT_THAT(refusal(text), HasSubstr("names that begin with '%plumb_' are reserved for stamps"));
  EXPECT_THAT(refusal(sound + ".global .u32 plumb_trace_log;\n"),
              HasSubstr("'plumb_trace_' are reserved"));
}

TEST_F(BadPtx, a_log_that_cannot_be) {
  EXPECT_THAT(refusal(sound, {"--slots", "0"}), HasSubstr("--slots 0: at least 1"));
  EXPECT_THAT(refusal(sound, {"--slots", "4294967295"}),
              HasSubstr("a log of 160 x 64 x 4294967295"));
  EXPECT_THAT(refusal(sound, {"--slots", "4294967296"}), HasSubstr("too large"));
}

TEST_F(BadPtx, a_block_that_is_chosen_and_drawn) {
  EXPECT_THAT(refusal(sound, {"--only-block", "3", "--every-block", "4"}),
              HasSubstr("--only-block 3 and --every-block 4: one or the other"));
  EXPECT_THAT(refusal(sound, {"--only-warp", "4294967296"}),
              HasSubstr("--only-warp 4294967296: too large"));
}

TEST_F(PlumbTrace, mistakes_are_reported_with_the_way_out) {
  const auto error_of = [&](const std::vector<std::string>& words) {
    const Outcome outcome = plumb(words);
    EXPECT_EQ(outcome.code, 2) << outcome.error;
    return outcome.error;
  };
  const std::string out = folder + "/out.ptx";
  EXPECT_THAT(error_of({"trace"}), HasSubstr("trace needs a subcommand: instrument, certify, run"));
  EXPECT_THAT(error_of({"trace", "certfy"}), HasSubstr("did you mean 'certify'?"));
  EXPECT_THAT(error_of({"trace", "instrument", golden + "local.ptx"}), HasSubstr("with -o"));
  EXPECT_THAT(error_of({"trace", "instrument", golden + "local.cu", "-o", out}),
              HasSubstr("local.cu:4:1: not PTX"));
  EXPECT_THAT(error_of({"trace", "instrument", golden + "local.ptx", "-o", out, "--method", "x"}),
              HasSubstr("unknown method 'x'; known are dependence, fence, naive"));
  EXPECT_THAT(error_of({"trace", "instrument", golden + "local.ptx", "-o", out, "--block", "1025"}),
              HasSubstr("--block 1025: a block has at most 1024 threads"));
  EXPECT_THAT(error_of({"trace", "certify", golden + "local.ptx"}), HasSubstr("it is not a cubin"));
  EXPECT_THAT(error_of({"trace", "run", "stream", "--first-use", "--method", "first-use"}),
              HasSubstr("--first-use shows stalls beside times"));
  for (const char* window :
       {"5ms", "5ms..2ms", "2..5", "2ms..2ms", "-1ms..2ms", "1ms..nans", "1ms..2h", ".."}) {
    EXPECT_THAT(error_of({"trace", "run", "stream", "--window", window}),
                HasSubstr("FROM..TO in us, ms or s since the run began"))
        << window;
  }
}

}  // namespace
}  // namespace plumb
