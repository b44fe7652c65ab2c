// plumb/trace/certify/machine_code.h - NVIDIA's instructions of 128 bits (sm_70 and later), decoded
// as far as a proof about time stamps needs it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace plumb::trace {

// What an instruction is to the proof.
enum class Operation {
  unknown,
  plain,          // arithmetic, moves, votes: results by fixed latency or a barrier, no memory
  clock,          // reads the 64-bit clock
  load_global,    // LDG
  load_generic,   // LD
  load_shared,    // LDS, LDSM
  load_local,     // LDL
  load_constant,  // LDC, ULDC, LDCU
  fetch,          // TEX, TLD, TLD4, TXD
  load_surface,   // SULD
  atomic,         // ATOM, ATOMG, ATOMS
  store,          // ST, STG, STL, STS, RED, SUST
  fence,          // MEMBAR, ERRBAR, CCTL
  barrier,        // BAR
  branch,         // with a target that is decoded: BRA, BSSY, CALL
  flow            // EXIT, RET, BSYNC, DEPBAR and others that hold a warp or lead it elsewhere
};

inline constexpr std::uint8_t no_register = 255;  // RZ: reads zero, keeps nothing
inline constexpr unsigned no_barrier = 7;
inline constexpr unsigned block_scope = 0;
inline constexpr unsigned gpu_scope = 2;
inline constexpr unsigned system_scope = 3;

struct Instruction {
  unsigned opcode = 0;  // 12 bits; the upper three say what kind of operands follow
  Operation operation = Operation::unknown;
  std::string_view name;  // "LDG"; empty for unknown
  unsigned guard = 7;     // predicate register; 7 is always true
  bool guard_negated = false;
  // A branch or an exit that every lane takes: no guard, no predicate of its own, not one for lanes
  // that have diverged.
  bool leaves = false;
  std::uint8_t destination = no_register;  // first of `written`
  unsigned written = 0;                    // registers that it may write, from destination on
  // A fetch and a load of 32 bytes write as many from here on.
  std::uint8_t second_destination = no_register;
  std::uint8_t a = no_register;  // as far as the form of operands has them
  std::uint8_t b = no_register;
  std::uint8_t c = no_register;
  bool uniform = false;                    // destination is a uniform register
  unsigned bytes = 0;                      // of a load or store
  unsigned components = 0;                 // of a fetch: registers that it writes, all together
  std::int32_t offset = 0;                 // of a load or store: added to the address in `a`
  std::uint64_t form = 0;                  // likewise: width, how the address is made, what caches
  std::optional<std::uint32_t> immediate;  // of arithmetic, where an operand is one
  unsigned shift = 0;                      // of LEA
  unsigned predicate = 7;                  // that a comparison writes; 7: none
  unsigned predicates = 0;                 // all that it may write, one bit each
  unsigned scope = 0;                      // of a MEMBAR: block_scope, gpu_scope, system_scope
  std::optional<std::uint8_t> copied;      // destination := this register, nothing else
  unsigned stall = 0;  // scheduling: cycles until the next instruction may issue
  bool yield = false;
  unsigned write_barrier = no_barrier;  // released when the result is there
  unsigned read_barrier = no_barrier;   // released when the operands were read
  unsigned wait_mask = 0;               // barriers that must be free before it issues
  std::optional<std::int64_t> target;   // of a branch: instructions from the next one on
};

Instruction decode(std::span<const std::byte> code, std::size_t index, unsigned architecture);
std::vector<Instruction> decode_all(std::span<const std::byte> code, unsigned architecture);

}  // namespace plumb::trace
