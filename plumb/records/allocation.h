// plumb/records/allocation.h - what moved from a fragment program to its vertex program, and why
// the rest stayed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/records/provenance.h"

namespace plumb {

struct SlotCounts {
  std::uint64_t vertex = 0;
  std::uint64_t arithmetic = 0;  // of the fragment program
  std::uint64_t texture = 0;     // of the fragment program
  friend bool operator==(const SlotCounts&, const SlotCounts&) = default;
};

// One instruction of the fragment program that was given.
struct AllocatedInstruction {
  std::uint64_t line = 0;
  std::string text;
  std::string condition;  // "moved", or what stopped it: C1 to C4, shortage, no saving, dead
  std::string reason;     // empty where moved
  std::vector<std::uint64_t> chain;  // lines, back to the instruction that C1, C2 or C3 stops
};

// What the host must set besides. Without `value`: the vertex program's constant is what the
// fragment program's is. With it: one component of one of the two is this expression of the
// fragment program's constants, "mul(rcp(c3.x), 2)".
struct UploadedConstant {
  std::uint64_t vertex = 0;
  std::uint64_t fragment = 0;
  bool to_fragment = false;    // the other way round; with a value: the fragment program's is set
  std::string component = {};  // x, y, z, w; only with a value
  std::string value = {};
  friend bool operator==(const UploadedConstant&, const UploadedConstant&) = default;
};

struct Allocation {
  Provenance provenance;
  std::string mode;  // paper, optimal
  std::string vertex_file;
  std::string fragment_file;
  SlotCounts before;
  SlotCounts after;
  bool proved = false;        // no cut with fewer fragment slots exists
  std::string unproved = {};  // why one may, in mode optimal: search, layout, cost; empty: not said
  std::string without_gain;   // N1, N2, N3 of paper 004; empty where slots were saved
  std::vector<AllocatedInstruction> instructions;
  std::vector<UploadedConstant> constants;
};

Json to_json(const Allocation& allocation);  // schema plumbline.allocation/1
Allocation allocation_from_json(const JsonView& view);

// The list of constants by itself, for the file beside the programs.
Json to_json(const std::vector<UploadedConstant>& constants);
std::vector<UploadedConstant> constants_from_json(const JsonView& view);

}  // namespace plumb
