// tests/trace/stamp/linked_test.cpp - stamped files of one program, assembled one by one and
// linked, as nvcc -rdc=true does.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <set>
#include <span>

#include <gmock/gmock.h>
#include <unistd.h>

#include "plumb/device/cuda/ptxas.h"
#include "plumb/trace/stamp_table.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

constexpr const char* linked_head = ".version 7.5\n.target sm_75\n.address_size 64\n";

// An instance of a template: both files have it.
constexpr const char* instance =
    ".weak .entry instance(.param .u64 p)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\n"
    "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1+4];\nst.global.u32 [%rd1], %r1;\nret;\n}\n";

std::string calling() {
  return fmt::format(
      "{}.extern .func (.param .b32 value) g(.param .b64 at);\n{}"
      ".visible .entry calls(.param .u64 p)\n{{\n.reg .b32 %r<4>;\n.reg .b64 %rd<3>;\n"
      "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1+8];\n{{\n.param .b64 at;\n"
      "st.param.b64 [at], %rd1;\n.param .b32 value;\ncall (value), g, (at);\n"
      "ld.param.b32 %r2, [value];\n}}\nadd.u32 %r3, %r1, %r2;\nst.global.u32 [%rd1], %r3;\nret;\n"
      "}}\n",
      linked_head, instance);
}

std::string called() {
  return fmt::format(
      "{}{}.visible .func (.param .b32 value) g(.param .b64 at)\n{{\n.reg .b32 %r<3>;\n"
      ".reg .b64 %rd<3>;\nld.param.u64 %rd1, [at];\nld.global.u32 %r1, [%rd1+12];\n"
      "ld.global.u32 %r2, [%rd1+64];\nadd.u32 %r1, %r1, %r2;\nst.param.b32 [value], "
      "%r1;\nret;\n}}\n",
      linked_head, instance);
}

// The programs of a toolkit; without them the test is skipped and says why.
class Linked : public testing::Test {
 protected:
  void SetUp() override {
    try {
      ptxas_ = device::cuda::find_ptxas();
    } catch (const Error& error) {
      GTEST_SKIP() << explain(error);
    }
    nvlink_ = std::filesystem::path(ptxas_).replace_filename("nvlink");
    if (::access(nvlink_.c_str(), X_OK) != 0) GTEST_SKIP() << "no program '" << nvlink_ << "'";
    folder_ = std::filesystem::temp_directory_path() / fmt::format("plumb_linked_{}", ::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  void run(const std::string& command) const {
    const std::string log = folder_ / "log";
    const int status = std::system(fmt::format("{} > {} 2>&1", command, log).c_str());
    ASSERT_EQ(status, 0) << command << "\n" << read_text_file(log);
  }

  // As nvcc assembles and links the stamped texts.
  std::string linked(const std::vector<std::string>& texts, unsigned architecture) const {
    InstrumentOptions options;
    options.layout = {2, 4, 8};
    std::string objects;
    for (const std::string& text : texts) {
      const std::string base = folder_ / fmt::format("{}", objects.size());
      write_whole(base + ".ptx", instrument(ptx::parse_module(text, base), options).ptx);
      run(fmt::format("'{}' -c -lineinfo -arch=sm_{} {}.ptx -o {}.cubin", ptxas_, architecture,
                      base, base));
      objects += fmt::format(" {}.cubin", base);
    }
    const std::string program = folder_ / "program.cubin";
    run(fmt::format("'{}' -g -arch=sm_{}{} -o {}", nvlink_, architecture, objects, program));
    return read_text_file(program);
  }

  static Certification certified(const std::string& program) {
    return certify(read_cubin(std::as_bytes(std::span(program)), "program.cubin"));
  }

  std::string ptxas_;
  std::string nvlink_;
  std::filesystem::path folder_;
};

TEST_F(Linked, two_stamped_files_are_one_program_whose_stamps_are_certified) {
  for (const unsigned architecture : {80U, 90U}) {
    const std::string program = linked({calling(), called()}, architecture);
    const Certification certification = certified(program);

    expect_all_certified(certification, "linked");
    std::multiset<std::string> kernels;
    for (const Certificate& one : certification.certificates) kernels.insert(one.stamp.kernel);
    EXPECT_EQ(kernels, (std::multiset<std::string>{"calls", "g", "g", "instance"}));
    EXPECT_EQ(read_cubin(std::as_bytes(std::span(program)), "program.cubin").units.size(), 2U);
  }
}

TEST_F(Linked, files_of_the_same_text_share_their_log_and_their_stamps) {
  const std::string text = std::string(linked_head) + instance;

  const Certification certification = certified(linked({text, text}, 90));

  expect_all_certified(certification, "twice");
  EXPECT_EQ(certification.certificates.size(), 1U);
}

// Lines of another file's stamps are not those of its own.
TEST_F(Linked, a_stamp_is_looked_for_in_the_code_of_its_own_file) {
  std::string program = linked({calling(), called()}, 90);
  const std::string own = names_for(called()).file;
  const std::size_t at = program.find(own + '\0');
  ASSERT_NE(at, std::string::npos);

  for (const std::string& other : {names_for("another text").file, names_for(calling()).file}) {
    program.replace(at, own.size(), other);

    std::size_t refused = 0;
    for (const Certificate& one : certified(program).certificates) {
      if (one.stamp.kernel != "g") continue;
      EXPECT_EQ(one.complaint, "its clock readings are not in the machine code") << other;
      ++refused;
    }
    EXPECT_EQ(refused, 2U) << other;
  }
}

}  // namespace
}  // namespace plumb::trace
