// tests/workloads/kernel_cuda_test.cpp - every kernel of every workload compiles for NVIDIA GPUs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/measure/embedded.h"
#include "tests/kept_ptx.h"
#include "tests/workloads/all_kernels.h"

namespace plumb {
namespace {

// Turing, Ampere and Hopper always; Blackwell where the installed NVRTC knows it.
constexpr std::array<unsigned, 5> compiled_for{75, 80, 90, 100, 120};

class KernelCuda : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    if (PLUMB_SANITIZED && GetParam() != 90)
      GTEST_SKIP() << "with sanitizers only sm_90, to save time: the compiler is not ours";
    try {
      compiler.emplace();
      linker.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << explain(error);
    }
    const std::vector<unsigned> known = compiler->architectures();
    if (std::ranges::find(known, GetParam()) != known.end()) return;
    if (GetParam() > 90 || GetParam() < known.front())
      GTEST_SKIP() << "NVRTC " << compiler->version() << " does not know sm_" << GetParam();
  }

  void expect_compiles(const device::Source& source, const std::set<std::string>& entries) {
    const std::string ptx = kept_ptx(*compiler, source, GetParam());
    EXPECT_GT(linker->cubin(ptx, source.name, GetParam()).size(), 0U);
    for (const std::string& entry : entries)
      EXPECT_THAT(ptx, testing::HasSubstr(".entry " + entry + "(")) << source.name;
  }

  std::optional<device::cuda::Compiler> compiler;
  std::optional<device::cuda::Linker> linker;
};
INSTANTIATE_TEST_SUITE_P(For, KernelCuda, testing::ValuesIn(compiled_for),
                         [](const auto& parameter) {
                           return "sm_" + std::to_string(parameter.param);
                         });

TEST(KernelTurns, show_every_file_to_all_and_every_way_to_two_architectures) {
  std::vector<std::string> files;
  for (const std::size_t ways : {1U, 2U, 5U, 6U, 14U})
    files.insert(files.end(), ways, "in " + std::to_string(ways) + " ways");
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::size_t seen_by = 0;
    for (const unsigned architecture : compiled_for) {
      seen_by += takes_its_turn(files, i, architecture, compiled_for, true) ? 1 : 0;
      bool file_is_seen = false;
      for (std::size_t j = 0; j < files.size(); ++j)
        file_is_seen |=
            files[j] == files[i] && takes_its_turn(files, j, architecture, compiled_for, true);
      EXPECT_TRUE(file_is_seen) << files[i] << " sm_" << architecture;
    }
    EXPECT_GE(seen_by, 2U) << files[i] << " " << i;
  }
}

TEST_P(KernelCuda, every_kernel_of_every_workload_compiles) {
  const std::vector<BuiltSource> all = all_sources();
  std::vector<std::string> files;
  for (const BuiltSource& built : all) files.push_back(built.source.name);

  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!takes_its_turn(files, i, GetParam(), compiled_for)) continue;
    const BuiltSource& built = all[i];
    const auto language = static_cast<device::Language>(static_cast<int>(built.source.language));
    expect_compiles({.name = built.source.name,
                     .language = language,
                     .text = built.source.text,
                     .definitions = built.definitions},
                    built.entries);
  }
  EXPECT_GE(all.size(), 4U) << "two sources in two precisions at least";
}

TEST_P(KernelCuda, the_cache_flush_compiles) {
  expect_compiles({.name = "measure/cache_flush.cl",
                   .language = device::Language::opencl_c,
                   .text = std::string(embedded::measure_cache_flush_cl()),
                   .definitions = {}},
                  {"measure_cache_flush"});
}

}  // namespace
}  // namespace plumb
