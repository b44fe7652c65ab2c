// tests/trace/certify/own_cycles_test.cpp - what a stamp itself takes of its interval, by the stall
// counts of the machine code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "plumb/trace/certify/function_code.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

constexpr unsigned most_stall = 15;

// The stall count of an instruction is four bits from bit 105 on.
void stall_once_more(std::byte* instruction) {
  const unsigned byte = std::to_integer<unsigned>(instruction[13]);
  instruction[13] = static_cast<std::byte>(byte + (1U << 1U));
}

// One place of a stamp in machine code that can be changed.
class ChangedStalls {
 public:
  ChangedStalls(std::vector<std::byte> bytes, std::size_t stamp)
      : bytes_(std::move(bytes)), stamp_(stamp) {
    const CertifiedPlace& place = place_now();
    const Cubin cubin = read_cubin(bytes_, "stalls.cubin");
    for (const MachineFunction& function : cubin.functions) {
      if (function.name != place.function) continue;
      start_ = static_cast<std::size_t>(function.code.data() - bytes_.data());
      instructions_ = decode_all(function.code, cubin.architecture);
    }
    first_ = place.offset / 16;
    second_ = first_ + 1;
    while (instructions_[second_].operation != Operation::clock) ++second_;
  }
  [[nodiscard]] std::size_t first() const { return first_; }
  [[nodiscard]] std::size_t second() const { return second_; }
  [[nodiscard]] const Instruction& at(std::size_t i) const { return instructions_[i]; }

  // With one instruction that stalls for a cycle more.
  [[nodiscard]] CertifiedPlace with_stall_at(std::size_t i) {
    const std::vector<std::byte> before = bytes_;
    stall_once_more(bytes_.data() + start_ + 16 * i);
    const CertifiedPlace place = place_now();
    bytes_ = before;
    return place;
  }
  [[nodiscard]] CertifiedPlace place_now() const {
    return certify(read_cubin(bytes_, "stalls.cubin")).certificates[stamp_].places.front();
  }

 private:
  std::vector<std::byte> bytes_;
  std::size_t stamp_;
  std::size_t start_ = 0;
  std::vector<Instruction> instructions_;
  std::size_t first_ = 0;
  std::size_t second_ = 0;
};

// Every instruction before the access counts, none from it up to the one that waits for its
// barrier, and every one from there on.
void expect_stalls_counted(ChangedStalls& code, const std::string& where) {
  const CertifiedPlace place = code.place_now();
  std::size_t access = 0;
  std::size_t wait = 0;
  for (std::size_t i = code.first(); i <= code.second(); ++i) {
    const bool waits =
        access > 0 && (code.at(i).wait_mask >> code.at(access).write_barrier & 1U) != 0;
    if (waits && wait == 0) wait = i;
    if (access == 0 && code.at(i).operation == Operation::load_global) access = i;
  }
  ASSERT_GT(wait, access) << where;
  for (std::size_t i = code.first(); i < code.second(); ++i) {
    if (code.at(i).stall == most_stall) continue;
    const CertifiedPlace changed = code.with_stall_at(i);
    EXPECT_EQ(changed.cycles_before - place.cycles_before, i < access ? 1U : 0U) << where << i;
    EXPECT_EQ(changed.cycles_behind - place.cycles_behind, i >= wait ? 1U : 0U) << where << i;
  }
}

TEST_F(Assembled, what_a_stamp_takes_are_the_stalls_outside_the_access_and_its_wait) {
  InstrumentOptions options;
  options.selection.spaces = {MemorySpace::global};
  const std::string ptx = instrument(golden("predicated"), options).ptx;
  for (const unsigned architecture : architectures()) {
    const Certification certification = certified(ptx, architecture);
    for (std::size_t i = 0; i < certification.certificates.size(); ++i) {
      if (certification.certificates[i].places.front().accesses > 1) continue;
      ChangedStalls stalls(code, i);
      expect_stalls_counted(stalls, fmt::format("sm_{} stamp {} at ", architecture, i));
    }
  }
}

// A reading takes an issue slot, and what waits takes another.
TEST_F(Assembled, every_certified_load_of_the_golden_kernels_has_cycles_of_its_stamp) {
  for (const std::string& name : golden_names()) {
    InstrumentOptions options;
    options.selection.accesses = {AccessKind::load};
    for (const unsigned architecture : {80U, 90U}) {
      for (const Certificate& one :
           certified(instrument(golden(name), options).ptx, architecture).certificates) {
        const OwnCycles own = own_cycles(one);
        EXPECT_GE(own.before, 1U) << name << one.stamp.id;
        EXPECT_LE(own.before + own.behind, 120U) << name << one.stamp.id;
      }
    }
  }
}

}  // namespace
}  // namespace plumb::trace
