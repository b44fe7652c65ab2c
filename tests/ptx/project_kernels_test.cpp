// tests/ptx/project_kernels_test.cpp - every PTX that the project compiles or keeps is printed as
// it was read.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/device/embedded.h"
#include "plumb/ptx/parse.h"
#include "plumb/ptx/print.h"
#include "plumb/ptx/registers.h"
#include "tests/project_sources.h"

namespace plumb::ptx {
namespace {

// Unchanged, and no instruction of it is unknown.
void expect_unchanged(const std::string& text, const std::string& name) {
  const Module module = parse_module(text, name);
  EXPECT_EQ(print(module), text) << name;
  for (const Function& function : module.functions) {
    Registers registers(module);
    for (const Statement& statement : function.statements) {
      registers.pass(statement);
      if (statement.kind != StatementKind::instruction) continue;
      EXPECT_TRUE(effects_of(module, registers, statement).known)
          << name << ": " << module.view(statement.word);
    }
  }
}

TEST(ProjectKernels, golden_files_are_unchanged) {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(PLUMB_SOURCE_DIR "/tests/golden/trace")) {
    if (entry.path().extension() != ".ptx") continue;
    expect_unchanged(read_text_file(entry.path()), entry.path().filename());
    ++files;
  }
  EXPECT_GE(files, 8U);
  expect_unchanged(std::string(embedded::device_cuda_pause_ptx()), "pause.ptx");
}

TEST(ProjectKernels, every_kernel_of_the_project_is_unchanged) {
  std::optional<device::cuda::Compiler> compiler;
  try {
    compiler.emplace();
  } catch (const Error& error) {
    GTEST_SKIP() << explain(error);
  }
  const std::vector<unsigned> known = compiler->architectures();
  // What other tests compile too, and the newest where everything is asked for.
  std::vector<unsigned> architectures{known.front(), measured_architecture};
  if (every_architecture_is_asked_for()) architectures.push_back(known.back());
  const std::vector<device::Source> sources = project_sources();
  std::vector<std::string> files;
  for (const device::Source& source : sources) files.push_back(source.name);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    for (const unsigned architecture : architectures) {
      if (!is_in_sample(files, i, architecture)) continue;
      expect_unchanged(kept_ptx(*compiler, sources[i], architecture), sources[i].name);
    }
  }
}

}  // namespace
}  // namespace plumb::ptx
