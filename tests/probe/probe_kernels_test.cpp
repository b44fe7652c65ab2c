// tests/probe/probe_kernels_test.cpp - the probes' kernels are OpenCL C 1.2 and CUDA alike.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/probe/probe_kernels.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "tests/kept_ptx.h"

namespace plumb {
namespace {

int shell(const std::string& command) {
  return WEXITSTATUS(
      std::system(command.c_str()));  // NOLINT(cert-env33-c): the compiler is a program
}

TEST(ProbeKernels, clang_accepts_every_one_as_opencl_c_1_2_without_a_warning) {
  if (shell("command -v clang-19 > /dev/null") != 0)
    GTEST_SKIP() << "clang-19 is not installed; scripts/setup --test installs it";
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("plumb_probe_{}.cl", ::getpid()))
          .string();
  for (const device::Source& source : probe_sources()) {
    if (source.language != device::Language::opencl_c) continue;
    std::string text;
    for (const auto& [macro, value] : source.definitions)
      text += fmt::format("#define {} {}\n", macro, value);
    write_whole(path, text + source.text);

    EXPECT_EQ(shell("clang-19 --target=spir64 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header "
                    "-fsyntax-only -Wall -Wextra -Werror " +
                    path),
              0)
        << source.name;
  }
  std::filesystem::remove(path);
}

TEST(ProbeKernels, nvrtc_compiles_every_one_for_old_and_new_gpus) {
  try {
    device::cuda::Compiler compiler;
    const std::vector<device::Source> sources = probe_sources();
    std::vector<std::string> files;
    for (const device::Source& source : sources) files.push_back(source.name);
    for (const unsigned architecture : {75U, 80U, 90U, compiler.architectures().back()}) {
      for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!is_in_sample(files, i, architecture)) continue;
        EXPECT_GT(kept_ptx(compiler, sources[i], architecture).size(), 0U) << sources[i].name;
      }
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unavailable) throw;
    GTEST_SKIP() << explain(error);
  }
}

}  // namespace
}  // namespace plumb
