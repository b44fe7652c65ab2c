// plumb/trace/certify/prove_record.cpp - following the readings into their record.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/prove_record.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "plumb/trace/stamp_table.h"

namespace plumb::trace {
namespace {

// Stores that could reach the record: to global memory or to where it may lie, and of those to
// shared memory all if a part of the record goes there.
bool reaches_record(const Instruction& instruction, bool staged) {
  const std::string_view name = instruction.name;
  return name == "STG" || name == "ST" || name == "STG.256" || (staged && name == "STS");
}

// To an address in a register: those that begin with U have theirs in uniform ones.
bool writes_memory(const Instruction& instruction) {
  return (instruction.operation == Operation::store ||
          instruction.operation == Operation::atomic) &&
         !instruction.name.starts_with('U');
}

bool same_guard(const Instruction& one, const Instruction& other) {
  return one.guard == other.guard && one.guard_negated == other.guard_negated;
}

// Registers from `a` on: an address of shared memory has 32 bits, others have 64.
unsigned address_registers(const Instruction& access) { return access.name == "STS" ? 1 : 2; }

bool writes_address(const Instruction& instruction, const Instruction& access) {
  return writes(instruction, access.a) ||
         (address_registers(access) == 2 &&
          writes(instruction, static_cast<std::uint8_t>(access.a + 1)));
}

class RecordSearch {
 public:
  RecordSearch(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout,
               std::size_t first, std::size_t second)
      : code_(&code), stamp_(&stamp), layout_(&layout), first_(first), second_(second) {}

  RecordProof prove() {
    RecordProof proof;
    proof.complaint = find_stores();
    if (!proof.complaint.empty()) return proof;
    for (const std::size_t store : stores_) {
      proof.complaint = checked(store);
      if (proof.complaint.empty()) proof.complaint = other_half(store);
      if (proof.complaint.empty()) proof.complaint = placed(store);
      if (!proof.complaint.empty()) return proof;
    }
    proof.last = accounted_.back();
    for (const std::size_t store : accounted_) proof.last = std::max(proof.last, store);
    proof.complaint = stored_otherwise(proof.last);
    for (const std::size_t store : stores_) {
      if (proof.complaint.empty()) proof.complaint = overwritten(store);
    }
    return proof;
  }

 private:
  struct Source {
    std::size_t instruction = 0;
    std::uint8_t reg = 0;
    friend bool operator==(const Source&, const Source&) = default;
  };

  [[nodiscard]] const Instruction& at(std::size_t i) const { return code_->instructions[i]; }
  [[nodiscard]] bool of_stamps(std::size_t i) const {
    return code_->function->stamp_lines[i] >= unmarked_line;
  }

  // The stores of 16 bytes whose registers are the first reading, then the second: one, or with
  // staging two.
  std::string find_stores() {
    for (std::size_t i = second_ + 1; i < code_->instructions.size(); ++i) {
      const Instruction& instruction = at(i);
      if (instruction.operation == Operation::clock) break;
      if (instruction.operation == Operation::unknown) {
        if (!stores_.empty()) break;
        return fmt::format("{} before the readings are stored", shown(instruction));
      }
      if (instruction.operation != Operation::store || instruction.bytes != 16) continue;
      const bool low = stored_at(instruction.b, i, {first_, at(first_).destination});
      const auto second = static_cast<std::uint8_t>(instruction.b + 2);
      const bool high = source_of(second, i) == Source{second_, at(second_).destination};
      if (low && high) stores_.push_back(i);
      if (low != high) return "a store keeps only one of the readings";
    }
    if (stores_.empty()) return "no store keeps the first reading, then the second";
    return {};
  }

  // Both halves of a reading come from it.
  [[nodiscard]] bool stored_at(unsigned reg, std::size_t store, Source reading) const {
    const auto low = static_cast<std::uint8_t>(reg);
    const auto high = static_cast<std::uint8_t>(reg + 1);
    const Source upper{reading.instruction, static_cast<std::uint8_t>(reading.reg + 1)};
    return source_of(low, store) == reading && source_of(high, store) == upper;
  }

  // The high word of the second reading is kept with the check added: what the store has there, or
  // what that is a copy of, was computed behind that reading, from it.
  [[nodiscard]] std::string checked(std::size_t store) const {
    const Source upper{second_, static_cast<std::uint8_t>(at(second_).destination + 1)};
    auto reg = static_cast<std::uint8_t>(at(store).b + 3);
    std::optional<std::size_t> from = written_before(reg, store);
    while (from && *from > second_ && at(*from).copied && is_done_for(*from, store)) {
      reg = *at(*from).copied;
      from = written_before(reg, *from);
    }
    if (from && *from > second_ && is_done_for(*from, store)) {
      for (const std::uint8_t part : {at(*from).a, at(*from).b, at(*from).c}) {
        if (part != no_register && source_of(part, *from) == upper) return {};
      }
    }
    return "the second reading is stored without the record's check";
  }

  // Some lanes come to `before` without having passed `i`.
  [[nodiscard]] bool jumped_over(std::size_t i, std::size_t before) const {
    return std::ranges::any_of(code_->jumps, [&](const FunctionCode::Jump& jump) {
      return jump.from < i && jump.to > i && jump.to <= before;
    });
  }

  // The instruction that was carried out before `i` (not 0). Behind one that always leaves that is
  // the branch to `i` where there is one alone: assemblers put what keeps lanes waiting between.
  [[nodiscard]] std::size_t previous(std::size_t i) const {
    if (!at(i - 1).leaves || code_->unknown_jumps) return i - 1;
    const auto goes_here = [&](const FunctionCode::Jump& jump) { return jump.to == i; };
    const auto only = std::ranges::find_if(code_->jumps, goes_here);
    if (only == code_->jumps.end() || only->from >= i ||
        std::ranges::count_if(code_->jumps, goes_here) != 1 || is_meeting_point(i))
      return i - 1;
    return only->from;
  }
  // Lanes that wait for each other may go on here.
  [[nodiscard]] bool is_meeting_point(std::size_t i) const {
    for (std::size_t from = 0; from < i; ++from) {
      const Instruction& instruction = at(from);
      if (instruction.name == "BSSY" && instruction.target &&
          static_cast<std::int64_t>(from) + 1 + *instruction.target == static_cast<std::int64_t>(i))
        return true;
    }
    return false;
  }

  // Which instruction last wrote `reg` before `before`, copies followed.
  [[nodiscard]] std::optional<Source> source_of(std::uint8_t reg, std::size_t before) const {
    for (std::size_t i = before; i > 0;) {
      i = previous(i);
      const Instruction& instruction = at(i);
      if (instruction.operation == Operation::unknown) return std::nullopt;
      if (!writes(instruction, reg)) continue;
      if (instruction.operation == Operation::clock) return Source{i, reg};
      if (!instruction.copied || *instruction.copied == no_register || instruction.guard != 7 ||
          jumped_over(i, before))
        return std::nullopt;
      reg = *instruction.copied;
    }
    return std::nullopt;
  }

  // 16 bytes further, at the same address and under the same guard: the number of the stamp, lanes,
  // block and warp.
  std::string other_half(std::size_t store) {
    const Instruction& one = at(store);
    for (std::size_t i = second_ + 1; i < code_->instructions.size(); ++i) {
      const Instruction& other = at(i);
      if (other.operation == Operation::clock) break;
      if (other.opcode != one.opcode || other.bytes != 16 || other.a != one.a ||
          other.offset != one.offset + 16 || other.form != one.form || !go_together(store, i))
        continue;
      accounted_.push_back(store);
      accounted_.push_back(i);
      return {};
    }
    return "the readings are stored apart from the rest of their record";
  }

  // Whoever makes one of the two stores makes the other, at the same address.
  [[nodiscard]] bool go_together(std::size_t store, std::size_t other) const {
    const std::size_t from = std::min(store, other);
    const std::size_t to = std::max(store, other);
    const auto stays = [&](std::size_t i) {
      return !writes_address(at(i), at(store)) && !writes_predicate(at(i), at(store).guard);
    };
    if (!all_between(from, to, stays) || jumped_over(from, to)) return false;
    return same_guard(at(store), at(other)) ? !leaves_between(from, to)
                                            : left_by_others(store, other);
  }

  // The branch `i` leads past the second of two stores.
  [[nodiscard]] bool leaves_at(std::size_t i, std::size_t from, std::size_t to) const {
    return std::ranges::any_of(code_->jumps, [&](const FunctionCode::Jump& jump) {
      return jump.from == i && (jump.to > to || jump.to <= from);
    });
  }
  [[nodiscard]] bool leaves_between(std::size_t from, std::size_t to) const {
    for (std::size_t i = from + 1; i < to; ++i) {
      if (at(i).name == "EXIT" || at(i).name == "RET" || leaves_at(i, from, to)) return true;
    }
    return false;
  }

  // What the guard of the first forbids goes elsewhere in between: it ends, or goes past the
  // second.
  [[nodiscard]] bool left_by_others(std::size_t store, std::size_t other) const {
    if (other < store || at(other).guard != 7) return false;
    for (std::size_t i = store; i < other; ++i) {
      const bool opposite =
          at(i).guard == at(store).guard && at(i).guard_negated != at(store).guard_negated;
      const bool ends = at(i).name == "EXIT" || at(i).name == "RET";
      if (opposite && (ends || leaves_at(i, store, other))) return true;
    }
    return false;
  }

  // The address was computed behind the second reading, from the slot that was taken: a number of
  // records times their size, added to where the records begin. In shared memory that is where the
  // assembler put them.
  [[nodiscard]] std::string placed(std::size_t store) const {
    const auto begin = static_cast<std::int64_t>(records_offset(*layout_));
    if (at(store).name != "STS" && at(store).offset != begin) {
      return fmt::format("the record goes to {} bytes behind its slot", at(store).offset - begin);
    }
    const std::optional<std::size_t> from = written_before(at(store).a, store);
    if (!from) return "where the record goes is not decided behind the second reading";
    const Instruction& instruction = at(*from);
    bool decided = scales(*from, store);
    if (instruction.name == "IADD.64" && !instruction.immediate && is_done_for(*from, store)) {
      for (const std::uint8_t part : {instruction.a, instruction.b}) {
        const std::optional<std::size_t> product = written_before(part, *from);
        decided = decided || (product && scales(*product, store));
      }
    }
    if (decided) return {};
    return fmt::format("{} at {:#x} decides where the record goes", shown(instruction), 16 * *from);
  }
  [[nodiscard]] bool scales(std::size_t i, std::size_t store) const {
    const Instruction& instruction = at(i);
    const std::uint64_t bytes = slot_bytes(*layout_);
    const auto by = static_cast<unsigned>(std::countr_zero(bytes));  // it is a power of 2
    const bool product = instruction.name == "IMAD" || instruction.name == "IMAD.WIDE";
    const bool shifts = (instruction.name == "LEA" && instruction.shift == by) ||
                        (instruction.name == "SHF" && instruction.immediate == by);
    return is_done_for(i, store) && (shifts || (product && instruction.immediate == bytes));
  }
  // Whoever makes the store carried out `i` before: it has no guard or that of the store, which
  // stayed, and nobody came around it.
  [[nodiscard]] bool is_done_for(std::size_t i, std::size_t store) const {
    if (jumped_over(i, store)) return false;
    if (at(i).guard == 7) return true;
    const auto stays = [&](std::size_t j) { return !writes_predicate(at(j), at(i).guard); };
    return same_guard(at(i), at(store)) && all_between(i, store, stays);
  }
  template <class Holds>
  [[nodiscard]] static bool all_between(std::size_t from, std::size_t to, Holds holds) {
    for (std::size_t i = from; i < to; ++i) {
      if (!holds(i)) return false;
    }
    return true;
  }
  [[nodiscard]] std::optional<std::size_t> written_before(std::uint8_t reg,
                                                          std::size_t before) const {
    for (std::size_t i = before; i > second_;) {
      i = previous(i);
      if (i >= second_ && writes(at(i), reg)) return i;
    }
    return std::nullopt;
  }

  // Of the stores that carry a line of the stamps, from the second reading to the end of the
  // record and on while such lines follow, each is a part of the record. Addresses come behind it,
  // where code of the program may be mixed in: then up to the next reading.
  [[nodiscard]] std::string stored_otherwise(std::size_t last) const {
    const bool staged =
        std::ranges::any_of(stores_, [&](std::size_t store) { return at(store).name == "STS"; });
    for (std::size_t i = second_ + 1; i < code_->instructions.size(); ++i) {
      const Instruction& instruction = at(i);
      if (i > last &&
          (instruction.operation == Operation::clock || (!of_stamps(i) && !layout_->addresses)))
        break;
      if (!reaches_record(instruction, staged) || !of_stamps(i)) continue;
      if (std::ranges::find(accounted_, i) != accounted_.end() || keeps_result(i) ||
          keeps_address(i))
        continue;
      return fmt::format("{} at {:#x} is a store of the stamp beside its record",
                         shown(instruction), 16 * i);
    }
    return {};
  }

  // The address of a lane: 8 bytes, when the record is stored, behind where it ends.
  [[nodiscard]] bool keeps_address(std::size_t store) const {
    return layout_->addresses && at(store).name == "STG" && at(store).bytes == 8 &&
           store > stores_.back() &&
           at(store).offset == static_cast<std::int64_t>(addresses_offset(*layout_));
  }

  // The store that makes the result of an atomic needed: under a predicate, of what was written
  // between the readings, and before the record.
  [[nodiscard]] bool keeps_result(std::size_t store) const {
    if (stamp_->access != AccessKind::atomic || at(store).guard == 7 || store > stores_.front())
      return false;
    for (std::size_t i = first_ + 1; i < second_; ++i) {
      if (writes(at(i), at(store).b)) return true;
    }
    return false;
  }

  // Nothing else goes to the address of the record while its registers keep it.
  [[nodiscard]] std::string overwritten(std::size_t store) const {
    std::size_t from = store;
    while (from > second_ && !writes_address(at(from), at(store))) --from;
    for (std::size_t i = from + 1; i < code_->instructions.size(); ++i) {
      const Instruction& instruction = at(i);
      if (i > store && (instruction.leaves || writes_address(instruction, at(store)))) break;
      if (!writes_memory(instruction) || instruction.a != at(store).a || instruction.name == "STL")
        continue;
      if (std::ranges::find(accounted_, i) != accounted_.end()) continue;
      return fmt::format("{} at {:#x} goes to the place of the record as well", shown(instruction),
                         16 * i);
    }
    return {};
  }

  const FunctionCode* code_;
  const Stamp* stamp_;
  const LogLayout* layout_;
  std::size_t first_;
  std::size_t second_;
  std::vector<std::size_t> stores_;     // of the readings
  std::vector<std::size_t> accounted_;  // these and their other halves
};

}  // namespace

RecordProof prove_record(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout,
                         std::size_t first, std::size_t second) {
  return RecordSearch(code, stamp, layout, first, second).prove();
}

}  // namespace plumb::trace
