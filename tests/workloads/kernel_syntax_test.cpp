// tests/workloads/kernel_syntax_test.cpp - every kernel of every workload is valid OpenCL C 1.2.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plumb/base/json.h"
#include "tests/workloads/all_kernels.h"

namespace plumb {
namespace {

int shell(const std::string& command) {
  return WEXITSTATUS(
      std::system(command.c_str()));  // NOLINT(cert-env33-c): the compiler is a program
}

TEST(KernelSyntax, clang_accepts_every_kernel_as_opencl_c_1_2_without_a_warning) {
  if (shell("command -v clang-19 > /dev/null") != 0)
    GTEST_SKIP() << "clang-19 is not installed; scripts/setup --test installs it";
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("plumb_kernel_{}.cl", ::getpid()))
          .string();
  std::size_t checked = 0;

  for (const BuiltSource& built : all_sources()) {
    if (built.source.language != Language::opencl_c) continue;
    std::string text;
    for (const auto& [macro, value] : built.definitions)
      text += fmt::format("#define {} {}\n", macro, value);
    text += fmt::format("#line 1 \"{}\"\n{}", built.source.name, built.source.text);
    write_whole(path, text);
    ++checked;

    EXPECT_EQ(shell("clang-19 --target=spir64 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header "
                    "-fsyntax-only -Wall -Wextra -Werror " +
                    path),
              0)
        << built.source.name;
    for (const std::string& entry : built.entries)
      EXPECT_NE(text.find(" " + entry + "("), std::string::npos) << entry;
  }

  EXPECT_GE(checked, 4U) << "two sources in two precisions at least";
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace plumb
