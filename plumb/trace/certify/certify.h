// plumb/trace/certify/certify.h - the proof, in the final machine code, that stamps measure what
// they claim.
//
// For each stamp it is shown that
//   1. between its two readings of the clock lies the access, recognized by the line that it
//      carries, with all its copies, and every instruction there is known;
//   2. each access there is waited for, by its scoreboard barrier, before the second reading
//      issues; of a store, that a fence of the GPU's scope follows it;
//   3. no branch leaves or enters, and no more foreign instructions slipped in than is stated;
//   4. the first reading is stored as the first and the second as the second.
// Execution is in order within a warp, so this suffices. What is not shown is not certified.
//
// It needs the bytes of a cubin with line numbers (`ptxas -lineinfo`), no assembler and no GPU:
//
//   const std::string bytes = read_text_file("x.cubin");
//   const Cubin cubin = read_cubin(std::as_bytes(std::span(bytes)), "x.cubin");
//   for (const Certificate& one : certify(cubin).certificates)
//     fmt::print("{} {}: {}\n", one.stamp.id, one.stamp.opcode, name_of(one.verdict));
//
// perturbation.h compares such machine code with that of the kernel without stamps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/records/stamp.h"
#include "plumb/trace/certify/cubin.h"

namespace plumb::trace {

struct Certification {
  unsigned architecture = 0;
  std::vector<Certificate> certificates;  // one per stamp, in order, text by text
  [[nodiscard]] bool complete() const;    // all are certified
};

// Refuses (input) machine code without a stamp table or without line information, which ties its
// instructions to the stamps.
Certification certify(const Cubin& cubin);

}  // namespace plumb::trace
