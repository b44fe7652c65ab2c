// plumb/trace/certify/recognize_access.cpp - kinds of accesses, and their widths from the opcode.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/recognize_access.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "plumb/trace/certify/function_code.h"

namespace plumb::trace {
namespace {

bool is_load(Operation operation) {
  return operation >= Operation::load_global && operation <= Operation::load_surface;
}

// Bytes of "f32"; 0 for a word that is not a type.
unsigned bytes_of_type(std::string_view word) {
  constexpr std::string_view kinds = "busf";
  if (word.size() < 2 || kinds.find(word.front()) == std::string_view::npos) return 0;
  unsigned bits = 0;
  const auto read = std::from_chars(word.data() + 1, word.data() + word.size(), bits);
  return read.ec == std::errc() && read.ptr == word.data() + word.size() ? bits / 8 : 0;
}

struct Width {
  unsigned bytes = 0;    // at most
  unsigned element = 0;  // 0: not known
};

// The type of a load or store, its last word or, of surfaces, the last but one.
unsigned element_of(std::string_view opcode) {
  const std::size_t last = opcode.find_last_of('.');
  if (last == std::string_view::npos) return 0;
  const unsigned bytes = bytes_of_type(opcode.substr(last + 1));
  if (bytes > 0) return bytes;
  const std::string_view before = opcode.substr(0, last);
  return bytes_of_type(before.substr(before.find_last_of('.') + 1));
}

// Before the type stands v2, v4 or v8. What else reads or writes memory (fragments of matrices) has
// as many bytes as its registers, at most.
Width width_of(const Stamp& stamp) {
  const std::string_view opcode = stamp.opcode;
  const unsigned element = element_of(opcode);
  const bool plain_access = opcode.starts_with("ld.") || opcode.starts_with("ldu.") ||
                            opcode.starts_with("st.") || opcode.starts_with("suld.");
  if (!plain_access || element == 0) return {.bytes = 4 * stamp.registers};
  unsigned count = 1;
  for (const unsigned vector : {2U, 4U, 8U}) {
    if (opcode.find(fmt::format(".v{}.", vector)) != std::string_view::npos) count = vector;
  }
  return {.bytes = count * element, .element = element};
}

std::string other_width(std::string_view opcode, unsigned has, unsigned wanted,
                        std::string_view unit) {
  return fmt::format("{} {} between the readings, and {} has {}", has, unit, opcode, wanted);
}

}  // namespace

unsigned bytes_of_access(const Stamp& stamp) { return width_of(stamp).bytes; }

std::string width_complaint(const Stamp& stamp, std::span<const Instruction* const> accesses) {
  const Width width = width_of(stamp);
  unsigned bytes = 0;
  unsigned registers = 0;
  for (const Instruction* access : accesses) {
    bytes += access->bytes;
    registers += access->operation == Operation::fetch ? access->components : access->written;
    // A word of 8 bytes may be split in two registers.
    if (access->bytes > 0 && access->bytes < std::min(width.element, 4U)) {
      return fmt::format("{} of {} bytes, and an element of {} has {}", shown(*access),
                         access->bytes, stamp.opcode, width.element);
    }
  }
  // Components of less than a register come together, in one word at least.
  const bool stores = stamp.access == AccessKind::store;
  const unsigned least = stores ? width.bytes : std::min(width.bytes, 4U);
  const bool sized = width.element > 0 && bytes > 0;
  if ((width.bytes > 0 && bytes > width.bytes) || (sized && bytes < least))
    return other_width(stamp.opcode, bytes, width.bytes, "bytes");
  const bool gives_registers =
      stamp.access == AccessKind::load || stamp.access == AccessKind::atomic;
  if (gives_registers && registers > stamp.registers)
    return other_width(stamp.opcode, registers, stamp.registers, "registers");
  return {};
}

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
    case MemorySpace::generic:  // a constant in a uniform register describes the memory
      return is_load(does) && does != Operation::fetch && does != Operation::load_surface &&
             !(does == Operation::load_constant && instruction.uniform);
    case MemorySpace::none:
      break;
  }
  return false;
}

}  // namespace plumb::trace
