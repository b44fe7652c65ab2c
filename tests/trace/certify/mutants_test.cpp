// tests/trace/certify/mutants_test.cpp - machine code and PTX with a planted guard, branch, width,
// decoy or diverted log gets no certificate.
//
// Every certified load of every golden kernel is changed in each way, one at a time; what the
// change leaves of other stamps is not looked at.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/certify/machine_code.h"
#include "plumb/trace/stamp_table.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

// One place of a certified stamp in a copy of a cubin, whose instructions can be changed.
class Mutant {
 public:
  Mutant(std::vector<std::byte> code, const Certificate& certificate, unsigned architecture)
      : code_(std::move(code)), id_(certificate.stamp.id) {
    const CertifiedPlace& place = certificate.places.front();
    const Cubin cubin = read_cubin(code_, "mutant.cubin");
    const auto function =
        std::ranges::find(cubin.functions, place.function, &MachineFunction::name);
    start_ = static_cast<std::size_t>(function->code.data() - code_.data());
    instructions_ = decode_all(function->code, architecture);
    first_ = place.offset / 16;
    second_ = first_ + 1;
    while (instructions_[second_].operation != Operation::clock) ++second_;
    access_ = first_ + 1;
    while (access_ < second_ && instructions_[access_].write_barrier == no_barrier) ++access_;
    store_ = second_ + 1;
    while (store_ < instructions_.size() && !keeps_readings(store_)) ++store_;
  }

  [[nodiscard]] const Instruction& at(std::size_t i) const { return instructions_[i]; }
  [[nodiscard]] std::size_t first() const { return first_; }
  [[nodiscard]] std::size_t access() const { return access_; }
  [[nodiscard]] std::size_t second() const { return second_; }
  [[nodiscard]] std::size_t store() const { return store_; }  // of the readings
  [[nodiscard]] bool has_store() const { return store_ + 1 < instructions_.size(); }
  // Before the store of the readings or behind it.
  [[nodiscard]] std::size_t other_half() const {
    for (std::size_t i = second_ + 1; i < instructions_.size(); ++i) {
      if (instructions_[i].opcode == at(store_).opcode && instructions_[i].a == at(store_).a &&
          instructions_[i].offset == at(store_).offset + 16)
        return i;
    }
    return store_ + 1;
  }

  // Bits [low, low + count) of an instruction, which do not cross a word.
  void set(std::size_t index, unsigned low, unsigned count, std::uint64_t value) {
    std::byte* to = code_.data() + start_ + 16 * index + std::size_t{low / 64} * 8;
    std::uint64_t word = 0;
    std::memcpy(&word, to, 8);
    const std::uint64_t mask = ((std::uint64_t{1} << count) - 1) << low % 64;
    word = (word & ~mask) | (value << low % 64 & mask);
    std::memcpy(to, &word, 8);
  }
  void copy(std::size_t from, std::size_t to) {
    std::memcpy(code_.data() + start_ + 16 * to, code_.data() + start_ + 16 * from, 16);
  }
  [[nodiscard]] std::string complaint() const {
    for (const Certificate& one : certify(read_cubin(code_, "mutant.cubin")).certificates) {
      if (one.stamp.id == id_) return one.complaint;
    }
    return "the stamp is gone";
  }

 private:
  [[nodiscard]] bool keeps_readings(std::size_t i) const {
    return instructions_[i].operation == Operation::store && instructions_[i].bytes == 16 &&
           instructions_[i].b == instructions_[first_].destination;
  }

  std::vector<std::byte> code_;
  std::uint32_t id_;
  std::size_t start_ = 0;
  std::vector<Instruction> instructions_;
  std::size_t first_ = 0;
  std::size_t access_ = 0;
  std::size_t second_ = 0;
  std::size_t store_ = 0;
};

// Each returns whether the place had what it changes.
bool guard_access(Mutant& mutant) {
  mutant.set(mutant.access(), 12, 4, 0);
  return true;
}
bool guard_access_with_false(Mutant& mutant) {
  mutant.set(mutant.access(), 12, 4, 0xf);
  return true;
}
// The instruction before the access becomes a branch to behind it.
bool branch_around(Mutant& mutant) {
  const std::size_t at = mutant.access() - 1;
  if (at == mutant.first()) return false;
  mutant.set(at, 0, 12, 0x947);
  mutant.set(at, 12, 4, 0);
  mutant.set(at, 16, 8, 0);
  mutant.set(at, 34, 30, 4);
  mutant.set(at, 64, 18, 0);
  return true;
}
bool widen(Mutant& mutant) {
  const Instruction& access = mutant.at(mutant.access());
  if (access.bytes == 0 || access.bytes >= 16 || access.operation == Operation::load_constant)
    return false;
  constexpr unsigned widest = 6;
  mutant.set(mutant.access(), 73, 3, widest);
  return true;
}
bool narrow(Mutant& mutant) {
  const Instruction& access = mutant.at(mutant.access());
  if (access.bytes < 2) return false;
  mutant.set(mutant.access(), 73, 3, 0);
  return true;
}
// Behind the second reading the program's load is done once more, so that the one between the
// readings might be another one.
bool plant_decoy(Mutant& mutant) {
  const Operation loads = mutant.at(mutant.access()).operation;
  // Of these the assembler, or the staging of records, makes loads that are no stamp's.
  if (loads == Operation::load_constant || loads == Operation::load_local ||
      loads == Operation::load_shared || loads == Operation::load_generic)
    return false;
  mutant.copy(mutant.access(), mutant.second() + 1);
  return true;
}
// In the place of the second half of the record the first half is overwritten.
bool overwrite_record(Mutant& mutant) {
  mutant.copy(mutant.store(), mutant.store() + 1);
  mutant.set(mutant.store() + 1, 32, 8, mutant.at(mutant.store()).a);
  return true;
}
// The readings go elsewhere.
bool divert_record(Mutant& mutant) {
  mutant.set(mutant.store(), 24, 8, mutant.at(mutant.access()).a);
  return mutant.at(mutant.access()).a != mutant.at(mutant.store()).a;
}
bool shift_record(Mutant& mutant) {
  mutant.set(mutant.store(), 40, 24,
             static_cast<std::uint32_t>(mutant.at(mutant.store()).offset) + 64U);
  return true;
}

// The halves of the record are kept by different lanes.
bool part_halves(Mutant& mutant) {
  const Instruction& store = mutant.at(mutant.store());
  const unsigned negated = store.guard_negated ? 0U : 8U;
  mutant.set(mutant.other_half(), 12, 4, store.guard == 7 ? 0 : store.guard | negated);
  return true;
}
// What finds the address of the record is done by other lanes than its stores.
bool guard_address(Mutant& mutant) {
  const Instruction& store = mutant.at(mutant.store());
  std::size_t from = mutant.store();
  while (mutant.at(from).destination != store.a) --from;
  mutant.set(from, 12, 4, (store.guard + 1) % 7);
  return true;
}
// The number of the stamp goes elsewhere.
bool divert_other_half(Mutant& mutant) {
  mutant.set(mutant.other_half(), 24, 8, mutant.at(mutant.access()).a);
  return mutant.at(mutant.access()).a != mutant.at(mutant.store()).a;
}
// A bit of how the address is made.
bool change_form_of_half(Mutant& mutant) {
  mutant.set(mutant.other_half(), 90, 1, ~mutant.at(mutant.store()).form >> 18U);
  return true;
}

struct Change {
  const char* name;
  bool (*apply)(Mutant&);
};
constexpr Change changes[] = {{"access_guarded", guard_access},
                              {"access_guarded_with_false", guard_access_with_false},
                              {"branch_around", branch_around},
                              {"wider", widen},
                              {"narrower", narrow},
                              {"decoy", plant_decoy},
                              {"record_overwritten", overwrite_record},
                              {"record_diverted", divert_record},
                              {"record_shifted", shift_record},
                              {"halves_parted", part_halves},
                              {"address_guarded", guard_address},
                              {"other_half_diverted", divert_other_half},
                              {"half_as_another_form", change_form_of_half}};

class MachineMutants : public Assembled, public testing::WithParamInterface<Change> {};
INSTANTIATE_TEST_SUITE_P(Planted, MachineMutants, testing::ValuesIn(changes),
                         [](const auto& parameter) { return parameter.param.name; });

TEST_P(MachineMutants, get_no_certificate) {
  std::size_t mutants = 0;
  for (const std::string& name : golden_names()) {
    for (const unsigned architecture : {80U, 90U}) {
      // For one of them with records that go to shared memory first, for the other with a plain
      // copy for blocks that are not drawn.
      InstrumentOptions options;
      if (architecture == 80) options.sampling = bounded_cost;
      if (architecture == 90) options.staging = Staging{.warps = 8};
      const Certification certification =
          certified(instrument(golden(name), options).ptx, architecture);
      for (const Certificate& certificate : certification.certificates) {
        if (certificate.stamp.access != AccessKind::load || certificate.places.size() != 1)
          continue;
        Mutant mutant(code, certificate, architecture);
        if (!mutant.has_store() || !GetParam().apply(mutant)) continue;
        EXPECT_NE(mutant.complaint(), "")
            << name << " sm_" << architecture << " stamp " << certificate.stamp.id << " "
            << certificate.stamp.opcode;
        ++mutants;
      }
    }
  }
  EXPECT_GE(mutants, GetParam().apply == branch_around ? 5U : 60U);
  RecordProperty("mutants", static_cast<int>(mutants));
}

// ---- PTX ----

// In the text of each stamp `what` becomes `with`; the rest of the module stays.
struct Edit {
  const char* name;
  const char* what;
  const char* with;
};
constexpr const char* load =
    "(\\.loc \\d+ \\d+ 0\n)((?:ld|tex|suld)[.a-zA-Z0-9:]*[^;]*;\n)((?:@%plumb_never[^\n]*\n)+)"
    "(\\.loc[^\n]*\nmov\\.u64 %plumb_2, %clock64;\n)";
constexpr Edit edits[] = {
    {"guarded", load, "$1{ .reg .pred %q; setp.eq.u32 %q, %plumb_warp, 77;\n@%q $2 }\n$3$4"},
    {"branch_around", load,
     "$1{ .reg .pred %q; setp.eq.u32 %q, %plumb_warp, 77;\n@!%q bra $$around_%;\n$2\n$$around_%:\n"
     "}\n$3$4"},
    {"decoy", load,
     "$1{ .reg .b64 %k; .reg .b32 %d; mov.u64 %k, LOG;\n"
     "ld.volatile.global.u32 %d, [%k+64];\n@%plumb_never not.b32 %d, %d;\n"
     "@%plumb_never st.global.u32 [%k], %d;\n}\n$4$2$3"},
    {"record_overwritten", "(\nst\\.global\\.v2\\.u64 (\\[[^\\]]*\\]), )([^;]*;)",
     "$1$3\n{ .reg .b64 %z; mov.u64 %z, 1;\nst.volatile.global.v2.u64 $2, {%z, %z}; }"},
    {"record_diverted", "(\nst\\.global\\.v2\\.u64 )", "\nadd.u64 %plumb_a, %plumb_a, 96;$1"}};

// Labels are unique.
std::string numbered_labels(std::string text) {
  int number = 0;
  for (std::size_t at = text.find("$around_%"); at != std::string::npos;
       at = text.find("$around_%", at)) {
    text.replace(at + 8, 1, std::to_string(number++ / 2));
  }
  return text;
}

class PtxMutants : public Assembled, public testing::WithParamInterface<Edit> {};
INSTANTIATE_TEST_SUITE_P(Planted, PtxMutants, testing::ValuesIn(edits),
                         [](const auto& parameter) { return parameter.param.name; });

TEST_P(PtxMutants, get_no_certificate) {
  std::size_t mutants = 0;
  bool with_plain_copy = false;
  for (const std::string& name : golden_names()) {
    InstrumentOptions options;
    with_plain_copy = !with_plain_copy;  // every other one
    if (with_plain_copy) options.sampling = bounded_cost;
    const Instrumented instrumented = instrument(golden(name), options);
    const std::string with =
        std::regex_replace(GetParam().with, std::regex("LOG"), instrumented.log);
    const std::string planted =
        numbered_labels(std::regex_replace(instrumented.ptx, std::regex(GetParam().what), with));
    if (planted == instrumented.ptx) continue;
    for (const unsigned architecture : {80U, 90U}) {
      for (const Certificate& certificate : certified(planted, architecture).certificates) {
        if (certificate.stamp.access != AccessKind::load) continue;
        EXPECT_NE(certificate.complaint, "")
            << name << " sm_" << architecture << " stamp " << certificate.stamp.id << " "
            << certificate.stamp.opcode;
        ++mutants;
      }
    }
  }
  EXPECT_GE(mutants, 100U);
  RecordProperty("mutants", static_cast<int>(mutants));
}

}  // namespace
}  // namespace plumb::trace
