// plumb/trace/certify/prove_first_use.cpp - from the access to the readings where it is waited for.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/prove_first_use.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "plumb/trace/certify/prove_record.h"
#include "plumb/trace/certify/prove_stamp.h"
#include "plumb/trace/certify/recognize_access.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {
namespace {

class UseProof {
 public:
  UseProof(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout, std::size_t first,
           std::size_t second)
      : code_(&code), stamp_(&stamp), layout_(&layout), first_(first), second_(second) {}

  UsePlace conclude() {
    made_.place.function = code_->function->name;
    made_.place.offset = 16 * first_;
    made_.place.complaint = complaint();
    return std::move(made_);
  }

 private:
  [[nodiscard]] const Instruction& at(std::size_t i) const { return code_->instructions[i]; }
  [[nodiscard]] bool guarded(std::size_t i) const { return at(i).guard != 7; }
  [[nodiscard]] std::string shown_at(std::size_t i) const {
    return fmt::format("{} at {:#x}", shown(at(i)), 16 * i);
  }

  std::string complaint() {
    if (second_ <= first_) return "the second reading comes before the first";
    if (guarded(first_) || guarded(second_)) return "a clock reading is under a predicate";
    if (code_->unknown_jumps) return "a branch of this function goes to an unknown place";
    if (code_->unknown)
      return fmt::format("{} of this function may be a branch", shown_at(*code_->unknown));
    find_accesses();
    if (std::string why = is_access_before(); !why.empty()) return why;
    if (std::string why = untouched(); !why.empty()) return why;
    if (std::string why = waited(); !why.empty()) return why;
    if (std::string why = between(); !why.empty()) return why;
    const RecordProof record = prove_record(*code_, *stamp_, *layout_, first_, second_);
    if (!record.complaint.empty()) return record.complaint;
    return is_entered(*code_, first_, record.last) ||
                   is_entered(*code_, made_.accesses.front(), record.last)
               ? "a branch enters between the access and the store of its record"
               : std::string();
  }

  // Of each reading those that come before it and behind the readings of another place.
  void find_accesses() {
    for (std::size_t i = first_; i-- > 0;) {
      const std::uint32_t line = code_->function->stamp_lines[i];
      if (at(i).operation == Operation::clock &&
          (line == first_line(stamp_->id) || line == second_line(stamp_->id)))
        break;
      if (line == access_line(stamp_->id) && is_access(*stamp_, at(i)))
        made_.accesses.insert(made_.accesses.begin(), i);
    }
    made_.place.accesses = static_cast<std::uint32_t>(made_.accesses.size());
    for (const std::size_t access : made_.accesses) {
      if (at(access).write_barrier != no_barrier) barriers_ |= 1U << at(access).write_barrier;
    }
  }

  [[nodiscard]] std::string is_access_before() const {
    if (made_.accesses.empty()) return "no access before its first use carries its line";
    std::vector<const Instruction*> instructions;
    for (const std::size_t access : made_.accesses) {
      if (guarded(access))
        return fmt::format("{} is under a predicate and the readings are not", shown_at(access));
      if (at(access).write_barrier == no_barrier)
        return fmt::format("nothing waits for {}", shown_at(access));
      instructions.push_back(&at(access));
    }
    return width_complaint(*stamp_, instructions);
  }

  // Lanes that end, or meet those that took another way behind the access, wait for no data.
  [[nodiscard]] static bool holds_nothing(const Instruction& instruction) {
    constexpr std::array<std::string_view, 5> harmless{"EXIT", "BSYNC", "BREAK", "BSSY", "BRA"};
    if (instruction.operation != Operation::flow && instruction.operation != Operation::branch)
      return true;
    return std::ranges::find(harmless, instruction.name) != harmless.end();
  }

  // From the access to the first reading nobody waits for it, and no other stamp costs time that
  // would hide a part of the wait.
  [[nodiscard]] std::string untouched() const {
    unsigned set = 0;
    for (std::size_t i = made_.accesses.front(); i <= first_; ++i) {
      if ((at(i).wait_mask & set) != 0) {
        return i == first_
                   ? std::string("the first reading waits for the access")
                   : fmt::format("{} waits for the access before its first use", shown_at(i));
      }
      if (std::ranges::find(made_.accesses, i) != made_.accesses.end())
        set |= 1U << at(i).write_barrier;
      if (i == first_) break;
      if (!holds_nothing(at(i)))
        return fmt::format("{} between the access and its first use", shown_at(i));
      if (at(i).operation == Operation::clock && code_->function->stamp_lines[i] > unmarked_line)
        return "another stamp lies between the access and its first use; --rotate has one alone";
    }
    return {};
  }

  // For each access the wait, and an instruction that reads what it wrote.
  std::string waited() {
    for (const std::size_t access : made_.accesses) {
      const unsigned barrier = at(access).write_barrier;
      std::size_t waits = first_ + 1;
      while (waits <= second_ && (at(waits).wait_mask >> barrier & 1U) == 0) ++waits;
      if (waits > second_) {
        return fmt::format("the second reading does not wait for {} (barrier {})", shown_at(access),
                           barrier);
      }
      last_wait_ = std::max(last_wait_, waits);
      if (!is_read(access))
        return fmt::format("nothing between the readings uses what {} loads", shown_at(access));
    }
    made_.place.shared_barrier = set_by_others();
    made_.place.cycles_before = stalls(first_, last_wait_);
    made_.place.cycles_behind = stalls(last_wait_, second_);
    return {};
  }

  [[nodiscard]] bool is_read(std::size_t access) const {
    for (std::size_t i = first_ + 1; i < second_; ++i) {
      for (const std::uint8_t reg : {at(i).a, at(i).b, at(i).c}) {
        if (reg != no_register && writes(at(access), reg) && !written_between(access, i, reg))
          return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool written_between(std::size_t from, std::size_t to, std::uint8_t reg) const {
    for (std::size_t i = from + 1; i < to; ++i) {
      if (writes(at(i), reg)) return true;
    }
    return false;
  }

  std::string between() {
    for (std::size_t i = first_ + 1; i <= second_; ++i) {
      if ((at(i).wait_mask & ~barriers_) != 0)
        return fmt::format("{} between the readings waits for something else", shown_at(i));
      if (i == second_) break;
      if (at(i).operation != Operation::plain)
        return fmt::format("{} between the readings", shown_at(i));
      ++(i < last_wait_ ? made_.place.foreign_before : made_.place.foreign_behind);
    }
    const unsigned behind = most_behind + most_behind_per_register * stamp_->registers;
    if (made_.place.foreign_before <= most_before && made_.place.foreign_behind <= behind)
      return {};
    return fmt::format("{} and {} foreign instructions before and behind the wait",
                       made_.place.foreign_before, made_.place.foreign_behind);
  }

  [[nodiscard]] std::uint32_t stalls(std::size_t from, std::size_t to) const {
    std::uint32_t cycles = 0;
    for (std::size_t i = from; i < to; ++i) cycles += at(i).stall;
    return cycles;
  }

  // Whether another instruction may hold one of the barriers, so that a wait is for it as well.
  // Where other code leads here it is not followed.
  [[nodiscard]] bool set_by_others() const {
    unsigned open = barriers_;
    for (std::size_t i = first_; open != 0; --i) {
      const bool own = std::ranges::find(made_.accesses, i) != made_.accesses.end();
      if (i < first_ && !own && (barriers_of(at(i)) & open) != 0) return true;
      open &= ~at(i).wait_mask;
      if (open == 0) return false;
      if ((i < first_ && comes_from_elsewhere(at(i))) || is_target(*code_, i)) return true;
      if (i == 0) return !code_->function->kernel;
    }
    return false;
  }

  const FunctionCode* code_;
  const Stamp* stamp_;
  const LogLayout* layout_;
  std::size_t first_;
  std::size_t second_;
  std::size_t last_wait_ = 0;
  unsigned barriers_ = 0;  // of the accesses
  UsePlace made_;
};

}  // namespace

UsePlace prove_first_use(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout,
                         std::size_t first, std::size_t second) {
  return UseProof(code, stamp, layout, first, second).conclude();
}

}  // namespace plumb::trace
