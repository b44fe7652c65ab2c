// tests/trace/certify/first_use_test.cpp - stamps at first uses in machine code, sound and broken.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/certify/certify.h"
#include "plumb/trace/certify/machine_code.h"
#include "plumb/trace/stamp_table.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;

constexpr std::array kernels{"partial_vector", "divergent", "opencl", "narrow_wide", "twice"};

// Each golden load with a first use, alone in its build.
class AtFirstUse : public Assembled {
 protected:
  template <class Visitor>
  void each_build(unsigned architecture, const Visitor& visit) {
    InstrumentOptions options;
    options.method = StampMethod::first_use;
    options.selection.accesses = {AccessKind::load};
    for (const char* name : kernels) {
      const ptx::Module module = golden(name);
      const ChosenAccesses chosen =
          choose_accesses(module, options.selection, StampMethod::first_use);
      for (std::uint32_t i = 0; i < chosen.accesses.size(); ++i) {
        options.only = i;
        const std::string ptx = instrument(module, chosen, options).ptx;
        visit(fmt::format("{} stamp {} sm_{}", name, i, architecture), ptx);
      }
    }
  }

  Certificate only_one(const std::string& ptx, unsigned architecture) {
    const Certification certification = certified(ptx, architecture);
    EXPECT_EQ(certification.certificates.size(), 1U);
    return certification.certificates.front();
  }
};

TEST_F(AtFirstUse, most_golden_loads_are_certified_and_the_others_have_a_reason) {
  for (const unsigned architecture : {80U, 90U}) {
    std::size_t all = 0;
    std::size_t sound = 0;
    each_build(architecture, [&](const std::string& what, const std::string& ptx) {
      const Certificate one = only_one(ptx, architecture);
      ++all;
      if (one.verdict == CertificateVerdict::not_certified) {
        EXPECT_THAT(one.complaint, HasSubstr("of '")) << what;
        return;
      }
      ++sound;
      for (const CertifiedPlace& place : one.places) {
        EXPECT_GT(place.cycles_before, 0U) << what;
        EXPECT_GT(place.cycles_behind, 0U) << what;
      }
    });
    EXPECT_GE(sound, 18U) << "of " << all << " on sm_" << architecture;
  }
}

TEST_F(AtFirstUse, several_stamps_hide_a_part_of_each_others_wait) {
  InstrumentOptions options;
  options.method = StampMethod::first_use;
  std::string ptx =
      ".version 7.5\n.target sm_75\n.address_size 64\n.entry k(.param .u64 p)\n{\n"
      ".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\nld.param.u64 %rd1, [p];\n"
      "ld.global.u32 %r1, [%rd1];\nld.global.u32 %r2, [%rd1+4];\nadd.u32 %r3, %r2, 1;\n"
      "st.global.u32 [%rd1+8], %r3;\nadd.u32 %r4, %r1, 1;\nst.global.u32 [%rd1+12], "
      "%r4;\nret;\n}\n";

  const Certification both =
      certified(instrument(ptx::parse_module(ptx, "k.ptx"), options).ptx, 90);

  ASSERT_EQ(both.certificates.size(), 2U);
  EXPECT_NE(both.certificates[0].complaint, "");
  EXPECT_EQ(both.certificates[1].complaint, "");
}

// A certified stamp whose machine code can be changed.
class Opened {
 public:
  Opened(std::vector<std::byte>& code, const Certificate& certificate, unsigned architecture)
      : code_(&code) {
    const CertifiedPlace& place = certificate.places.front();
    const Cubin cubin = read_cubin(code, "opened.cubin");
    const auto function =
        std::ranges::find(cubin.functions, place.function, &MachineFunction::name);
    start = static_cast<std::size_t>(function->code.data() - code.data());
    instructions = decode_all(function->code, architecture);
    first = place.offset / 16;
    const std::uint32_t id = certificate.stamp.id;
    for (second = first + 1; function->stamp_lines[second] != second_line(id);) ++second;
    for (access = first - 1; function->stamp_lines[access] != access_line(id) ||
                             instructions[access].write_barrier == no_barrier;)
      --access;
    for (wait = first + 1; (instructions[wait].wait_mask >> barrier() & 1U) == 0;) ++wait;
  }

  [[nodiscard]] unsigned barrier() const { return instructions[access].write_barrier; }

  // Bits [low, low + count) of an instruction, which do not cross a word.
  void set(std::size_t index, unsigned low, unsigned count, std::uint64_t value) {
    std::byte* to = code_->data() + start + 16 * index + std::size_t{low / 64} * 8;
    std::uint64_t word = 0;
    std::memcpy(&word, to, 8);
    const std::uint64_t mask = ((std::uint64_t{1} << count) - 1) << low % 64;
    word = (word & ~mask) | (value << low % 64 & mask);
    std::memcpy(to, &word, 8);
  }
  void set_waits(std::size_t index, unsigned mask) { set(index, 116, 6, mask); }

  std::size_t start = 0;
  std::vector<Instruction> instructions;
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t access = 0;
  std::size_t wait = 0;

 private:
  std::vector<std::byte>* code_;
};

struct Damage {
  const char* name;
  void (*inflict)(Opened&);
  const char* complaint;
};

// As if the first reading stood behind the wait.
void wait_at_first_reading(Opened& one) {
  one.set_waits(one.first, one.instructions[one.first].wait_mask | 1U << one.barrier());
}
void wait_before(Opened& one) {
  const std::size_t i = one.access + 1;
  one.set_waits(i, one.instructions[i].wait_mask | 1U << one.barrier());
}
void no_wait(Opened& one) {
  for (std::size_t i = one.first + 1; i <= one.second; ++i) one.set_waits(i, 0);
}
void another_wait(Opened& one) {
  const unsigned other = one.barrier() == 0 ? 1 : 0;
  one.set_waits(one.second, one.instructions[one.second].wait_mask | 1U << other);
}
void guarded_access(Opened& one) { one.set(one.access, 12, 3, 1); }
void guarded_reading(Opened& one) { one.set(one.second, 12, 3, 1); }
void no_barrier_at_all(Opened& one) { one.set(one.access, 110, 3, no_barrier); }
void another_barrier(Opened& one) { one.set(one.access, 110, 3, one.barrier() == 0 ? 1 : 0); }
void another_register(Opened& one) { one.set(one.access, 16, 8, 200); }
void unknown_between(Opened& one) { one.set(one.wait, 0, 9, 0x0ff); }
void branch_between(Opened& one) { one.set(one.second - 1, 0, 12, 0x947); }

constexpr std::array damages{
    Damage{"wait_at_first_reading", wait_at_first_reading, "waits for the access"},
    Damage{"wait_before", wait_before, "waits for the access"},
    Damage{"no_wait", no_wait, "does not wait for"},
    Damage{"another_wait", another_wait, "waits for something else"},
    Damage{"guarded_access", guarded_access, "under a predicate"},
    Damage{"guarded_reading", guarded_reading, "under a predicate"},
    Damage{"no_barrier", no_barrier_at_all, ""},
    Damage{"another_barrier", another_barrier, ""},
    Damage{"another_register", another_register, "uses what"},
    Damage{"unknown_between", unknown_between, "may be a branch"},
    Damage{"branch_between", branch_between, ""}};

TEST_F(AtFirstUse, no_mutant_of_the_machine_code_is_certified) {
  std::size_t mutants = 0;
  for (const unsigned architecture : {80U, 90U}) {
    each_build(architecture, [&](const std::string& what, const std::string& ptx) {
      const Certificate sound = only_one(ptx, architecture);
      if (!sound.complaint.empty() || sound.places.size() != 1 || sound.places[0].accesses != 1)
        return;
      const std::vector<std::byte> untouched = code;
      for (const Damage& damage : damages) {
        code = untouched;
        Opened opened(code, sound, architecture);
        damage.inflict(opened);
        const Certificate broken = certify(read_cubin(code, "broken.cubin")).certificates.front();
        EXPECT_EQ(broken.verdict, CertificateVerdict::not_certified) << what << damage.name;
        EXPECT_THAT(broken.complaint, HasSubstr(damage.complaint)) << what << damage.name;
        ++mutants;
      }
    });
  }
  EXPECT_GE(mutants, 300U);
  RecordProperty("mutants", static_cast<int>(mutants));
}

constexpr std::string_view reading_before = "mov.u64 %plumb_1, %clock64;\n";
constexpr std::string_view reading_behind = "mov.u64 %plumb_2, %clock64;\n";

// The readings, with their marks, moved to the other side of what waits.
std::string with_first_reading_behind_the_wait(std::string ptx) {
  const std::size_t at = ptx.find(reading_before);
  const std::size_t from = ptx.rfind(".loc", at);
  const std::string moved = ptx.substr(from, at + reading_before.size() - from);
  ptx.erase(from, moved.size());
  return ptx.insert(ptx.rfind(".loc", ptx.find(reading_behind)), moved);
}
std::string with_second_reading_before_the_wait(std::string ptx) {
  const std::size_t at = ptx.find(reading_behind);
  const std::size_t from = ptx.rfind(".loc", at);
  const std::string moved = ptx.substr(from, at + reading_behind.size() - from);
  ptx.erase(from, moved.size());
  return ptx.insert(ptx.find(reading_before) + reading_before.size(), moved);
}

TEST_F(AtFirstUse, no_mutant_of_the_ptx_is_certified) {
  std::size_t mutants = 0;
  each_build(90, [&](const std::string& what, const std::string& ptx) {
    if (!only_one(ptx, 90).complaint.empty()) return;
    for (const std::string& broken :
         {with_first_reading_behind_the_wait(ptx), with_second_reading_before_the_wait(ptx)}) {
      EXPECT_EQ(only_one(broken, 90).verdict, CertificateVerdict::not_certified) << what;
      ++mutants;
    }
  });
  EXPECT_GE(mutants, 36U);
}

}  // namespace
}  // namespace plumb::trace
