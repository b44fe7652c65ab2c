// plumb/shader/paper/conditions.cpp - conditions C1-C4 and observation A3 of paper 004.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/paper/conditions.h"

#include <algorithm>

#include <fmt/format.h>

namespace plumb::shader {
namespace {

// What an operand's component holds: A1 constants, A3 data of t#, or something that stays.
enum class Kind : std::uint8_t { constant, interpolated, stays };

class Conditions {
 public:
  Conditions(const Pair& pair, const StageValues& values) : pair_(pair), values_(values) {}

  std::vector<MoveOutcome> find() {
    for (std::size_t i = 0; i < pair_.fragment.instructions.size(); ++i) {
      const Instruction& instruction = pair_.fragment.instructions[i];
      MoveOutcome outcome = by_itself(instruction);
      if (outcome.condition == Condition::none) outcome = by_operands(instruction, i);
      kinds_.push_back(outcome.condition != Condition::none ? Kind::stays : kind_);
      outcomes_.push_back(std::move(outcome));
    }
    return std::move(outcomes_);
  }

 private:
  // C1 and C2. Errata: the instructions that table 3 forgets, modifiers, masks of frc.
  [[nodiscard]] MoveOutcome by_itself(const Instruction& instruction) const {
    const OpcodeInfo& info = info_of(instruction.op);
    const Profile vertex = pair_.vertex.profile;
    if (!exists_in(instruction.op, vertex)) {
      return {Condition::c1, fmt::format("{} does not exist in {}", info.name, name_of(vertex))};
    }
    if (instruction.saturate || instruction.partial) {
      return {Condition::c1, fmt::format("{} does not exist in {}",
                                         instruction.saturate ? "_sat" : "_pp", name_of(vertex))};
    }
    if (instruction.op == Opcode::frc && vertex == Profile::vs_1_1 &&
        instruction.destination.mask != 2 && instruction.destination.mask != 3) {
      return {Condition::c1, "frc writes .y or .xy alone in vs_1_1"};
    }
    const File to = instruction.destination.reg.file;
    if (writes(instruction) && (to == File::target || to == File::depth)) {
      return {Condition::c2, fmt::format("{} exists in fragment programs only",
                                         name_of(instruction.destination.reg))};
    }
    return {};
  }

  // C4, then C3 by observation A3: on data of t# only mov, and add and sub with constants.
  MoveOutcome by_operands(const Instruction& instruction, std::size_t number) {
    kind_ = Kind::constant;
    int interpolated = 0;
    for (std::size_t s = 0; s < instruction.sources.size(); ++s) {
      const Source& source = instruction.sources[s];
      if (source.reg.file == File::input) {
        return {Condition::c3,
                fmt::format("{} is clamped and of low precision", name_of(source.reg))};
      }
      if (source.reg.file == File::coordinate &&
          is_centroid(pair_.fragment, File::coordinate, source.reg.index)) {
        return {Condition::c3, fmt::format("{} is looked at away from the centre of the pixel",
                                           name_of(source.reg))};
      }
      Kind most = source.reg.file == File::coordinate ? Kind::interpolated : Kind::constant;
      for (std::size_t c = 0; c < 4; ++c) {
        const int by = values_.instructions[number].written_by[s][c];
        if (by < 0 || !needed(instruction, s, c)) continue;
        const auto at = static_cast<std::size_t>(by);
        most = std::max(most, kinds_[at]);
        if (kinds_[at] == Kind::stays) return after(by);
      }
      if (most == Kind::interpolated) ++interpolated;
      kind_ = std::max(kind_, most);
    }
    const bool sum = instruction.op == Opcode::add || instruction.op == Opcode::sub;
    if (interpolated == 0 || instruction.op == Opcode::mov || (sum && interpolated == 1)) return {};
    return {Condition::c3,
            fmt::format("{} of interpolated data; the paper moves mov, and add and sub with "
                        "constants",
                        info_of(instruction.op).name)};
  }

  MoveOutcome after(int by) const {
    const MoveOutcome& cause = outcomes_[static_cast<std::size_t>(by)];
    MoveOutcome outcome{Condition::c4, "needs the result of an instruction that stays", {by}};
    outcome.chain.insert(outcome.chain.end(), cause.chain.begin(), cause.chain.end());
    return outcome;
  }

  // Whether the operand's component, after the swizzle, is looked at.
  [[nodiscard]] bool needed(const Instruction& instruction, std::size_t s, std::size_t c) const {
    const int read = components_read(pair_.fragment, instruction, s);
    return (read >> instruction.sources[s].swizzle[c] & 1) != 0;
  }

  const Pair& pair_;
  const StageValues& values_;
  std::vector<MoveOutcome> outcomes_;
  std::vector<Kind> kinds_;
  Kind kind_ = Kind::constant;
};

}  // namespace

std::vector<MoveOutcome> paper_conditions(const Pair& pair, const StageValues& values) {
  return Conditions(pair, values).find();
}

}  // namespace plumb::shader
