// plumb/trace/certify/prove_stamp.cpp - waiting, order, foreign instructions, and where the
// readings go.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/prove_stamp.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "plumb/trace/stamp_table.h"

namespace plumb::trace {
namespace {

bool is_load(Operation operation) {
  return operation >= Operation::load_global && operation <= Operation::load_surface;
}

bool writes(const Instruction& instruction, std::uint8_t reg) {
  const auto from = [&](std::uint8_t first, unsigned count) {
    return first != no_register && reg >= first && reg < first + count;
  };
  return (!instruction.uniform && from(instruction.destination, instruction.written)) ||
         from(instruction.second_destination, std::max(instruction.written, 2U));
}

std::string shown(const Instruction& instruction) {
  return instruction.name.empty() ? fmt::format("unknown instruction {:#x}", instruction.opcode)
                                  : std::string(instruction.name);
}

class Proof {
 public:
  Proof(const FunctionCode& code, const Stamp& stamp, std::size_t first, std::size_t second)
      : code_(&code), stamp_(&stamp), first_(first), second_(second) {}

  CertifiedPlace conclude() {
    place_.function = code_->function->name;
    place_.offset = 16 * first_;
    place_.complaint = complaint();
    return place_;
  }

 private:
  [[nodiscard]] const Instruction& at(std::size_t i) const { return code_->instructions[i]; }

  std::string complaint() {
    if (second_ <= first_) return "the second reading comes before the first";
    if (guarded(first_) || guarded(second_)) return "a clock reading is under a predicate";
    if (code_->unknown_jumps) return "a branch of this function goes to an unknown place";
    if (stamp_->access != AccessKind::region) {
      if (std::string why = between(); !why.empty()) return why;
      if (std::string why = waited(); !why.empty()) return why;
    }
    if (code_->unknown) {
      return fmt::format("{} at {:#x} of this function, which may be a branch",
                         shown(at(*code_->unknown)), 16 * *code_->unknown);
    }
    if (stamp_->access == AccessKind::region) return stored();
    if (std::string why = entered(first_, second_); !why.empty()) return why;
    return stored();
  }

  // Every instruction between the readings is known and harmless, and the access is there.
  std::string between() {
    for (std::size_t i = first_ + 1; i < second_; ++i) {
      const Instruction& instruction = at(i);
      if (is_access(*stamp_, instruction)) {
        if (!is_own(i)) return fmt::format("another {} between the readings", shown(instruction));
        accesses_.push_back(i);
        continue;
      }
      if (!allowed(instruction) && !skips_accesses(i))
        return fmt::format("{} between the readings", shown(instruction));
      if (instruction.operation == Operation::fence) continue;  // the method's own
      ++(accesses_.empty() ? place_.foreign_before : place_.foreign_behind);
    }
    place_.accesses = static_cast<unsigned>(accesses_.size());
    if (accesses_.empty()) return gone();
    const unsigned behind = most_behind + most_behind_per_register * stamp_->registers;
    const bool atomic = stamp_->access == AccessKind::atomic;
    const unsigned before = most_before + (atomic ? most_gathering : 0);
    if (place_.foreign_before > before || place_.foreign_behind > behind) {
      return fmt::format("{} and {} foreign instructions before and behind the access",
                         place_.foreign_before, place_.foreign_behind);
    }
    return {};
  }

  // No access between the readings: elsewhere under its line, or nowhere.
  [[nodiscard]] std::string gone() const {
    const auto is_there = [&](std::size_t i) { return is_access(*stamp_, at(i)); };
    return std::ranges::any_of(code_->at_line(access_line(stamp_->id)), is_there)
               ? "the assembler moved the access out from between the readings"
               : "no access between the readings, and none carries its line: the assembler removed "
                 "it";
  }

  [[nodiscard]] bool guarded(std::size_t i) const { return at(i).guard != 7; }

  // The line that an access carries tells it from others of its kind. Where a fetch needs registers
  // set up, the assembler's table gives it the line before, that of the first reading.
  [[nodiscard]] bool is_own(std::size_t i) const {
    const std::uint32_t line = code_->function->stamp_lines[i];
    return line == access_line(stamp_->id) || line == first_line(stamp_->id);
  }

  [[nodiscard]] bool allowed(const Instruction& instruction) const {
    if (instruction.operation == Operation::plain) return true;
    // A register that is kept in local memory, where the kernel has too few: nothing waits for it.
    if (instruction.name == "STL") return stamp_->access == AccessKind::load;
    // Handles of textures, descriptors of memory: constants that the access itself needs.
    if (instruction.operation == Operation::load_constant)
      return stamp_->space != MemorySpace::constant;
    const bool fenced = stamp_->access == AccessKind::store ||
                        stamp_->method == StampMethod::fence ||
                        stamp_->method == StampMethod::paper_fence;
    return instruction.operation == Operation::fence && fenced;
  }

  // A guarded access may have become a branch around it: forward, from before all accesses to
  // behind them, so that whoever makes the access also comes by everything that follows it.
  [[nodiscard]] bool skips_accesses(std::size_t i) const {
    if (at(i).name == "BSSY" || at(i).name == "BSYNC") return stamp_->guarded;
    const auto jump = std::ranges::find(code_->jumps, i, &FunctionCode::Jump::from);
    if (!stamp_->guarded || at(i).name != "BRA" || jump == code_->jumps.end()) return false;
    if (jump->to <= i || jump->to > second_ || !accesses_.empty()) return false;
    for (std::size_t k = jump->to; k < second_; ++k) {
      if (is_access(*stamp_, at(k))) return false;
    }
    return true;
  }

  // Barriers are counters that fall to zero when all that was promised on them is there, so a wait
  // behind the access waits for it, whatever else shares the barrier.
  std::string waited() {
    if (stamp_->access == AccessKind::barrier) return {};
    if (stamp_->access == AccessKind::store) return fenced();
    for (const std::size_t access : accesses_) {
      const Instruction& instruction = at(access);
      const unsigned barrier = instruction.write_barrier;
      if (barrier == no_barrier) return fmt::format("nothing waits for {}", shown(instruction));
      if (!waits_for(barrier, access)) {
        return fmt::format("the second reading does not wait for {} (barrier {})",
                           shown(instruction), barrier);
      }
    }
    note_shared();
    return {};
  }

  [[nodiscard]] bool waits_for(unsigned barrier, std::size_t producer) const {
    for (std::size_t i = producer + 1; i <= second_; ++i) {
      if ((at(i).wait_mask >> barrier & 1U) != 0) return true;
    }
    return false;
  }

  // A store gives nothing back. What holds the warp is a fence behind it that all of the GPU sees.
  [[nodiscard]] std::string fenced() const {
    for (std::size_t i = accesses_.back() + 1; i < second_; ++i) {
      if (at(i).name == "MEMBAR" && at(i).scope >= gpu_scope && !guarded(i)) return {};
    }
    return "no fence of the GPU's scope waits for the store";
  }

  // Barriers that something between the readings waits for and that an older instruction may have
  // set.
  void note_shared() {
    unsigned set = 0;
    unsigned waited = 0;
    for (std::size_t i = first_ + 1; i <= second_; ++i) {
      if ((at(i).wait_mask & ~set) != 0) place_.shared_barrier = true;
      waited |= at(i).wait_mask;
      set |= barriers_of(at(i));
    }
    place_.shared_barrier = place_.shared_barrier || may_be_set_before(waited);
  }

  // Goes back from the first reading as long as nobody has waited for all of them. Where other code
  // leads here it is not followed: then one may be set.
  [[nodiscard]] bool may_be_set_before(unsigned barriers) const {
    for (std::size_t i = first_; barriers != 0; --i) {
      const Instruction& before = at(i);
      if (i < first_ && (barriers_of(before) & barriers) != 0) return true;
      barriers &= ~before.wait_mask;  // an instruction waits first, then sets its own
      if (barriers == 0) return false;
      if ((i < first_ && comes_from_elsewhere(before)) || is_target(i)) return true;
      if (i == 0) return !code_->function->kernel;
    }
    return false;
  }

  static unsigned barriers_of(const Instruction& instruction) {
    unsigned set = 0;
    if (instruction.write_barrier != no_barrier) set |= 1U << instruction.write_barrier;
    if (instruction.read_barrier != no_barrier) set |= 1U << instruction.read_barrier;
    return set;
  }

  // Behind it lanes may go on that did other things before. BSSY only says where they will meet;
  // lanes that end bring nothing.
  static bool comes_from_elsewhere(const Instruction& instruction) {
    if (instruction.operation == Operation::branch) return instruction.name != "BSSY";
    return instruction.operation == Operation::flow && instruction.name != "EXIT";
  }

  [[nodiscard]] bool is_target(std::size_t i) const {
    return std::ranges::find(code_->jumps, i, &FunctionCode::Jump::to) != code_->jumps.end();
  }

  // No jump from outside lands in (from, to]: whoever comes to `to` came by both readings. A jump
  // out stores nothing and does no harm.
  [[nodiscard]] std::string entered(std::size_t from, std::size_t to) const {
    for (const FunctionCode::Jump& jump : code_->jumps) {
      const bool starts_inside = jump.from >= from && jump.from <= to;
      if (!starts_inside && jump.to > from && jump.to <= to)
        return "a branch enters between the readings and their store";
    }
    return {};
  }

  // The stores of 16 bytes whose registers are the first reading, then the second: one, or with
  // staging two. Other stores of that size may lie among them.
  [[nodiscard]] std::string stored() const {
    std::size_t last = 0;
    for (std::size_t i = second_ + 1; i < code_->instructions.size(); ++i) {
      const Instruction& instruction = at(i);
      if (instruction.operation == Operation::clock) break;
      if (instruction.operation == Operation::unknown) {
        if (last > 0) break;
        return fmt::format("{} before the readings are stored", shown(instruction));
      }
      if (instruction.operation != Operation::store || instruction.bytes != 16) continue;
      const bool low = stored_at(instruction.b, i, {first_, at(first_).destination});
      const bool high = stored_at(instruction.b + 2U, i, {second_, at(second_).destination});
      if (low && high) last = i;
      if (low != high) return "a store keeps only one of the readings";
    }
    if (last == 0) return "no store keeps the first reading, then the second";
    return stamp_->access == AccessKind::region ? std::string() : entered(first_, last);
  }

  struct Source {
    std::size_t instruction = 0;
    std::uint8_t reg = 0;
    friend bool operator==(const Source&, const Source&) = default;
  };

  // Both halves of a reading come from it.
  [[nodiscard]] bool stored_at(unsigned reg, std::size_t store, Source reading) const {
    const auto low = static_cast<std::uint8_t>(reg);
    const auto high = static_cast<std::uint8_t>(reg + 1);
    const Source upper{reading.instruction, static_cast<std::uint8_t>(reading.reg + 1)};
    return source_of(low, store) == reading && source_of(high, store) == upper;
  }

  // Some lanes come to `before` without having passed `i`.
  [[nodiscard]] bool jumped_over(std::size_t i, std::size_t before) const {
    return std::ranges::any_of(code_->jumps, [&](const FunctionCode::Jump& jump) {
      return jump.from < i && jump.to > i && jump.to <= before;
    });
  }

  // Which instruction last wrote `reg` before `before`, copies followed.
  [[nodiscard]] std::optional<Source> source_of(std::uint8_t reg, std::size_t before) const {
    for (std::size_t i = before; i-- > 0;) {
      const Instruction& instruction = at(i);
      if (instruction.operation == Operation::unknown) return std::nullopt;
      if (!writes(instruction, reg)) continue;
      if (instruction.operation == Operation::clock) return Source{i, reg};
      if (!instruction.copied || *instruction.copied == no_register || guarded(i) ||
          jumped_over(i, before))
        return std::nullopt;
      reg = *instruction.copied;
    }
    return std::nullopt;
  }

  const FunctionCode* code_;
  const Stamp* stamp_;
  std::size_t first_;
  std::size_t second_;
  std::vector<std::size_t> accesses_;
  CertifiedPlace place_;
};

}  // namespace

bool is_access(const Stamp& stamp, const Instruction& instruction) {
  const Operation does = instruction.operation;
  switch (stamp.access) {
    case AccessKind::barrier:
      return does == Operation::barrier;
    case AccessKind::region:
      return false;
    case AccessKind::store:
      return does == Operation::store;
    case AccessKind::atomic:
      return does == Operation::atomic;
    case AccessKind::load:
      break;
  }
  switch (stamp.space) {
    case MemorySpace::global:
      return does == Operation::load_global || does == Operation::load_generic;
    case MemorySpace::shared:
      return does == Operation::load_shared || does == Operation::load_generic;
    case MemorySpace::local:
      return does == Operation::load_local || does == Operation::load_generic;
    case MemorySpace::constant:
      return does == Operation::load_constant;
    case MemorySpace::texture:
      return does == Operation::fetch;
    case MemorySpace::surface:
      return does == Operation::load_surface;
    case MemorySpace::generic:
      return is_load(does) && does != Operation::fetch && does != Operation::load_surface;
    case MemorySpace::none:
      break;
  }
  return false;
}

FunctionCode function_code(const MachineFunction& function, unsigned architecture) {
  FunctionCode code;
  code.function = &function;
  code.instructions = decode_all(function.code, architecture);
  const auto count = static_cast<std::int64_t>(code.instructions.size());
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& instruction = code.instructions[i];
    if (function.stamp_lines[i] > unmarked_line) code.marked[function.stamp_lines[i]].push_back(i);
    // An instruction that is not known may be a branch.
    if (instruction.operation == Operation::unknown) code.unknown = i;
    if (instruction.name == "BRX" || instruction.name == "JMP" || instruction.name == "JMX")
      code.unknown_jumps = true;
    // BSSY goes nowhere: it says where the lanes meet again, behind the BSYNC that they fall
    // through.
    if (instruction.operation != Operation::branch || instruction.name == "BSSY") continue;
    const std::int64_t to =
        static_cast<std::int64_t>(i) + 1 + instruction.target.value_or(count + 1);
    if (to < 0 || to > count) {
      code.unknown_jumps = true;
    } else {
      code.jumps.push_back({i, static_cast<std::size_t>(to)});
    }
  }
  return code;
}

CertifiedPlace prove(const FunctionCode& code, const Stamp& stamp, std::size_t first,
                     std::size_t second) {
  return Proof(code, stamp, first, second).conclude();
}

}  // namespace plumb::trace
