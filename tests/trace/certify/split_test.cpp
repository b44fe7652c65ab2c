// tests/trace/certify/split_test.cpp - kernels of which some blocks run a plain copy: certified as
// before, and refused where a way leads from one body into the other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/certify/code_apart.h"
#include "plumb/trace/certify/perturbation.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

InstrumentOptions split_options() {
  InstrumentOptions options;
  options.sampling = bounded_cost;
  return options;
}

class SplitKernels : public Assembled, public testing::WithParamInterface<unsigned> {};
INSTANTIATE_TEST_SUITE_P(For, SplitKernels, testing::ValuesIn(promised_architectures),
                         [](const auto& parameter) {
                           return "sm_" + std::to_string(parameter.param);
                         });

TEST_P(SplitKernels, are_certified) {
  if (!knows(GetParam())) GTEST_SKIP() << tools << " does not know sm_" << GetParam();
  for (const std::string& name : golden_names()) {
    InstrumentOptions options = split_options();
    if (GetParam() == 90) options.staging = Staging{.warps = 8};
    expect_all_certified(certified(instrument(golden(name), options).ptx, GetParam()), name);
  }
}

// The machine code of a golden kernel, one instruction of which can become a branch.
class SplitCode {
 public:
  SplitCode(std::vector<std::byte> bytes, unsigned architecture) : bytes_(std::move(bytes)) {
    const Cubin cubin = read_cubin(bytes_, "split.cubin");
    for (const MachineFunction& function : cubin.functions) {
      const FunctionCode code = function_code(function, architecture);
      if (code.marked.empty()) continue;
      start_ = static_cast<std::size_t>(function.code.data() - bytes_.data());
      apart_ = code_apart(code);
      instructions_ = code.instructions;
      for (const auto& [line, marked] : code.marked) {
        for (const std::size_t i : marked) {
          if (instructions_[i].operation == Operation::clock) readings_.push_back(i);
        }
      }
    }
    std::ranges::sort(readings_);
  }

  [[nodiscard]] std::optional<std::size_t> plain_load() const {
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      const Operation does = instructions_[i].operation;
      if (apart_[i] && (does == Operation::load_global || does == Operation::fetch)) return i;
    }
    return std::nullopt;
  }
  // Behind that load, in its copy: a plain instruction.
  [[nodiscard]] std::size_t behind_plain_load() const {
    std::size_t i = *plain_load() + 1;
    while (instructions_[i].operation != Operation::plain || !apart_[i]) ++i;
    return i;
  }
  [[nodiscard]] std::size_t first_reading() const { return readings_.front(); }
  // Behind all readings: a plain instruction, in the place of which a branch can stand.
  [[nodiscard]] std::size_t behind_readings() const {
    std::size_t i = readings_.back() + 1;
    while (instructions_[i].operation != Operation::plain || apart_[i]) ++i;
    return i;
  }

  // BRA, under predicate `guard` (7: always).
  void branch(std::size_t from, std::size_t to, unsigned guard) {
    const std::int64_t distance =
        16 * (static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from) - 1) / 4;
    set(from, 0, 12, 0x947);
    set(from, 12, 4, guard);
    set(from, 16, 8, 0);
    set(from, 34, 30, static_cast<std::uint64_t>(distance));
    set(from, 64, 18, distance < 0 ? 0x3ffff : 0);
  }
  [[nodiscard]] std::vector<Certificate> certificates() const {
    return certify(read_cubin(bytes_, "split.cubin")).certificates;
  }

 private:
  void set(std::size_t index, unsigned low, unsigned count, std::uint64_t value) {
    std::byte* to = bytes_.data() + start_ + 16 * index + std::size_t{low / 64} * 8;
    std::uint64_t word = 0;
    std::memcpy(&word, to, 8);
    const std::uint64_t mask = ((std::uint64_t{1} << count) - 1) << low % 64;
    word = (word & ~mask) | (value << low % 64 & mask);
    std::memcpy(to, &word, 8);
  }

  std::vector<std::byte> bytes_;
  std::size_t start_ = 0;
  std::vector<bool> apart_;
  std::vector<Instruction> instructions_;
  std::vector<std::size_t> readings_;
};

// Each leads from one body into the other.
void into_the_plain_copy(SplitCode& code) {
  code.branch(code.behind_readings(), *code.plain_load(), 7);
}
void into_the_plain_copy_for_some_lanes(SplitCode& code) {
  code.branch(code.behind_readings(), *code.plain_load(), 0);
}
void from_the_plain_copy(SplitCode& code) {
  code.branch(code.behind_plain_load(), code.first_reading() - 1, 7);
}
void from_the_plain_copy_for_some_lanes(SplitCode& code) {
  code.branch(code.behind_plain_load(), code.first_reading() - 1, 8);
}

struct Lead {
  const char* name;
  void (*apply)(SplitCode&);
};
constexpr Lead leads[] = {
    {"into_the_plain_copy", into_the_plain_copy},
    {"into_the_plain_copy_for_some_lanes", into_the_plain_copy_for_some_lanes},
    {"from_the_plain_copy", from_the_plain_copy},
    {"from_the_plain_copy_for_some_lanes", from_the_plain_copy_for_some_lanes}};

class JoinedBodies : public Assembled, public testing::WithParamInterface<Lead> {};
INSTANTIATE_TEST_SUITE_P(Planted, JoinedBodies, testing::ValuesIn(leads),
                         [](const auto& parameter) { return parameter.param.name; });

TEST_P(JoinedBodies, get_no_certificate) {
  std::size_t mutants = 0;
  for (const char* name : {"stencil", "texture", "opencl", "partial_vector", "divergent"}) {
    for (const unsigned architecture : {80U, 90U}) {
      SplitCode split(assembled(instrument(golden(name), split_options()).ptx, architecture),
                      architecture);
      ASSERT_TRUE(split.plain_load()) << name;
      GetParam().apply(split);
      for (const Certificate& certificate : split.certificates()) {
        if (certificate.stamp.access == AccessKind::region) continue;
        EXPECT_NE(certificate.complaint, "")
            << name << " sm_" << architecture << " stamp " << certificate.stamp.id;
        ++mutants;
      }
    }
  }
  EXPECT_GE(mutants, 100U);
  RecordProperty("mutants", static_cast<int>(mutants));
}

// In PTX: the access of a stamp is a decoy, and the warp goes on in the plain copy, where the
// program's load is.
TEST_F(Assembled, a_stamped_body_that_goes_on_in_the_plain_copy_gets_no_certificate) {
  const std::string text = instrument(golden("opencl"), split_options()).ptx;
  const std::regex second("(mov\\.u64 %plumb_2, %clock64;\n(?:.*\n)*?\\$plumb_trace_kept_0:\n)");
  const std::string joined = std::regex_replace(text, second, "$1bra $$plumb_trace_plain;\n",
                                                std::regex_constants::format_first_only);
  ASSERT_NE(joined, text);

  for (const unsigned architecture : {80U, 90U}) {
    for (const Certificate& certificate : certified(joined, architecture).certificates)
      EXPECT_NE(certificate.complaint, "") << certificate.stamp.id;
  }
}

// What stamps change is counted in the code that stamped warps run.
TEST_F(Assembled, a_plain_copy_is_not_counted_as_what_stamps_change) {
  const std::vector<std::byte> all = assembled(instrument(golden("stencil"), {}).ptx, 90);
  const std::vector<std::byte> split =
      assembled(instrument(golden("stencil"), split_options()).ptx, 90);

  const auto figures = [](const std::vector<std::byte>& bytes) {
    const Cubin cubin = read_cubin(bytes, "split.cubin");
    return figures_of(cubin.functions.front(), cubin.architecture);
  };

  EXPECT_EQ(figures(split).loads, figures(all).loads);
  EXPECT_EQ(figures(split).loads_in_flight, 1U);
}

}  // namespace
}  // namespace plumb::trace
