// plumb/trace/certify/certify.h - the proof, in the final machine code, that stamps measure what
// they claim.
//
// For each stamp it is shown that
//   1. between its two readings lies the access, told from others by the line that it carries, with
//   all
//      its copies, and every instruction there is known;
//   2. each access there is waited for, by its scoreboard barrier, before the second reading
//   issues; of
//      a store, that a fence of the GPU's scope follows it;
//   3. no branch leaves or enters, and no more foreign instructions slipped in than is stated;
//   4. the first reading is stored as the first and the second as the second.
// Execution is in order within a warp, so this suffices. What is not shown is not certified.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/trace/certify/cubin.h"
#include "plumb/trace/certify/machine_code.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {

// Foreign instructions that a certified stamp may hold: before its first access, and behind it per
// register that the access writes, with a few for the stamp itself.
inline constexpr unsigned most_before = 6;
inline constexpr unsigned most_behind = 4;
inline constexpr unsigned most_behind_per_register = 4;
// Where all lanes add to one word the assembler adds up first and lets one lane do it: that many
// more before an atomic.
inline constexpr unsigned most_gathering = 6;

// One place in the machine code; unrolling gives a stamp several.
struct CertifiedPlace {
  std::string function;
  std::uint64_t offset = 0;  // of the first reading, in bytes
  std::string complaint;     // empty: certified
  unsigned accesses = 0;     // into how many the assembler split it
  unsigned foreign_before = 0;
  unsigned foreign_behind = 0;
  bool shared_barrier = false;  // something between the readings also waits for an older access
};

struct Certificate {
  Stamp stamp;
  std::vector<CertifiedPlace> places;
  std::string complaint;  // empty: certified at every place
};

struct Certification {
  unsigned architecture = 0;
  StampTable table;
  std::vector<Certificate> certificates;  // one per stamp, in order
  [[nodiscard]] bool complete() const;    // all are certified
};

// "certified", with "shared barrier" where a wait may also be for an older access; "held" for
// barriers and stores, where not a scoreboard but the instruction itself (BAR, a MEMBAR of the
// GPU's scope) keeps the warp from going on; "in order" for regions; "not certified".
std::string_view verdict_of(const Certificate& certificate);

// Refuses (input) machine code without a stamp table or without line information, which ties its
// instructions to the stamps.
Certification certify(const Cubin& cubin);

}  // namespace plumb::trace
