// plumb/trace/certify/prove_stamp.cpp - waiting, order, foreign instructions, and where the
// readings go.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/prove_stamp.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "plumb/trace/certify/prove_record.h"
#include "plumb/trace/certify/recognize_access.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {
namespace {

class Proof {
 public:
  Proof(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout, std::size_t first,
        std::size_t second)
      : code_(&code), stamp_(&stamp), layout_(&layout), first_(first), second_(second) {}

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
    const bool region = stamp_->access == AccessKind::region;
    std::string why = region ? std::string() : entered(first_, second_);
    if (!why.empty()) return why;
    const RecordProof record = prove_record(*code_, *stamp_, *layout_, first_, second_);
    if (!record.complaint.empty() || region) return record.complaint;
    return entered(first_, record.last);
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
      if (!allowed(instruction)) return fmt::format("{} between the readings", shown(instruction));
      if (instruction.operation == Operation::fence) continue;  // the method's own
      ++(accesses_.empty() ? place_.foreign_before : place_.foreign_behind);
    }
    place_.accesses = static_cast<unsigned>(accesses_.size());
    if (accesses_.empty()) return gone();
    if (std::string why = is_whole_access(); !why.empty()) return why;
    const unsigned behind = most_behind + most_behind_per_register * stamp_->registers;
    if (place_.foreign_before > most_before_access() || place_.foreign_behind > behind) {
      return fmt::format("{} and {} foreign instructions before and behind the access",
                         place_.foreign_before, place_.foreign_behind);
    }
    return {};
  }

  [[nodiscard]] unsigned most_before_access() const {
    if (stamp_->access == AccessKind::atomic) return most_before + most_gathering;
    if (stamp_->space != MemorySpace::texture) return most_before;
    const auto has = [&](std::string_view word) {
      return stamp_->opcode.find(word) != std::string::npos;
    };
    const bool projected = has("cube.") || has(".a1d") || has(".a2d") || has(".grad.");
    return most_before + (projected ? most_projecting : 0);
  }

  // Whoever reads the clock makes the access, and makes no other.
  [[nodiscard]] std::string is_whole_access() const {
    std::vector<const Instruction*> instructions;
    for (const std::size_t access : accesses_) {
      if (guarded(access) && !elected(access)) {
        return fmt::format("{} is under a predicate and the readings are not", shown(at(access)));
      }
      instructions.push_back(&at(access));
    }
    if (std::string why = width_complaint(*stamp_, instructions); !why.empty()) return why;
    return unloaded();
  }

  // Where all lanes add to one word, one of them does it for all: its predicate is found by a
  // comparison between the readings, behind a vote.
  [[nodiscard]] bool elected(std::size_t access) const {
    if (stamp_->access != AccessKind::atomic || at(access).guard_negated) return false;
    bool voted = false;
    bool found = false;
    for (std::size_t i = first_ + 1; i < access; ++i) {
      voted = voted || at(i).name == "VOTE" || at(i).name == "VOTEU";
      if (at(i).name == "ISETP" && at(i).predicate == at(access).guard) found = voted;
    }
    return found;
  }

  // A register that the dependence changes is one that was loaded, or made of what was.
  [[nodiscard]] std::string unloaded() const {
    for (std::size_t i = accesses_.front() + 1; i < second_; ++i) {
      const Instruction& dependence = at(i);
      const bool changes = dependence.name == "LOP3" && guarded(i) && dependence.written == 1 &&
                           dependence.b == dependence.destination;
      if (!changes || made_between(dependence.destination, i)) continue;
      return fmt::format("{} at {:#x} waits for a register that the access does not write",
                         shown(dependence), 16 * i);
    }
    return {};
  }
  [[nodiscard]] bool made_between(std::uint8_t reg, std::size_t before) const {
    for (std::size_t i = first_ + 1; i < before; ++i) {
      if (writes(at(i), reg)) return true;
    }
    return false;
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

  // Barriers are counters that fall to zero when all that was promised on them is there, so a wait
  // behind the access waits for it, whatever else shares the barrier.
  std::string waited() {
    if (stamp_->access == AccessKind::barrier) return {};
    if (stamp_->access == AccessKind::store) return fenced();
    std::size_t last = first_;
    for (const std::size_t access : accesses_) {
      const Instruction& instruction = at(access);
      const unsigned barrier = instruction.write_barrier;
      if (barrier == no_barrier) return fmt::format("nothing waits for {}", shown(instruction));
      const std::optional<std::size_t> waits = who_waits_for(barrier, access);
      if (!waits) {
        return fmt::format("the second reading does not wait for {} (barrier {})",
                           shown(instruction), barrier);
      }
      last = std::max(last, *waits);
    }
    note_shared();
    note_own_cycles(last);
    return {};
  }

  [[nodiscard]] std::optional<std::size_t> who_waits_for(unsigned barrier,
                                                         std::size_t producer) const {
    for (std::size_t i = producer + 1; i <= second_; ++i) {
      if ((at(i).wait_mask >> barrier & 1U) != 0) return i;
    }
    return std::nullopt;
  }

  // An instruction issues no sooner than the stall counts before it say, and a reading gives the
  // cycle in which it issues. Before an atomic lies what may be its own: a sum over the lanes.
  void note_own_cycles(std::size_t last_wait) {
    if (stamp_->access != AccessKind::atomic)
      place_.cycles_before = stalls(first_, accesses_.front());
    place_.cycles_behind = stalls(last_wait, second_);
  }
  [[nodiscard]] unsigned stalls(std::size_t from, std::size_t to) const {
    unsigned cycles = 0;
    for (std::size_t i = from; i < to; ++i) cycles += at(i).stall;
    return cycles;
  }

  // A store gives nothing back. What holds the warp is a fence behind it that all of the GPU sees.
  [[nodiscard]] std::string fenced() const {
    for (std::size_t i = accesses_.back() + 1; i < second_; ++i) {
      if (at(i).name == "MEMBAR" && at(i).scope >= gpu_scope && !guarded(i)) return {};
    }
    return "no fence of the GPU's scope waits for the store";
  }

  // Barriers that are waited for between the readings and that something besides the access may
  // have set: an older instruction, or one between the readings whose time the stall counts do not
  // tell.
  void note_shared() {
    unsigned own = 0;
    unsigned foreign = 0;
    unsigned waited = 0;
    for (std::size_t i = first_ + 1; i <= second_; ++i) {
      const unsigned waits = at(i).wait_mask;
      if ((waits & (foreign | ~own)) != 0) place_.shared_barrier = true;
      waited |= waits;
      foreign &= ~waits;
      (belongs(i) ? own : foreign) |= barriers_of(at(i));
    }
    place_.shared_barrier = place_.shared_barrier || may_be_set_before(waited);
  }

  // What the interval measures: the access, the fences of the method, and before an atomic what may
  // be its own.
  [[nodiscard]] bool belongs(std::size_t i) const {
    return is_access(*stamp_, at(i)) || at(i).operation == Operation::fence ||
           (stamp_->access == AccessKind::atomic && i < accesses_.front());
  }

  // Goes back from the first reading as long as nobody has waited for all of them. Where other code
  // leads here it is not followed: then one may be set.
  [[nodiscard]] bool may_be_set_before(unsigned barriers) const {
    for (std::size_t i = first_; barriers != 0; --i) {
      const Instruction& before = at(i);
      if (i < first_ && (barriers_of(before) & barriers) != 0) return true;
      barriers &= ~before.wait_mask;  // an instruction waits first, then sets its own
      if (barriers == 0) return false;
      if ((i < first_ && comes_from_elsewhere(before)) || is_target(*code_, i)) return true;
      if (i == 0) return !code_->function->kernel;
    }
    return false;
  }

  [[nodiscard]] std::string entered(std::size_t from, std::size_t to) const {
    return is_entered(*code_, from, to) ? "a branch enters between the readings and their store"
                                        : std::string();
  }

  const FunctionCode* code_;
  const Stamp* stamp_;
  const LogLayout* layout_;
  std::size_t first_;
  std::size_t second_;
  std::vector<std::size_t> accesses_;
  CertifiedPlace place_;
};

}  // namespace

CertifiedPlace prove(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout,
                     std::size_t first, std::size_t second) {
  return Proof(code, stamp, layout, first, second).conclude();
}

}  // namespace plumb::trace
