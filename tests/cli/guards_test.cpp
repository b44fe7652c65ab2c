// tests/cli/guards_test.cpp - users' kernels that are called wrongly, crash or do not end.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/frame/crash.h"
#include "plumb/device/in_flight.h"
#include "plumb/records/result.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* scale =
    "__kernel void case_scale(__global float* x, const float by, const uint n) {\n"
    "  const size_t i = get_global_id(0);\n"
    "  if (i < n) x[i] *= by;\n"
    "}\n";

// Its kernels run on a device that computes in the host's memory: there they can break the program.
class PlumbGuards : public PlumbProgram {
 protected:
  void SetUp() override {
    PlumbProgram::SetUp();
    const device::Found found = device::find_devices();
    for (const device::Info& info : found.devices) {
      if (info.kind != device::Kind::cpu) continue;
      device = info.backend + ":" + info.name;
      platform = info.platform;
    }
    if (device.empty())
      GTEST_SKIP() << "no device runs kernels in the program's memory; scripts/setup installs PoCL";
  }

  // An application of one kernel on `x`, a buffer of 64 floats, in many groups: several threads
  // of the driver crash at once.
  std::string application(const std::string& kernel, const std::string& entry,
                          const std::string& arguments) {
    write_whole(folder + "/case.cl", kernel);
    write_whole(folder + "/case.toml",
                fmt::format("name = \"case\"\n[parameters]\nn = 1\n[[buffer]]\nname = \"x\"\n"
                            "type = \"float\"\ncount = 64\nfill = \"zero\"\n[[pass]]\nname = "
                            "\"go\"\npoints = 64\nreferences = 1\nbytes = 4\nkernel = \"go\"\n"
                            "[kernel.go]\nfile = \"case.cl\"\nentry = \"{}\"\nglobal = [4096]\n"
                            "local = [64]\narguments = [{}]\n",
                            entry, arguments));
    return folder + "/case.toml";
  }

  Outcome run(const std::string& file, const std::vector<std::string>& more = {},
              const std::vector<std::string>& environment = {}) {
    return plumb(words(file, more), environment);
  }

  [[nodiscard]] std::vector<std::string> words(const std::string& file,
                                               const std::vector<std::string>& more) const {
    std::vector<std::string> all{"run",           file, "-d",          device, "--min-time", "0s",
                                 "--min-samples", "2",  "--max-noise", "1e9"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  // Long enough to be interrupted, and not endless where nothing interrupts it. It has run once for
  // a moment: the driver has compiled it.
  pid_t start_endless() {
    const std::string file = application(
        "__kernel void case_endless(volatile __global float* x, const ulong n) {\n"
        "  for (ulong i = get_global_id(0); i < n && x[1] == 0.0f; i += get_global_id(0) + 1)\n"
        "    x[0] = 1;\n}\n",
        "case_endless", R"("x", "n:ulong")");
    EXPECT_EQ(run(file, {"--n", "1"}).code, 0);
    return start(words(file, {"--n", "20000000000", "--timeout", "1s"}));
  }

  std::string device;
  std::string platform;
};

TEST_F(PlumbGuards, arguments_that_fit_run) {
  const Outcome outcome = run(application(scale, "case_scale", R"("x", "2:float", "64:uint")"));

  EXPECT_EQ(outcome.code, 0) << outcome.error;
}

TEST_F(PlumbGuards, a_float_for_an_integer_is_refused_before_anything_runs) {
  const Outcome outcome = run(application(scale, "case_scale", R"("x", "2:float", "64:float")"));

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(
      outcome.error,
      HasSubstr("kernel 'go': argument 3 is a float, parameter 'n' is of type uint; give a value "
                "of the parameter's type\n"));
}

TEST_F(PlumbGuards, another_size_kind_or_number_of_arguments_is_refused) {
  const auto complaint = [&](const char* arguments) {
    const Outcome outcome = run(application(scale, "case_scale", arguments));
    EXPECT_EQ(outcome.code, 2) << arguments;
    return outcome.error;
  };

  EXPECT_THAT(complaint(R"("x", "2:double", "64:uint")"),
              HasSubstr("argument 2 is a double, parameter 'by' is of type float"));
  EXPECT_THAT(complaint(R"("x", "2:float", "64:ulong")"),
              HasSubstr("argument 3 is an integer of 8 bytes, parameter 'n' is of type uint"));
  EXPECT_THAT(
      complaint(R"("1:ulong", "2:float", "64:uint")"),
      HasSubstr(
          "argument 1 is an integer of 8 bytes, parameter 'x' is of type float*; give a buffer"));
  EXPECT_THAT(complaint(R"("x", "x", "64:uint")"),
              HasSubstr("argument 2 is a buffer, parameter 'by' is of type float"));
  EXPECT_THAT(complaint(R"("x", "2:float")"),
              HasSubstr("takes 3 arguments (x, by, n), 2 were given"));
}

TEST_F(PlumbGuards, a_buffer_of_other_numbers_than_the_parameter_points_to_is_refused) {
  const auto outcome_of = [&](const std::string& pointed) {
    return run(application("typedef double number;\n__kernel void case_fill(__global " + pointed +
                               "* x) {\n  if (get_global_id(0) == 0) x[0] = x[1];\n}\n",
                           "case_fill", R"("x")"));
  };

  const Outcome refused = outcome_of("number");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.error,
              HasSubstr("kernel 'go': argument 1 is a buffer of float, parameter 'x' "
                        "is of type double*; give a buffer of such elements"));
  EXPECT_EQ(outcome_of("float4").code, 0);
  EXPECT_EQ(outcome_of("uchar").code, 0);
}

TEST_F(PlumbGuards, a_parameter_in_local_memory_takes_bytes_of_it_alone) {
  const auto outcome_of = [&](const std::string& given) {
    return run(
        application("__kernel void case_local(__global float* x, __local float* part) {\n"
                    "  part[get_local_id(0)] = x[get_global_id(0) % 64];\n"
                    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "  if (get_group_id(0) == 0) x[get_local_id(0)] = part[get_local_size(0) - 1 - "
                    "get_local_id(0)];\n}\n",
                    "case_local", R"("x", ")" + given + "\""));
  };

  const Outcome buffer = outcome_of("x");
  EXPECT_EQ(buffer.code, 2);
  EXPECT_THAT(buffer.error, HasSubstr("argument 2 is a buffer, parameter 'part' points to local "
                                      "memory; give bytes of local memory"));
  EXPECT_EQ(outcome_of("4*1024:local").code, 0);
  EXPECT_THAT(outcome_of("2^29:local").error, HasSubstr("of local memory per group"));
  EXPECT_THAT(outcome_of("0:local").error, HasSubstr("local memory"));
}

// The second point writes far outside its buffer.
constexpr const char* far_outside =
    "__kernel void case_far(__global float* x, const uint n) {\n"
    "  x[get_global_id(0) % 64 + (n > 1 ? (ulong)n << 44 : 0)] = 1.0f;\n"
    "}\n";

TEST_F(PlumbGuards, a_kernel_that_crashes_is_named_and_the_finished_points_are_kept) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizer reports the access itself";
  const std::string path = folder + "/result.json";

  const Outcome outcome =
      run(application(far_outside, "case_far", R"("x", "n:uint")"), {"--n", "1,2,1", "-o", path});

  EXPECT_EQ(outcome.code, 5) << outcome.error;
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("error: kernel 'case_far' of 'case.cl' on '"),
                    HasSubstr("' crashed with SIGSEGV: "),
                    HasSubstr("; find the access with: oclgrind plumb run " + folder +
                              "/case.toml --min-time 0s --min-samples 2 "
                              "--max-noise 1e9 --n 1,2,1 -d oclgrind; finished points are kept "
                              "in '" +
                              path + "'\n")));
  const Json json = parse_json(read_text_file(path), path);
  const Result kept = result_from_json(JsonView(json, path));
  ASSERT_EQ(kept.points.size(), 2U);
  EXPECT_NE(kept.points[0].status, Status::error);
  EXPECT_FALSE(kept.points[0].steps.empty());
  EXPECT_EQ(kept.points[1].status, Status::error);
  EXPECT_THAT(kept.points[1].reason, HasSubstr("crashed"));
}

TEST_F(PlumbGuards, a_crash_without_a_file_prints_the_table_of_the_finished_points) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizer reports the access itself";
  const std::string file = application(far_outside, "case_far", R"("x", "n:uint")");

  const Outcome outcome = run(file, {"--n", "1,2,1", "--format", "csv"});
  EXPECT_EQ(outcome.code, 5) << outcome.error;
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("crashed with SIGSEGV"),
                                   testing::EndsWith("; the finished points are printed\n")));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\n1,go,"), HasSubstr("\n1,whole (host time),"),
                                 testing::EndsWith("\n2,,,,,,,,error\n")));

  const Outcome nothing = run(file, {"--n", "2"});
  EXPECT_EQ(nothing.code, 5) << nothing.error;
  EXPECT_THAT(nothing.error, AllOf(HasSubstr("crashed with SIGSEGV"), Not(HasSubstr("kept in")),
                                   Not(HasSubstr("printed"))));
  EXPECT_THAT(nothing.out, HasSubstr("error: a kernel crashed and ended the program\n"));
}

TEST_F(PlumbGuards, a_crash_writes_the_record_of_the_finished_points_to_standard_output) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizer reports the access itself";
  const std::string file = application(far_outside, "case_far", R"("x", "n:uint")");
  for (const std::vector<std::string>& form :
       {std::vector<std::string>{"-o", "-"}, std::vector<std::string>{"--format", "json"}}) {
    std::vector<std::string> more{"--n", "1,2,1"};
    more.insert(more.end(), form.begin(), form.end());

    const Outcome outcome = run(file, more);

    EXPECT_EQ(outcome.code, 5) << outcome.error;
    const Json json = parse_json(outcome.out, "the output");
    const Result kept = result_from_json(JsonView(json, "the output"));
    ASSERT_EQ(kept.points.size(), 2U);
    EXPECT_FALSE(kept.points[0].steps.empty());
    EXPECT_EQ(kept.points[1].status, Status::error);
  }
}

TEST_F(PlumbGuards, a_crash_of_the_first_point_is_recorded_where_a_link_points) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizer reports the access itself";
  const std::string file = application(far_outside, "case_far", R"("x", "n:uint")");
  const std::string link = folder + "/link.json";
  std::filesystem::create_symlink("real.json", link);

  const Outcome outcome = run(file, {"--n", "2", "-o", link});

  EXPECT_EQ(outcome.code, 5) << outcome.error;
  EXPECT_THAT(outcome.error, HasSubstr("; the crash is recorded in '" + folder + "/real.json'\n"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder + "/real.json"));
}

TEST_F(PlumbGuards, a_crash_is_reported_also_where_nobody_reads_the_output) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizer reports the access itself";
  const std::string file = application(far_outside, "case_far", R"("x", "n:uint")");
  std::string line = "set -o pipefail; " PLUMB_PROGRAM;
  for (const std::string& word : words(file, {"--n", "1,2"})) line += " '" + word + "'";
  line = fmt::format("bash -c \"{} 2>'{}/said' | true\"", line, folder);

  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 5) << line;

  EXPECT_THAT(read_text_file(folder + "/said"), HasSubstr("crashed with SIGSEGV"));
}

TEST_F(PlumbGuards, memory_that_a_kernel_damaged_is_put_down_to_it_when_it_is_noticed) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizer reports the access itself";
  const std::string path = folder + "/result.json";
  // The word in front of a buffer is the allocator's; it is looked at when the buffer is freed.
  const Outcome outcome = run(application("__kernel void case_damage(__global float* x) {\n"
                                          "  if (get_global_id(0) == 0)\n"
                                          "    ((__global ulong*)x)[-1] = 0xfffffffffffffff0UL;\n"
                                          "}\n",
                                          "case_damage", R"("x")"),
                              {"-o", path}, {"XDG_CACHE_HOME=" + folder});  // built, not kept

  EXPECT_EQ(outcome.code, 5) << outcome.error;
  // Some drivers allocate while the kernel runs and notice it then.
  EXPECT_THAT(outcome.error,
              AllOf(AnyOf(HasSubstr("error: SIGABRT after kernel 'case_damage' of 'case.cl' on '"),
                          HasSubstr("error: kernel 'case_damage' of 'case.cl' on '")),
                    HasSubstr(": it probably writes outside its buffers; find the access with: "
                              "oclgrind plumb run ")));
  const Json json = parse_json(read_text_file(path), path);
  EXPECT_EQ(result_from_json(JsonView(json, path)).points.size(), 1U);
}

TEST_F(PlumbGuards, a_kernel_that_does_not_end_is_reported_after_the_timeout_and_at_an_interrupt) {
  const pid_t child = start_endless();
  const std::string error = folder + "/error";

  wait_for_file(child, error, 1);
  const std::string late = read_text_file(error);
  ::kill(child, SIGINT);
  wait_for_file(child, error, late.size() + 1);
  const std::string interrupted = read_text_file(error).substr(late.size());
  ::kill(child, SIGINT);
  const Outcome outcome = finish(child);

  EXPECT_THAT(late, AllOf(HasSubstr("--timeout is over: waiting for kernel 'case_endless' of "
                                    "'case.cl' on '"),
                          HasSubstr("to end; Ctrl-C twice ends plumb at once\n")));
  EXPECT_THAT(interrupted, AllOf(HasSubstr("interrupted: waiting for kernel 'case_endless' of "
                                           "'case.cl' on '"),
                                 HasSubstr("to end; a second Ctrl-C ends plumb at once\n")));
  EXPECT_EQ(outcome.code, 1000 + SIGINT);
}

TEST_F(PlumbGuards, a_driver_that_compiles_longer_than_the_timeout_is_what_is_waited_for) {
  if (platform != "Portable Computing Language")
    GTEST_SKIP() << "the CPU device does not compile at the first launch";
  std::string kernel = "__kernel void case_slow(__global float* x) {\n  float v = x[0];\n";
  // Another text each time: PoCL keeps what it compiled.
  const auto now = std::chrono::system_clock::now().time_since_epoch().count() % 1000000;
  for (int i = 0; i < 100; ++i)
    kernel += fmt::format("  if (v > {}) v = pow(v, {}.5f) + sin(v);\n", now + i, i);

  const Outcome outcome = run(application(kernel + "  x[0] = v;\n}\n", "case_slow", R"("x")"),
                              {"--timeout", "10ms", "-q"}, {"XDG_CACHE_HOME=" + folder});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(
      outcome.error,
      HasSubstr("--timeout is over: waiting for the driver to compile kernel 'case_slow' of "
                "'case.cl' on '"));
  // Behind that line a busy machine may take long to run what was compiled.
  EXPECT_THAT(outcome.error.substr(0, outcome.error.find("to compile kernel")),
              Not(HasSubstr("to end;")));
}

TEST_F(PlumbGuards, a_driver_that_is_long_while_it_builds_a_source_is_what_is_waited_for) {
  std::string kernel;
  for (int i = 0; i < 4000; ++i)
    kernel += fmt::format("float case_{0}(float x) {{ return pow(x, {0}.5f) + sin(x); }}\n", i);
  kernel += "__kernel void case_built(__global float* x) { x[0] = case_7(x[1]); }\n";
  const std::string file = application(kernel, "case_built", R"("x")");
  const pid_t child = start(words(file, {"--timeout", "10ms", "-q"}));

  wait_for_file(child, folder + "/error", 1);
  ::kill(child, SIGINT);
  ::kill(child, SIGINT);
  const Outcome outcome = finish(child);

  EXPECT_THAT(outcome.error,
              HasSubstr("--timeout is over: waiting for the driver to compile 'case.cl' for '"));
}

// PoCL's compiler catches most signals itself, so none is sent to it here.
TEST(CrashReport, a_crash_while_a_source_is_compiled_is_the_drivers) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizer has handlers of its own";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        cli::catch_crashes({});
        const device::BuildInFlight build("case.cl", "cpu");
        (void)std::raise(SIGTRAP);
      },
      testing::ExitedWithCode(5),
      "error: the driver crashed with SIGTRAP while it compiled 'case.cl' for 'cpu'");
}

TEST_F(PlumbGuards, a_trap_in_a_kernel_is_reported_as_one) {
  if (PLUMB_SANITIZED) GTEST_SKIP() << "the sanitizer has handlers of its own";
  const pid_t child = start_endless();
  wait_for_file(child, folder + "/error", 1);  // it runs

  ::kill(child, SIGTRAP);
  const Outcome outcome = finish(child);

  EXPECT_EQ(outcome.code, 5) << outcome.error;
  EXPECT_THAT(outcome.error, HasSubstr("kernel 'case_endless' of 'case.cl' on '"));
  EXPECT_THAT(outcome.error, HasSubstr("' crashed with SIGTRAP: it ran into a trap, as after code "
                                       "that cannot be reached; find the access with: oclgrind"));
}

TEST_F(PlumbGuards, an_empty_cache_folder_of_pocl_is_as_good_as_none) {
  if (platform != "Portable Computing Language") GTEST_SKIP() << "the CPU device is not PoCL's";

  const Outcome outcome = run(application(scale, "case_scale", R"("x", "2:float", "64:uint")"), {},
                              {"XDG_CACHE_HOME=" + folder, "POCL_CACHE_DIR="});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_TRUE(std::filesystem::exists(folder + "/pocl/kcache"));
}

TEST_F(PlumbGuards, pocl_without_a_folder_to_write_says_so) {
  if (platform != "Portable Computing Language") GTEST_SKIP() << "the CPU device is not PoCL's";
  write_whole(folder + "/file", "");
  const std::string inside = folder + "/file/home";

  const Outcome outcome = plumb(
      {"devices"}, {"HOME=" + inside, "XDG_CACHE_HOME=" + inside + "/.cache", "POCL_CACHE_DIR"});

  EXPECT_THAT(
      outcome.out,
      HasSubstr("opencl: PoCL is here but has no device: it cannot write its cache folder '" +
                inside +
                "/.cache/pocl/kcache' (Not a directory); set POCL_CACHE_DIR to a "
                "folder that can be written"));
}

}  // namespace
}  // namespace plumb
