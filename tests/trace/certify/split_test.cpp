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

TEST_F(Assembled, a_chosen_block_and_warp_is_certified_and_the_others_run_a_plain_copy) {
  InstrumentOptions options;
  options.sampling.block = 3;
  options.sampling.warp = 1;
  for (const char* name : {"stencil", "texture", "divergent"}) {
    const std::string ptx = instrument(golden(name), options).ptx;
    EXPECT_THAT(ptx, testing::HasSubstr("setp.eq.u32 %plumb_on, %plumb_c, 3;\n"));
    EXPECT_THAT(ptx, testing::HasSubstr("setp.eq.and.u32 %plumb_on, %plumb_f, 1, %plumb_on;\n"));
    EXPECT_THAT(ptx, testing::HasSubstr("@!%plumb_on bra $plumb_trace_plain;\n"));
    for (const unsigned architecture : {80U, 90U})
      expect_all_certified(certified(ptx, architecture), name);
  }
}

// The machine code of a golden kernel, one instruction of which can become a branch.
class SplitCode {
 public:
  SplitCode(std::vector<std::byte> bytes, unsigned architecture)
      : bytes_(std::move(bytes)), architecture_(architecture) {
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

  // Where every lane leaves the stamped body, and who did not would go on to a load of the plain
  // copy.
  [[nodiscard]] std::optional<std::size_t> end_of_stamped_body() const {
    for (std::size_t i = 0; i + 1 < instructions_.size(); ++i) {
      if (instructions_[i].leaves && !apart_[i] && goes_on_to_plain_load(i + 1)) return i;
    }
    return std::nullopt;
  }
  // The branch to itself that follows the last instruction of a function.
  [[nodiscard]] std::size_t last_branch() const {
    std::size_t i = instructions_.size() - 1;
    while (instructions_[i].name != "BRA") --i;
    return i;
  }

  // The kind of a branch stands in bits 91 to 93: for lanes that diverged, for those that did not.
  void branch_of_kind(std::size_t from, std::size_t to, unsigned kind) {
    branch(from, to, 7);
    set(from, 91, 3, kind);
  }
  // BRA.U: under a uniform predicate.
  void uniform_branch(std::size_t from, std::size_t to) {
    branch_of_kind(from, to, 0);
    set(from, 0, 12, 0x547);
    set(from, 87, 4, 0);
  }
  // Under a predicate that is never true: @!PT.
  void never(std::size_t at) { set(at, 12, 4, 15); }

  // BRA, under predicate `guard` (7: always). From sm_90 on the lowest eight bits of the distance
  // stand apart.
  void branch(std::size_t from, std::size_t to, unsigned guard) {
    const std::int64_t words =
        4 * (static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from) - 1);
    const auto distance = static_cast<std::uint64_t>(architecture_ >= 90 ? words >> 8 : words);
    set(from, 0, 12, 0x947);
    set(from, 12, 4, guard);
    set(from, 16, 8, architecture_ >= 90 ? static_cast<std::uint64_t>(words) & 0xffU : 0);
    set(from, 34, 30, distance);
    set(from, 64, 18, words < 0 ? 0x3ffff : 0);
    set(from, 87, 4, 7);  // no predicate of its own
    set(from, 91, 3, 0);
  }
  [[nodiscard]] std::vector<Certificate> certificates() const {
    return certify(read_cubin(bytes_, "split.cubin")).certificates;
  }

 private:
  [[nodiscard]] bool goes_on_to_plain_load(std::size_t i) const {
    for (; i < instructions_.size() && apart_[i] && !instructions_[i].leaves; ++i) {
      const Operation does = instructions_[i].operation;
      if (does == Operation::load_global || does == Operation::fetch) return true;
    }
    return false;
  }

  void set(std::size_t index, unsigned low, unsigned count, std::uint64_t value) {
    std::byte* to = bytes_.data() + start_ + 16 * index + std::size_t{low / 64} * 8;
    std::uint64_t word = 0;
    std::memcpy(&word, to, 8);
    const std::uint64_t mask = ((std::uint64_t{1} << count) - 1) << low % 64;
    word = (word & ~mask) | (value << low % 64 & mask);
    std::memcpy(to, &word, 8);
  }

  std::vector<std::byte> bytes_;
  unsigned architecture_;
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

void into_the_plain_copy_for_diverged_lanes(SplitCode& code) {
  code.branch_of_kind(code.behind_readings(), *code.plain_load(), 2);
}
void into_the_plain_copy_by_a_uniform_predicate(SplitCode& code) {
  code.uniform_branch(code.behind_readings(), *code.plain_load());
}
void from_the_plain_copy_for_diverged_lanes(SplitCode& code) {
  code.branch_of_kind(code.behind_plain_load(), code.first_reading() - 1, 2);
}
void from_the_plain_copy_by_a_uniform_predicate(SplitCode& code) {
  code.uniform_branch(code.behind_plain_load(), code.first_reading() - 1);
}

struct Lead {
  const char* name;
  void (*apply)(SplitCode&);
};
constexpr Lead leads[] = {
    {"into_the_plain_copy", into_the_plain_copy},
    {"into_the_plain_copy_for_some_lanes", into_the_plain_copy_for_some_lanes},
    {"from_the_plain_copy", from_the_plain_copy},
    {"from_the_plain_copy_for_some_lanes", from_the_plain_copy_for_some_lanes},
    {"into_the_plain_copy_for_diverged_lanes", into_the_plain_copy_for_diverged_lanes},
    {"into_the_plain_copy_by_a_uniform_predicate", into_the_plain_copy_by_a_uniform_predicate},
    {"from_the_plain_copy_for_diverged_lanes", from_the_plain_copy_for_diverged_lanes},
    {"from_the_plain_copy_by_a_uniform_predicate", from_the_plain_copy_by_a_uniform_predicate}};

// For what was planted, and not because the mutant is no machine code.
void expect_refused_as_joined(const Certificate& certificate) {
  EXPECT_THAT(certificate.complaint, testing::AnyOf(testing::HasSubstr("is in no stamp"),
                                                    testing::HasSubstr("a branch enters between")))
      << certificate.stamp.kernel << " stamp " << certificate.stamp.id;
}

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
        expect_refused_as_joined(certificate);
        ++mutants;
      }
    }
  }
  EXPECT_GE(mutants, 100U);
  RecordProperty("mutants", static_cast<int>(mutants));
}

// In the place of what every lane leaves the stamped body by: something that some lanes, or all,
// pass.
void with_a_branch_never_taken(SplitCode& code) {
  code.branch(*code.end_of_stamped_body(), code.last_branch(), 15);
}
void with_an_exit_never_taken(SplitCode& code) { code.never(*code.end_of_stamped_body()); }
void with_a_branch_for_diverged_lanes(SplitCode& code) {
  code.branch_of_kind(*code.end_of_stamped_body(), code.last_branch(), 2);
}
void with_a_branch_for_converged_lanes(SplitCode& code) {
  code.branch_of_kind(*code.end_of_stamped_body(), code.last_branch(), 3);
}
void with_a_branch_by_a_uniform_predicate(SplitCode& code) {
  code.uniform_branch(*code.end_of_stamped_body(), code.last_branch());
}
constexpr Lead gaps[] = {
    {"with_a_branch_never_taken", with_a_branch_never_taken},
    {"with_an_exit_never_taken", with_an_exit_never_taken},
    {"with_a_branch_for_diverged_lanes", with_a_branch_for_diverged_lanes},
    {"with_a_branch_for_converged_lanes", with_a_branch_for_converged_lanes},
    {"with_a_branch_by_a_uniform_predicate", with_a_branch_by_a_uniform_predicate}};

class OpenBodies : public Assembled, public testing::WithParamInterface<Lead> {};
INSTANTIATE_TEST_SUITE_P(Planted, OpenBodies, testing::ValuesIn(gaps),
                         [](const auto& parameter) { return parameter.param.name; });

TEST_P(OpenBodies, get_no_certificate) {
  std::size_t mutants = 0;
  for (const char* name : {"stencil", "texture", "opencl", "partial_vector", "divergent"}) {
    for (const unsigned architecture : {80U, 90U}) {
      SplitCode split(assembled(instrument(golden(name), split_options()).ptx, architecture),
                      architecture);
      if (!split.end_of_stamped_body()) continue;  // the assembler put another piece behind it
      GetParam().apply(split);
      for (const Certificate& certificate : split.certificates()) {
        if (certificate.stamp.access == AccessKind::region) continue;
        expect_refused_as_joined(certificate);
        ++mutants;
      }
    }
  }
  EXPECT_GE(mutants, 40U);
  RecordProperty("mutants", static_cast<int>(mutants));
}

// What stays is a branch that every lane takes: the same place, and the certificates as before.
TEST_F(Assembled, a_branch_of_all_lanes_at_the_end_of_the_stamped_body_does_no_harm) {
  SplitCode split(assembled(instrument(golden("stencil"), split_options()).ptx, 90), 90);
  ASSERT_TRUE(split.end_of_stamped_body());

  split.branch_of_kind(*split.end_of_stamped_body(), split.last_branch(), 0);

  for (const Certificate& certificate : split.certificates())
    EXPECT_EQ(certificate.complaint, "") << certificate.stamp.id;
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
