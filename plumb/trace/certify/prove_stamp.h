// plumb/trace/certify/prove_stamp.h - the proof for one stamp at one place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "plumb/records/stamp.h"
#include "plumb/trace/certify/cubin.h"
#include "plumb/trace/certify/machine_code.h"

namespace plumb::trace {

// Foreign instructions that a certified stamp may hold: before its first access, and behind it per
// register that the access writes, with a few for the stamp itself.
inline constexpr unsigned most_before = 6;
inline constexpr unsigned most_behind = 4;
inline constexpr unsigned most_behind_per_register = 4;
// Where all lanes add to one word the assembler adds up first and lets one lane do it: that many
// more before an atomic.
inline constexpr unsigned most_gathering = 6;

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
  std::map<std::uint32_t, std::vector<std::size_t>> marked;  // by the line of stamps_file

  [[nodiscard]] std::span<const std::size_t> at_line(std::uint32_t line) const {
    const auto found = marked.find(line);
    return found == marked.end() ? std::span<const std::size_t>() : std::span(found->second);
  }
};
FunctionCode function_code(const MachineFunction& function, unsigned architecture);

// Whether an instruction does what the stamp measures.
bool is_access(const Stamp& stamp, const Instruction& instruction);

// `first` and `second` are the indices of the clock readings.
CertifiedPlace prove(const FunctionCode& code, const Stamp& stamp, std::size_t first,
                     std::size_t second);

}  // namespace plumb::trace
