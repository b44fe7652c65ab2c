// tests/trace/certify/broken_test.cpp - stamps that were broken on purpose get no certificate.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <initializer_list>
#include <regex>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/certify/certify.h"
#include "plumb/trace/certify/machine_code.h"
#include "plumb/trace/stamp_table.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;

std::string edited(const std::string& text, const std::string& what, const std::string& with) {
  return std::regex_replace(text, std::regex(what), with);
}

// ---- broken PTX ----

std::string without_dependence(const std::string& ptx) {
  return edited(ptx, "@%plumb_never not\\.b[0-9]* [^;]*;\n", "");
}
std::string with_swapped_readings(const std::string& ptx) {
  return edited(ptx, "\\{%plumb_1, %plumb_2\\}", "{%plumb_2, %plumb_1}");
}
std::string with_one_reading_twice(const std::string& ptx) {
  return edited(ptx, "\\{%plumb_1, %plumb_2\\}", "{%plumb_1, %plumb_1}");
}

constexpr const char* first_reading = "mov.u64 %plumb_1, %clock64;\n";
constexpr const char* second_reading = "mov.u64 %plumb_2, %clock64;\n";

// Of each stamp the text from `from` up to and with `to`, moved to where `moved_to` says.
template <class Place>
std::string with_moved(std::string text, Place place) {
  for (std::size_t at = text.find(first_reading); at != std::string::npos;
       at = text.find(first_reading, at + 1)) {
    const auto [from, to, target] = place(text, at);
    const std::string moved = text.substr(from, to - from);
    text.erase(from, moved.size());
    text.insert(target < from ? target : target - moved.size(), moved);
    at = text.find(second_reading, std::min(from, target));
  }
  return text;
}
struct Move {
  std::size_t from;
  std::size_t to;
  std::size_t target;
};

// The second reading, with its mark, directly behind the first one.
std::string with_early_second_reading(const std::string& ptx) {
  return with_moved(ptx, [](const std::string& text, std::size_t at) {
    const std::size_t second = text.find(second_reading, at);
    return Move{text.rfind(".loc", second), second + std::strlen(second_reading),
                at + std::strlen(first_reading)};
  });
}
// The first reading, with its mark, behind the access and what waits for it.
std::string with_late_first_reading(const std::string& ptx) {
  return with_moved(ptx, [](const std::string& text, std::size_t at) {
    return Move{text.rfind(".loc", at), at + std::strlen(first_reading),
                text.rfind(".loc", text.find(second_reading, at))};
  });
}
// The access and what waits for it, with their mark, before the first reading.
std::string with_early_access(const std::string& ptx) {
  return with_moved(ptx, [](const std::string& text, std::size_t at) {
    const std::size_t access = at + std::strlen(first_reading);
    return Move{access, text.rfind(".loc", text.find(second_reading, at)), text.rfind(".loc", at)};
  });
}

struct Breakage {
  const char* name;
  std::string (*apply)(const std::string&);
};
constexpr Breakage breakages[] = {{"without dependence", without_dependence},
                                  {"swapped", with_swapped_readings},
                                  {"one reading twice", with_one_reading_twice},
                                  {"early second reading", with_early_second_reading},
                                  {"late first reading", with_late_first_reading},
                                  {"early access", with_early_access}};

// How many stamps there were.
std::size_t expect_none_certified(const Certification& certification, const std::string& what) {
  for (const Certificate& certificate : certification.certificates) {
    EXPECT_NE(certificate.complaint, "")
        << what << " sm_" << certification.architecture << " stamp " << certificate.stamp.id << " "
        << certificate.stamp.opcode;
  }
  return certification.certificates.size();
}

class Broken : public Assembled, public testing::WithParamInterface<Breakage> {};
INSTANTIATE_TEST_SUITE_P(Ptx, Broken, testing::ValuesIn(breakages), [](const auto& parameter) {
  return edited(parameter.param.name, " ", "_");
});

TEST_P(Broken, ptx_gets_no_certificate) {
  std::size_t broken = 0;
  for (const std::string& name : golden_names()) {
    InstrumentOptions options;
    options.selection.accesses = {AccessKind::load};
    options.selection.spaces = {MemorySpace::global, MemorySpace::texture, MemorySpace::surface,
                                MemorySpace::local};
    // The indices into the private array are used at once, before the second reading: without the
    // dependence their loads are waited for all the same.
    if (name == "local") options.selection.spaces = {MemorySpace::local};
    const Instrumented instrumented = instrument(golden(name), options);
    const std::string variant = GetParam().apply(instrumented.ptx);
    ASSERT_NE(variant, instrumented.ptx) << name;
    for (const unsigned architecture : {75U, 90U})
      broken += expect_none_certified(certified(variant, architecture), name);
  }
  EXPECT_GE(broken, 100U);
  RecordProperty("broken", static_cast<int>(broken));
}

// ptxas splits a vector whose middle is never used: then each part needs its own dependence.
TEST_F(Assembled, a_missing_component_of_a_split_load_is_found) {
  const Instrumented instrumented = instrument(golden("partial_vector"), {});
  const std::size_t last = instrumented.ptx.find("@%plumb_never not.b32 %f4");
  ASSERT_NE(last, std::string::npos);
  std::string variant = instrumented.ptx;
  variant.erase(last, variant.find('\n', last) + 1 - last);

  for (const unsigned architecture : architectures()) {
    EXPECT_EQ(
        certified(instrumented.ptx, architecture).certificates.front().places.front().accesses, 2U);
    const Certification certification = certified(variant, architecture);
    EXPECT_THAT(certification.certificates[0].complaint, HasSubstr("does not wait for LDG"));
    EXPECT_EQ(count_certified(certification), certification.certificates.size() - 1);
  }
}

// Of a predicated move the assembler makes a load under the opposite predicate, which nobody waits
// for: the reason why the dependence is an instruction that reads.
TEST_F(Assembled, a_predicated_move_in_the_place_of_the_dependence_is_not_enough) {
  const ptx::Module module = golden("partial_vector");
  const Instrumented instrumented = instrument(module, {});
  const std::string moves =
      edited(instrumented.ptx, "@%plumb_never not\\.b32 ([^,]*), [^;]*;",
             "{ .reg .b32 %plumb_n; ld.const.u32 %plumb_n, [" + names_for(module.text).never +
                 "];\n@%plumb_never mov.b32 $1, %plumb_n; }");

  EXPECT_FALSE(certified(moves, 90).complete());
}

// Of a constant whose address is the same in all lanes nothing shows when it is there.
TEST_F(Assembled, a_constant_through_the_uniform_path_is_not_certified) {
  InstrumentOptions options;
  options.selection.spaces = {MemorySpace::constant};
  options.selection.accesses = {AccessKind::load};
  const Instrumented instrumented = instrument(golden("constant"), options);
  const std::string uniform = edited(instrumented.ptx, "@%plumb_apart xor", "@%plumb_never xor");

  for (const unsigned architecture : {80U, 90U}) {
    const Certification certification = certified(uniform, architecture);
    EXPECT_THAT(certification.certificates[0].complaint, HasSubstr("nothing waits for ULDC"));
    EXPECT_FALSE(certification.complete());
  }
}

// With the same address twice the second load of what nobody writes is gone.
TEST_F(Assembled, a_load_that_the_assembler_merged_with_another_is_not_certified) {
  InstrumentOptions options;
  options.selection.opcodes = {"ld.global.nc"};
  const Instrumented instrumented = instrument(golden("twice"), options);
  const std::string alike = edited(instrumented.ptx, "@%plumb_never xor[^;]*;", "");

  for (const unsigned architecture : {75U, 90U}) {
    const Certification certification = certified(alike, architecture);
    EXPECT_EQ(count_certified(certification), 2U);
    EXPECT_THAT(certification.certificates[2].complaint, HasSubstr("the assembler removed it"));
    EXPECT_THAT(certification.certificates[3].complaint, HasSubstr("the assembler removed it"));
  }
}

// The load before the first reading, as if the assembler had moved it up.
TEST_F(Assembled, a_load_that_lies_before_its_readings_is_not_certified) {
  InstrumentOptions options;
  options.selection.opcodes = {"ld.shared"};
  const Instrumented instrumented = instrument(golden("twice"), options);
  const std::string early = edited(instrumented.ptx,
                                   "(\\.loc [0-9]+ 10000001 0\n)(mov\\.u64 %plumb_1, %clock64;\n)"
                                   "(\\.loc [0-9]+ 10000002 0\n)(ld\\.volatile\\.shared[^;]*;)",
                                   "$3$4\n$1$2$3");
  ASSERT_NE(early, instrumented.ptx);

  EXPECT_THAT(certified(early, 90).certificates[0].complaint, HasSubstr("moved the access out"));
}

// A second load of the same kind that the assembler might have moved there.
TEST_F(Assembled, another_load_between_the_stamps_means_no_certificate) {
  const Instrumented instrumented = instrument(golden("predicated"), {});
  const std::string other = edited(
      instrumented.ptx, "(ld\\.global\\.v4[^;]*;)",
      ".loc 1 4 0\nld.volatile.global.u32 bit, [from+8];\n.loc 1 10000008 0\n$1\n@%plumb_never "
      "not.b32 bit, bit;\nst.global.u32 [from+12], bit;");
  ASSERT_NE(other, instrumented.ptx);

  for (const unsigned architecture : {75U, 90U}) {
    EXPECT_THAT(certified(other, architecture).certificates[2].complaint,
                HasSubstr("another LDG between the readings"));
  }
}

// ---- broken machine code ----

// A certified stamp in a cubin, whose instructions can be changed.
class Patient {
 public:
  Patient(std::vector<std::byte>& code, const Certificate& certificate, unsigned architecture)
      : code_(&code), id_(certificate.stamp.id) {
    const CertifiedPlace& place = certificate.places.front();
    const Cubin cubin = read_cubin(code, "patient.cubin");
    const auto function =
        std::ranges::find(cubin.functions, place.function, &MachineFunction::name);
    start_ = static_cast<std::size_t>(function->code.data() - code.data());
    instructions_ = decode_all(function->code, architecture);
    first_ = place.offset / 16;
    for (second_ = first_ + 1; function->stamp_lines[second_] != second_line(id_) ||
                               instructions_[second_].operation != Operation::clock;)
      ++second_;
    const auto carries = [&](std::size_t i) {
      return is_load(instructions_[i]) && function->stamp_lines[i] > unmarked_line;
    };
    for (access_ = first_ + 1; !carries(access_);) ++access_;
  }

  [[nodiscard]] std::size_t first() const { return first_; }
  [[nodiscard]] std::size_t access() const { return access_; }
  [[nodiscard]] std::size_t second() const { return second_; }
  [[nodiscard]] const Instruction& at(std::size_t i) const { return instructions_[i]; }

  // Bits [low, low + count) of an instruction, which do not cross a word.
  void set(std::size_t index, unsigned low, unsigned count, std::uint64_t value) {
    std::byte* to = code_->data() + start_ + 16 * index + std::size_t{low / 64} * 8;
    std::uint64_t word = 0;
    std::memcpy(&word, to, 8);
    const std::uint64_t mask = ((std::uint64_t{1} << count) - 1) << low % 64;
    word = (word & ~mask) | (value << low % 64 & mask);
    std::memcpy(to, &word, 8);
  }
  void swap(std::size_t a, std::size_t b) {
    std::swap_ranges(code_->begin() + offset(a), code_->begin() + offset(a) + 16,
                     code_->begin() + offset(b));
  }
  [[nodiscard]] std::string complaint() const { return certificate().complaint; }
  [[nodiscard]] CertificateVerdict verdict() const { return certificate().verdict; }
  [[nodiscard]] std::size_t last() const { return instructions_.size() - 1; }

 private:
  [[nodiscard]] Certificate certificate() const {
    for (const Certificate& one : certify(read_cubin(*code_, "patient.cubin")).certificates) {
      if (one.stamp.id == id_) return one;
    }
    return {.stamp = {}, .places = {}, .complaint = "the stamp is gone"};
  }
  static bool is_load(const Instruction& instruction) {
    return instruction.write_barrier != no_barrier && instruction.bytes > 0;
  }
  [[nodiscard]] std::ptrdiff_t offset(std::size_t index) const {
    return static_cast<std::ptrdiff_t>(start_ + 16 * index);
  }

  std::vector<std::byte>* code_;
  std::uint32_t id_;
  std::size_t start_ = 0;
  std::vector<Instruction> instructions_;
  std::size_t first_ = 0;
  std::size_t access_ = 0;
  std::size_t second_ = 0;
};

void remove_waits(Patient& patient) {
  for (std::size_t i = patient.access() + 1; i <= patient.second(); ++i) patient.set(i, 116, 6, 0);
}
void remove_barrier(Patient& patient) { patient.set(patient.access(), 110, 3, no_barrier); }
// To one that nothing behind the access waits for.
void change_barrier(Patient& patient) {
  unsigned waited = 0;
  for (std::size_t i = patient.access() + 1; i <= patient.second(); ++i)
    waited |= patient.at(i).wait_mask;
  unsigned other = 0;
  while ((waited >> other & 1U) != 0) ++other;
  patient.set(patient.access(), 110, 3, other);
}
void make_unknown(Patient& patient) { patient.set(patient.access(), 0, 9, 0x0ff); }
// It could be a branch to between the readings.
void make_start_unknown(Patient& patient) { patient.set(0, 0, 9, 0x0ff); }
void make_end_unknown(Patient& patient) { patient.set(patient.last(), 0, 12, 0x957); }
void make_branch(Patient& patient) { patient.set(patient.second() - 1, 0, 12, 0x947); }
void swap_readings(Patient& patient) {
  patient.set(patient.first(), 16, 8, patient.at(patient.second()).destination);
  patient.set(patient.second(), 16, 8, patient.at(patient.first()).destination);
}
void store_another(Patient& patient) { patient.set(patient.second(), 16, 8, 200); }
void guard_second(Patient& patient) { patient.set(patient.second(), 12, 3, 1); }
void read_another_clock(Patient& patient) { patient.set(patient.first(), 72, 8, 0x21); }
void reorder_second(Patient& patient) { patient.swap(patient.access(), patient.second()); }
void reorder_first(Patient& patient) { patient.swap(patient.access(), patient.first()); }

struct Injury {
  const char* name;
  void (*inflict)(Patient&);
  const char* complaint;
};
constexpr Injury injuries[] = {
    {"waits_removed", remove_waits, "does not wait for"},
    {"barrier_removed", remove_barrier, "nothing waits for"},
    {"barrier_changed", change_barrier, "does not wait for"},
    {"access_unknown", make_unknown, "unknown instruction"},
    {"unknown_before", make_start_unknown, "which may be a branch"},
    {"unknown_behind", make_end_unknown, "unknown instruction 0x957"},
    {"branch_between", make_branch, ""},
    {"readings_swapped", swap_readings, "store"},
    {"another_register_stored", store_another, "store"},
    {"second_reading_guarded", guard_second, "a clock reading is under a predicate"},
    {"another_clock_read", read_another_clock, "0 first and 1 second clock readings"},
    {"second_reading_before_access", reorder_second, ""},
    {"first_reading_behind_access", reorder_first, ""}};

// The places of the chosen certificates, each in machine code of its own that a test may injure.
class Treated : public Assembled {
 protected:
  template <class Visit>
  void each_patient(std::initializer_list<const char*> names, bool (*chosen)(const Certificate&),
                    const Visit& visit) {
    for (const char* name : names) {
      for (const unsigned architecture : {75U, 90U}) {
        const Certification certification =
            certified(instrument(golden(name), {}).ptx, architecture);
        const std::vector<std::byte> sound = code;
        for (const Certificate& certificate : certification.certificates) {
          if (certificate.places.size() != 1 || !chosen(certificate)) continue;
          SCOPED_TRACE(fmt::format("{} sm_{} stamp {}", name, architecture, certificate.stamp.id));
          code = sound;
          Patient patient(code, certificate, architecture);
          visit(patient);
        }
      }
    }
  }
};

bool is_certified(const Certificate& certificate) {
  return certificate.verdict == CertificateVerdict::certified;
}
bool is_load(const Certificate& certificate) {
  return certificate.stamp.access == AccessKind::load;
}

class Injured : public Treated, public testing::WithParamInterface<Injury> {};
INSTANTIATE_TEST_SUITE_P(MachineCode, Injured, testing::ValuesIn(injuries),
                         [](const auto& parameter) { return parameter.param.name; });

// Before the first reading another instruction sets the barrier of the access.
void set_before(Patient& patient) {
  patient.set(patient.first() - 1, 110, 3, patient.at(patient.access()).write_barrier);
}
void read_before(Patient& patient) {
  patient.set(patient.first() - 1, 113, 3, patient.at(patient.access()).write_barrier);
}
// It waits for an older user of the barrier first.
void wait_and_set_before(Patient& patient) {
  set_before(patient);
  patient.set(patient.first() - 1, 116, 6, 0x3f);
}
// A branch to the first reading: what was done before it is not looked at.
void branch_before(Patient& patient) {
  const std::size_t at = patient.first() - 1;
  patient.set(at, 0, 12, 0x947);
  patient.set(at, 16, 8, 0);
  patient.set(at, 34, 30, 0);
  patient.set(at, 64, 18, 0);
}
// Something behind the access sets a barrier too: how long that takes, the stall counts do not
// tell.
void set_between(Patient& patient) {
  const unsigned free = patient.at(patient.access()).write_barrier == 5 ? 4 : 5;
  patient.set(patient.access() + 1, 110, 3, free);
  patient.set(patient.second(), 116, 6, patient.at(patient.second()).wait_mask | 1U << free);
}
struct Sharing {
  const char* name;
  void (*inflict)(Patient&);
};
constexpr Sharing sharings[] = {{"set_before", set_before},
                                {"read_before", read_before},
                                {"wait_and_set_before", wait_and_set_before},
                                {"branch_before", branch_before},
                                {"set_between", set_between}};

class Shared : public Treated, public testing::WithParamInterface<Sharing> {};
INSTANTIATE_TEST_SUITE_P(MachineCode, Shared, testing::ValuesIn(sharings),
                         [](const auto& parameter) { return parameter.param.name; });

TEST_P(Shared, barriers_are_named) {
  std::size_t shared = 0;
  each_patient({"partial_vector", "divergent", "narrow_wide", "stencil"}, is_certified,
               [&](Patient& patient) {
                 patient.set(patient.first(), 116, 6, 0);
                 GetParam().inflict(patient);
                 EXPECT_EQ(patient.verdict(), CertificateVerdict::shared_barrier)
                     << patient.complaint();
                 ++shared;
               });
  EXPECT_GE(shared, 6U);
}

// An instruction between the first reading and the access sets the barrier of the access, too.
TEST_F(Treated, a_barrier_that_another_sets_before_the_access_is_named) {
  std::size_t shared = 0;
  each_patient({"partial_vector", "divergent", "narrow_wide", "stencil", "constant"}, is_certified,
               [&](Patient& patient) {
                 const std::size_t other = patient.access() - 1;
                 if (other == patient.first()) return;
                 patient.set(other, 110, 3, patient.at(patient.access()).write_barrier);
                 EXPECT_EQ(patient.verdict(), CertificateVerdict::shared_barrier)
                     << patient.complaint();
                 ++shared;
               });
  EXPECT_GE(shared, 1U);
}

TEST_P(Injured, machine_code_gets_no_certificate) {
  std::size_t broken = 0;
  each_patient({"partial_vector", "constant", "divergent", "narrow_wide"}, is_load,
               [&](Patient& patient) {
                 ASSERT_EQ(patient.complaint(), "");
                 GetParam().inflict(patient);
                 const std::string complaint = patient.complaint();
                 EXPECT_NE(complaint, "");
                 EXPECT_THAT(complaint, HasSubstr(GetParam().complaint));
                 ++broken;
               });
  EXPECT_GE(broken, 40U);
  RecordProperty("broken", static_cast<int>(broken));
}

}  // namespace
}  // namespace plumb::trace
