// tests/trace/project_kernels_test.cpp - every load of every kernel of the project is certified.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <regex>

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

// Bytes of all static shared memory of a text; kernels of it have no more.
std::uint64_t declared_shared(const std::string& ptx) {
  static const std::regex declaration(R"(\.shared [^;\[]*\.(?:b|u|s|f)(\d+) [^;\[]*\[(\d+)\])");
  std::uint64_t bytes = 0;
  for (std::sregex_iterator found(ptx.begin(), ptx.end(), declaration), end; found != end; ++found)
    bytes += std::stoull((*found)[1]) / 8 * std::stoull((*found)[2]);
  return bytes;
}

// Kernels for CPUs repeat one text for as many points as a cache line holds. Four of them have
// every access that sixteen have and take a fifth of the time; ./test --all proves the sixteen on
// the measured architecture.
device::Source with_few_lanes(device::Source source, unsigned architecture) {
  if (every_architecture_is_asked_for() && architecture == measured_architecture) return source;
  for (auto& [macro, value] : source.definitions)
    if (macro == "LANES" && source.name.starts_with("himeno/")) value = "4";
  return source;
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
    // On the measured architecture records are kept in shared memory, as `plumb trace run` does it
    // wherever that costs no resident block; on the others they go straight to global memory, on
    // one with a plain copy for blocks that are not drawn.
    InstrumentOptions options;
    if (GetParam() == 80) options.sampling = bounded_cost;
    constexpr std::uint64_t most_static = 49152;
    const Staging staging{.warps = 8};
    if (GetParam() == measured_architecture && function_that_exits(module).empty() &&
        declared_shared(module.text) + bytes_of(staging) <= most_static)
      options.staging = staging;
    const Instrumented instrumented = instrument(module, options);
    for (const SkippedAccess& skipped :
         instrumented.skipped) {  // copies that no instruction waits for
      EXPECT_THAT(skipped.reason, testing::HasSubstr("asynchronous")) << source.name;
    }
    Certification certification = certified(instrumented.ptx, GetParam());
    // Where the assembler joins both bodies a plain load may follow a reading: refused, and
    // rightly. With stamps in all blocks there is one body.
    if (std::ranges::any_of(certification.certificates, is_refused_for_a_plain_load)) {
      options.sampling = {};
      certification = certified(instrument(module, options).ptx, GetParam());
      ++joined;
    }
    const std::size_t stamps = certification.certificates.size();
    if (GetParam() != measured_architecture)
      spilled += std::erase_if(certification.certificates, is_refused_for_a_spill);
    expect_all_certified(certification, source.name);
    return stamps;
  }

  // A kernel that was shaped for the registers of another architecture may have some saved and
  // loaded between two readings: then the interval is refused, and rightly.
  static bool is_refused_for_a_spill(const Certificate& certificate) {
    return certificate.complaint.ends_with("LDL between the readings") ||
           certificate.complaint.ends_with("STL between the readings");
  }

  static bool is_refused_for_a_plain_load(const Certificate& certificate) {
    return certificate.complaint.find("is in no stamp") != std::string::npos;
  }

  std::size_t spilled = 0;
  std::size_t joined = 0;  // sources whose bodies the assembler joined
  static constexpr unsigned oldest = promised_architectures.front();
  std::optional<device::cuda::Compiler> compiler;
};
INSTANTIATE_TEST_SUITE_P(For, ProjectKernels, testing::ValuesIn(promised_architectures),
                         [](const auto& parameter) {
                           return "sm_" + std::to_string(parameter.param);
                         });

TEST_P(ProjectKernels, every_load_of_every_one_is_certified) {
  std::size_t stamps = 0;
  const std::vector<device::Source> sources = project_sources();
  std::vector<std::string> files;
  for (const device::Source& source : sources) files.push_back(source.name);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!takes_its_turn(files, i, GetParam(), promised_architectures)) continue;
    // Every file, and of the ways that it is built in every fourth: ./test --all proves the rest.
    if (!every_architecture_is_asked_for() && way_of(files, i) % 4 != 0) continue;
    // CUDA's own language differs from architecture to architecture.
    const bool own = sources[i].language == device::Language::cuda;
    // PTX for the oldest one, as it is given to others, and PTX for the GPU itself, as
    // `plumb trace run` makes it, take turns.
    const bool made_for_it = own || (GetParam() == measured_architecture && i % 2 == 1);
    stamps +=
        expect_certified(with_few_lanes(sources[i], GetParam()), made_for_it ? GetParam() : oldest);
  }

  EXPECT_GE(stamps, GetParam() == measured_architecture ? 250U : 10U);
  EXPECT_LE(joined, 2U);
  EXPECT_LE(1000 * spilled, stamps);  // one in a thousand
  RecordProperty("stamps", static_cast<int>(stamps));
}

}  // namespace
}  // namespace plumb::trace
