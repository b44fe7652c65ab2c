// plumb/trace/certify/function_code.h - a function decoded once: instructions, branches, stamps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/trace/certify/cubin.h"
#include "plumb/trace/certify/machine_code.h"

namespace plumb::trace {

// A function decoded once, with where its branches go and which instructions belong to stamps.
struct FunctionCode {
  const MachineFunction* function = nullptr;
  std::vector<Instruction> instructions;
  struct Jump {
    std::size_t from = 0;
    std::size_t to = 0;
  };
  std::vector<Jump> jumps;
  bool unknown_jumps = false;                                // a branch whose target is not known
  std::optional<std::size_t> unknown;                        // an instruction that is not known
  std::map<std::uint32_t, std::vector<std::size_t>> marked;  // by the line of the stamps

  [[nodiscard]] std::span<const std::size_t> at_line(std::uint32_t line) const {
    const auto found = marked.find(line);
    return found == marked.end() ? std::span<const std::size_t>() : std::span(found->second);
  }
};
FunctionCode function_code(const MachineFunction& function, unsigned architecture);

// Whether a jump from outside lands in (from, to]: else whoever comes to `to` came by `from`. A
// jump out stores nothing and does no harm.
bool is_entered(const FunctionCode& code, std::size_t from, std::size_t to);

// Barriers that an instruction sets, one bit each.
unsigned barriers_of(const Instruction& instruction);
// Behind it lanes may go on that did other things before.
bool comes_from_elsewhere(const Instruction& instruction);
bool is_target(const FunctionCode& code, std::size_t i);

// Whether an instruction may write a register that is not uniform.
bool writes(const Instruction& instruction, std::uint8_t reg);

// Whether it may write a predicate (0 to 6).
bool writes_predicate(const Instruction& instruction, unsigned predicate);

// Its name, or what is known of it.
std::string shown(const Instruction& instruction);

}  // namespace plumb::trace
