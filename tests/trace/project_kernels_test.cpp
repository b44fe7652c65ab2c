// tests/trace/project_kernels_test.cpp - every load of every kernel of the project is certified.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/project_sources.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

TEST(ProjectSources, no_kernel_file_is_forgotten) {
  EXPECT_THAT(forgotten_files(project_sources()), testing::IsEmpty());
  EXPECT_THAT(forgotten_files({}), testing::SizeIs(testing::Ge(17U)));
}

class ProjectKernels : public Assembled, public testing::WithParamInterface<unsigned> {
 protected:
  void SetUp() override {
    Assembled::SetUp();
    if (IsSkipped()) return;
    if (PLUMB_SANITIZED && GetParam() != 75)
      GTEST_SKIP() << "with sanitizers only sm_75, to save time";
    try {
      compiler.emplace();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unavailable) throw;
      GTEST_SKIP() << explain(error);
    }
    tools = fmt::format("{} {}", compiler->version(), tools);
    const std::vector<unsigned> known = compiler->architectures();
    if (std::ranges::find(known, GetParam()) != known.end() && knows(GetParam())) return;
    GTEST_SKIP() << "NVRTC " << tools << " does not know sm_" << GetParam();
  }

  // Returns how many stamps it has.
  std::size_t expect_certified(const device::Source& source, unsigned compiled_for) {
    const ptx::Module module =
        ptx::parse_module(kept_ptx(*compiler, source, compiled_for), source.name);
    if (choose_accesses(module, {}, StampMethod::dependence).accesses.empty()) return 0;
    const Instrumented instrumented = instrument(module, {});
    for (const SkippedAccess& skipped :
         instrumented.skipped) {  // copies that no instruction waits for
      EXPECT_THAT(skipped.reason, testing::HasSubstr("asynchronous")) << source.name;
    }
    const Certification certification = certified(instrumented.ptx, GetParam());
    expect_all_certified(certification, source.name);
    return certification.certificates.size();
  }

  // Assembling every kernel for every architecture takes ten minutes of a core. Unless all are
  // asked for, as ./test --all does, a kernel is certified for the oldest architecture and for that
  // of the GPUs that `plumb trace run` was measured on, and for one of the others in turn.
  static bool takes(std::size_t source) {
    if (is_always_taken() || std::getenv("PLUMB_EVERY_ARCHITECTURE") != nullptr) return true;
    std::vector<unsigned> others;
    for (const unsigned one : promised_architectures)
      if (one != oldest && one != measured) others.push_back(one);
    return others[source % others.size()] == GetParam();
  }
  static bool is_always_taken() { return GetParam() == oldest || GetParam() == measured; }

  static constexpr unsigned oldest = promised_architectures.front();
  static constexpr unsigned measured = 90;
  std::optional<device::cuda::Compiler> compiler;
};
INSTANTIATE_TEST_SUITE_P(For, ProjectKernels, testing::ValuesIn(promised_architectures),
                         [](const auto& parameter) {
                           return "sm_" + std::to_string(parameter.param);
                         });

TEST_P(ProjectKernels, every_load_of_every_one_is_certified) {
  std::size_t stamps = 0;
  const std::vector<device::Source> sources = project_sources();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    // CUDA's own language differs from architecture to architecture.
    const bool own = sources[i].language == device::Language::cuda;
    if (!own && !takes(i)) continue;
    stamps += expect_certified(sources[i], own ? GetParam() : oldest);
    // What `plumb trace run` does: the PTX is made for the same architecture.
    if (GetParam() == measured && !own) expect_certified(sources[i], GetParam());
  }

  EXPECT_GE(stamps, is_always_taken() ? 400U : 80U);
  RecordProperty("stamps", static_cast<int>(stamps));
}

}  // namespace
}  // namespace plumb::trace
