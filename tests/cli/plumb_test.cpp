// tests/cli/plumb_test.cpp - the program as its users meet it: output, messages, exit codes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<std::string> small{"run",           "stream", "--elements",    "1003",
                                     "--min-time",    "0s",     "--max-samples", "3",
                                     "--min-samples", "3",      "--max-noise",   "1000"};

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_F(PlumbProgram, shows_its_version_and_in_detail_what_it_was_built_with) {
  const Outcome brief = plumb({"--version"});
  const Outcome verbose = plumb({"--version", "--verbose"});

  EXPECT_THAT(brief.out, StartsWith("plumb "));
  EXPECT_EQ(brief.code, 0);
  EXPECT_THAT(verbose.out, AllOf(HasSubstr("compiler"), HasSubstr("libraries  fmt ")));
}

TEST_F(PlumbProgram, waiting_for_a_file_ends_with_the_program_that_does_not_write_it) {
  const pid_t child = start({"--version"});

  EXPECT_FALSE(wait_for_file(child, folder + "/absent"));
  EXPECT_EQ(finish(child).code, 0);
}

TEST_F(PlumbProgram, help_is_the_commands_page) {
  for (const char* command : {"devices", "list", "predict", "run", "survey"}) {
    const Outcome outcome = plumb({command, "--help"});

    EXPECT_EQ(outcome.out,
              read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/commands/" + command + ".md"));
    EXPECT_EQ(outcome.code, 0);
  }
}

TEST_F(PlumbProgram, an_unknown_command_is_refused_with_the_nearest) {
  const Outcome outcome = plumb({"devcies"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, AllOf(StartsWith("error: unknown command 'devcies'; known are "
                                              "artifact, compare, completion, devices, "),
                                   HasSubstr("; did you mean 'devices'?\n")));
  EXPECT_EQ(plumb({}).code, 2);
}

TEST_F(PlumbProgram, an_unknown_option_or_format_is_refused) {
  const Outcome option = plumb({"devices", "--colour"});
  const Outcome format = plumb({"devices", "--format", "xml"});

  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.error, AllOf(HasSubstr("--colour"), HasSubstr("'plumb devices --help'")));
  EXPECT_EQ(format.code, 2);
  EXPECT_THAT(format.error, HasSubstr("xml"));
}

TEST_F(PlumbOnDevice, an_unknown_workload_parameter_or_value_is_refused) {
  const Outcome workload = plumb({"run", "steam"});
  const Outcome parameter = plumb({"run", "stream", "--element", "5"});
  const Outcome value = plumb({"run", "stream", "--elements", "0"});
  const Outcome lone = plumb({"run", "stream", "--elements"});

  EXPECT_EQ(workload.code, 2);
  EXPECT_THAT(workload.error, AllOf(HasSubstr("unknown workload 'steam'; known are "),
                                    HasSubstr("; did you mean 'stream'?")));
  EXPECT_EQ(parameter.code, 2);
  EXPECT_THAT(parameter.error, AllOf(HasSubstr("no parameter 'element'; it has "),
                                     HasSubstr("; did you mean 'elements'?")));
  EXPECT_EQ(value.code, 2);
  EXPECT_THAT(value.error, HasSubstr("--elements 0: must be 1 to"));
  EXPECT_EQ(lone.code, 2);
  EXPECT_THAT(lone.error, HasSubstr("option '--elements' needs a value"));
}

TEST_F(PlumbOnDevice, an_unknown_device_lists_what_exists) {
  const Outcome outcome = plumb({"run", "stream", "-d", "voodoo"});

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.error, AllOf(StartsWith("error: no device matches 'voodoo'\n"),
                                   ContainsRegex("  0  (opencl|cuda):")));
}

const std::string no_cuda = "PLUMB_CUDA_LIBRARY=/no/such/libcuda.so";

TEST_F(PlumbProgram, without_any_driver_it_says_what_is_missing_and_the_remedy) {
  const std::vector<std::string> none{"PLUMB_OPENCL_LIBRARY=/no/such/libOpenCL.so", no_cuda};

  const Outcome devices = plumb({"devices"}, none);
  const Outcome run = plumb({"run", "stream"}, none);

  EXPECT_EQ(devices.code, 0);
  EXPECT_THAT(devices.out,
              HasSubstr("the OpenCL loader '/no/such/libOpenCL.so' could not be opened; install "));
  EXPECT_THAT(devices.out, HasSubstr("cuda: the CUDA driver '/no/such/libcuda.so' could not be "
                                     "opened; for an NVIDIA GPU install NVIDIA's driver"));
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.error, StartsWith("error: no device found; opencl: the OpenCL loader"));
}

TEST_F(PlumbProgram, a_driver_without_a_needed_entry_point_is_told_by_name) {
  const Outcome outcome = plumb({"devices"}, {"PLUMB_CUDA_LIBRARY=libm.so.6"});

  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("cuda: 'libm.so.6' has no entry point 'cuInit': a driver for "
                                     "CUDA 12.4 (550) or later is needed"));
}

TEST_F(PlumbOnDevice, an_empty_or_broken_driver_list_is_told_with_the_remedy) {
  std::filesystem::create_directories(folder + "/empty");
  std::filesystem::create_directories(folder + "/broken");
  std::ofstream(folder + "/broken/broken.icd") << "/no/such/driver.so\n";

  for (const char* vendors : {"/empty", "/broken"}) {
    const std::vector<std::string> environment{"OCL_ICD_VENDORS=" + folder + vendors, no_cuda};
    if (plumb({"devices"}, environment).out.find("0  opencl:") != std::string::npos) {
      GTEST_SKIP() << "the OpenCL loader of this machine finds drivers without the list";
    }

    const Outcome outcome = plumb({"run", "stream"}, environment);

    EXPECT_EQ(outcome.code, 3) << vendors;
    EXPECT_THAT(outcome.error,
                AllOf(HasSubstr("no driver answers"), HasSubstr("/etc/OpenCL/vendors")));
  }
}

TEST_F(PlumbOnDevice, a_run_prints_verified_rates_and_writes_a_valid_record) {
  const std::string path = folder + "/result.json";

  const Outcome outcome = plumb(with(small, {"--precision", "f32", "-o", path}));

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("triad"), HasSubstr("GB/s"), HasSubstr("right")));
  const Json json = parse_json(read_text_file(path), path);
  const Result result = result_from_json(JsonView(json, path));
  ASSERT_EQ(result.points.size(), 1U);
  EXPECT_EQ(result.points[0].steps.size(), 5U);
  EXPECT_EQ(result.points[0].steps[0].time.samples.size(), 3U);
  EXPECT_TRUE(result.points[0].verification.checked);
  EXPECT_THAT(result.provenance.command, StartsWith("plumb run stream --elements 1003"));
}

TEST_F(PlumbOnDevice, without_timing_every_point_is_verified_and_written_without_times) {
  const std::string path = folder + "/result.json";

  const Outcome outcome =
      plumb({"run", "stream", "--elements", "1,1003", "--no-timing", "-o", path});
  const Outcome unchecked =
      plumb({"run", "stream", "--elements", "1003", "--no-timing", "--no-verify"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const Json json = parse_json(read_text_file(path), path);
  const Result result = result_from_json(JsonView(json, path));
  ASSERT_EQ(result.points.size(), 2U);
  EXPECT_TRUE(result.points[1].verification.checked);
  EXPECT_TRUE(result.points[1].steps.empty());
  EXPECT_EQ(unchecked.code, 0);
  EXPECT_THAT(unchecked.out, HasSubstr("not checked"));
}

TEST_F(PlumbOnDevice, a_run_needs_hardly_more_memory_than_its_arrays) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizers keep freed memory";
  if (!device::find_devices().devices.front().shares_host_memory)
    GTEST_SKIP() << "the arrays are not in host memory";
  std::vector<std::string> large = small;
  large[3] = "16Mi";

  const Outcome empty = plumb(small);
  const Outcome full = plumb(large);

  EXPECT_LE(full.memory, empty.memory + 3 * 64_MiB + 64_MiB);
}

TEST_F(PlumbOnDevice, several_values_give_all_combinations_and_suffixes_count) {
  const Outcome outcome =
      plumb({"run", "stream", "--elements", "1Ki,2k", "--set", "operation=copy,dot", "--dry-run"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  for (const char* expected :
       {"elements=1024 precision=f32 operation=copy", "elements=1024 precision=f32 operation=dot",
        "elements=2000 precision=f32 operation=copy",
        "elements=2000 precision=f32 operation=dot"}) {
    EXPECT_THAT(outcome.out, HasSubstr(expected));
  }
}

TEST_F(PlumbOnDevice, every_format_holds_the_same_points) {
  const Outcome csv = plumb(with(small, {"--format", "csv"}));
  const Outcome md = plumb(with(small, {"--format", "md"}));
  const Outcome json = plumb(with(small, {"--format", "json"}));

  EXPECT_THAT(csv.out, StartsWith("step,time [ms],"));
  EXPECT_THAT(md.out, HasSubstr("| triad "));
  const Json record = parse_json(json.out, "standard output");
  EXPECT_EQ(result_from_json(JsonView(record, "standard output")).points.size(), 1U);
}

TEST_F(PlumbOnDevice, arrays_larger_than_the_device_fail_and_keep_the_other_points) {
  const std::string path = folder + "/result.json";
  // Twice its memory: what a CPU reports as its own changes with what others use.
  const std::uint64_t elements = 2 * device::find_devices().devices.front().memory.count / 12;
  if (elements > 1ULL << 36U) GTEST_SKIP() << "the device holds the largest arrays of stream";

  const Outcome outcome = plumb(with(small, {"--operation", "copy", "--elements",
                                             "1003," + std::to_string(elements), "-o", path}));

  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.error, HasSubstr("'stream' needs " + to_text(Bytes{12 * elements}) + ", "));
  const Json json = parse_json(read_text_file(path), path);
  const Result result = result_from_json(JsonView(json, path));
  ASSERT_EQ(result.points.size(), 2U);
  EXPECT_THAT(result.points[0].status, AnyOf(Status::ok, Status::unreliable));  // others may work
  EXPECT_EQ(result.points[1].status, Status::error);
}

TEST_F(PlumbOnDevice, a_kernel_that_does_not_compile_shows_its_log) {
  const std::string path = folder + "/broken.json";
  write_whole(path, R"({"schema": "plumbline.program/1", "name": "broken",
    "buffers": [{"name": "x", "type": "float", "count": 5}],
    "sources": [{"name": "broken.cl", "text": "__kernel void broken_set(__global float* x)\n{ x[0] = oops; }"}],
    "kernels": [{"name": "set", "source": "broken.cl", "entry": "broken_set"}],
    "steps": [{"name": "set", "launch": {"kernel": "set", "global": [1], "local": [1], "arguments": [{"buffer": "x"}]}}]})");

  const Outcome outcome = plumb({"run", path});

  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("error: 'broken' on "), HasSubstr("building 'broken.cl'"),
                    HasSubstr("broken.cl:2"), HasSubstr("oops")));
}

TEST_F(PlumbOnDevice, a_program_file_that_is_no_program_is_refused_with_its_place) {
  write_whole(folder + "/cut.json", "{\"schema\": \"plumbline.program/1\",\n \"name\": ");
  write_whole(folder + "/wrong.json",
              R"({"schema": "plumbline.program/1", "name": "x", "stepz": []})");

  const Outcome cut = plumb({"run", folder + "/cut.json"});
  const Outcome wrong = plumb({"run", folder + "/wrong.json"});
  const Outcome absent = plumb({"run", folder + "/absent.json"});

  EXPECT_EQ(cut.code, 2);
  EXPECT_THAT(cut.error, HasSubstr("cut.json:2:"));
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.error, HasSubstr("unknown member 'stepz'; did you mean 'steps'?"));
  EXPECT_EQ(absent.code, 2);
  EXPECT_THAT(absent.error, HasSubstr("absent.json': No such file or directory"));
}

TEST_F(PlumbOnDevice, an_output_that_cannot_be_written_stops_before_measuring) {
  const Outcome missing = plumb(with(small, {"-o", folder + "/no/such/result.json"}));
  const Outcome is_folder = plumb(with(small, {"-o", folder}));

  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.error,
              HasSubstr("/no/such/result.json': No such file or directory; nothing was run"));
  EXPECT_EQ(is_folder.code, 1);
  EXPECT_THAT(is_folder.error, HasSubstr("it is a folder; nothing was run"));
  EXPECT_EQ(missing.out, "");
  EXPECT_EQ(plumb(with(small, {"-o", folder + "/" + std::string(300, 'x')})).code, 1);
}

TEST_F(PlumbOnDevice, an_output_that_vanishes_during_the_run_loses_only_the_file) {
  std::filesystem::create_directories(folder + "/gone");
  const pid_t child =
      start({"run", "stream", "--operation", "copy", "--elements", "16,4Mi,16", "--min-samples",
             "100", "--min-time", "0s", "--max-noise", "1e9", "-o", folder + "/gone/result.json"});
  EXPECT_TRUE(wait_for_file(child, folder + "/gone/result.json"));
  std::filesystem::remove_all(folder + "/gone");

  const Outcome outcome = finish(child);

  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.error, HasSubstr("gone/result.json': No such file or directory"));
  EXPECT_THAT(outcome.out, HasSubstr("4194304"));
}

TEST_F(PlumbProgram, an_output_that_is_no_plain_file_is_written_into) {
  EXPECT_EQ(plumb({"list", "-o", "/dev/null"}).code, 0);
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
}

TEST_F(PlumbProgram, a_full_standard_output_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string command =
      std::string(PLUMB_PROGRAM) + " list > /dev/full 2> " + folder + "/error";

  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c): a shell is the point

  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(read_text_file(folder + "/error"), HasSubstr("could not be written"));
}

TEST_F(PlumbProgram, a_page_beyond_the_limit_of_file_sizes_is_an_error_and_leaves_nothing) {
  const std::string command = std::string("ulimit -f 20; ") + PLUMB_PROGRAM +
                              " report " PLUMB_SOURCE_DIR "/profiles/pocl-x86-64.json -o " +
                              folder + "/page.html 2> " + folder + "/error";

  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c): a shell is the point

  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(read_text_file(folder + "/error"), HasSubstr("/page.html': File too large"));
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_EQ(entry.path().filename(), "error") << "half of a page was left";
}

TEST_F(PlumbOnDevice, an_interrupt_keeps_the_finished_points) {
  const std::string path = folder + "/result.json";
  // 2000 executions: a moment for the first point, more than ten seconds for the second.
  const pid_t child =
      start({"run", "stream", "--operation", "copy", "--elements", "16,16Mi", "--min-samples",
             "2000", "--min-time", "0s", "--timeout", "10m", "--max-noise", "1e9", "-o", path});

  const Outcome outcome = interrupt_once_written(child, path);

  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.error, HasSubstr("interrupted; 1 of 2 points are finished and kept in "));
  const Json json = parse_json(read_text_file(path), path);
  EXPECT_EQ(result_from_json(JsonView(json, path)).points.size(), 1U);
}

TEST_F(PlumbOnDevice, a_time_that_did_not_settle_fails_only_when_strict) {
  const std::vector<std::string> hasty{"run",           "stream", "--elements",    "1003",
                                       "--operation",   "copy",   "--min-time",    "1h",
                                       "--min-samples", "10",     "--max-samples", "10"};

  EXPECT_EQ(plumb(hasty).code, 0);
  EXPECT_EQ(plumb(with(hasty, {"--strict"})).code, 4);
}

TEST_F(PlumbProgram, list_names_workloads_variants_and_parameters) {
  const Outcome outcome = plumb({"list"});

  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("stream"), HasSubstr("wide"), HasSubstr("--elements"),
                                 HasSubstr("f32|f64")));
}

// A kernel that writes far outside its buffer.
constexpr const char* wild_program = R"({
 "schema": "plumbline.program/1",
 "name": "wild",
 "buffers": [{"name": "x", "type": "uint", "count": 4}],
 "sources": [{"name": "wild.cl",
  "text": "__kernel void wild_write(__global uint* x, const ulong far) { x[far] = 1; }\n"}],
 "kernels": [{"name": "write", "source": "wild.cl", "entry": "wild_write"}],
 "steps": [{"name": "go", "launch": {"kernel": "write", "global": [1], "local": [1],
  "arguments": [{"buffer": "x"}, {"type": "ulong", "value": 35184372088832}]}}],
 "verification": [{"buffer": "x", "expected": [1, 1, 1, 1]}]
})";

TEST_F(PlumbOnDevice, an_illegal_access_names_step_and_kernel_and_the_result_file_says_so) {
  if (device::find_devices().devices.front().backend != "cuda")
    GTEST_SKIP() << "only a GPU stands an illegal access: a CPU device would end the program";
  std::ofstream(folder + "/wild.json") << wild_program;

  const Outcome outcome = plumb({"run", folder + "/wild.json", "-o", folder + "/result.json"});

  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.error,
              ContainsRegex("^error: 'wild' on .*: step 'go': kernel 'wild_write' failed: "
                            "CUDA_ERROR_ILLEGAL_ADDRESS \\(700\\)"));
  EXPECT_THAT(outcome.error, testing::Not(HasSubstr("warning")));
  const Json json = parse_json(read_text_file(folder + "/result.json"), "result.json");
  const Result result = result_from_json(JsonView(json, "result.json"));
  ASSERT_EQ(result.points.size(), 1U);
  EXPECT_EQ(result.points[0].status, Status::error);
}

}  // namespace
}  // namespace plumb
