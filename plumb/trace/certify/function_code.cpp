// plumb/trace/certify/function_code.cpp - decoding a function and following its branches.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/function_code.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/trace/stamp_table.h"

namespace plumb::trace {

bool is_entered(const FunctionCode& code, std::size_t from, std::size_t to) {
  return std::ranges::any_of(code.jumps, [&](const FunctionCode::Jump& jump) {
    const bool starts_inside = jump.from >= from && jump.from <= to;
    return !starts_inside && jump.to > from && jump.to <= to;
  });
}

unsigned barriers_of(const Instruction& instruction) {
  unsigned set = 0;
  if (instruction.write_barrier != no_barrier) set |= 1U << instruction.write_barrier;
  if (instruction.read_barrier != no_barrier) set |= 1U << instruction.read_barrier;
  return set;
}

// BSSY only says where lanes will meet; lanes that end bring nothing.
bool comes_from_elsewhere(const Instruction& instruction) {
  if (instruction.operation == Operation::branch) return instruction.name != "BSSY";
  return instruction.operation == Operation::flow && instruction.name != "EXIT";
}

bool is_target(const FunctionCode& code, std::size_t i) {
  return std::ranges::find(code.jumps, i, &FunctionCode::Jump::to) != code.jumps.end();
}

bool writes(const Instruction& instruction, std::uint8_t reg) {
  const auto from = [&](std::uint8_t first, unsigned count) {
    return first != no_register && reg >= first && reg < first + count;
  };
  return (!instruction.uniform && from(instruction.destination, instruction.written)) ||
         from(instruction.second_destination, std::max(instruction.written, 2U));
}

bool writes_predicate(const Instruction& instruction, unsigned predicate) {
  return predicate < 7 && (instruction.operation == Operation::unknown ||
                           (instruction.predicates >> predicate & 1U) != 0);
}

std::string shown(const Instruction& instruction) {
  return instruction.name.empty() ? fmt::format("unknown instruction {:#x}", instruction.opcode)
                                  : std::string(instruction.name);
}

namespace {

// To every place that the assembler wrote down for this branch.
void add_computed_jumps(std::size_t from, FunctionCode& code) {
  const auto found = code.function->computed_targets.find(16 * from);
  if (found == code.function->computed_targets.end() || found->second.empty()) {
    code.unknown_jumps = true;
    return;
  }
  for (const std::uint64_t target : found->second) {
    if (target % 16 != 0 || target / 16 >= code.instructions.size()) code.unknown_jumps = true;
    code.jumps.push_back({from, target / 16});
  }
}

}  // namespace

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
    if (instruction.name == "JMP" || instruction.name == "JMX") code.unknown_jumps = true;
    if (instruction.name == "BRX" || instruction.name == "BRXU") add_computed_jumps(i, code);
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

}  // namespace plumb::trace
