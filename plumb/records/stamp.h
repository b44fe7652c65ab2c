// plumb/records/stamp.h - a stamp in a kernel: which access it measures, how, and what was proven.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/base/json.h"

namespace plumb {

// How the second reading of the clock is made to come after the access (paper 002, section 5.1).
enum class StampMethod {
  dependence,   // an instruction that reads the loaded value; its predicate is false at run time
  fence,        // fence.acq_rel.cta
  naive,        // nothing
  paper_fence,  // __threadfence_block(), which today's compiler writes as membar.cta
  paper_dummy,  // if (dummy < 0) d = d + 1, evaluated at the access
  first_use  // a dependence right before the first use of what was loaded, and both readings there
};

enum class AccessKind { load, atomic, barrier, store, region };

// Where the data is; `generic` where PTX does not say, `none` for barriers and regions.
enum class MemorySpace { none, generic, global, shared, local, constant, texture, surface };

// Two readings of the clock around one access.
struct Stamp {
  std::uint32_t id = 0;  // within its module
  std::string kernel;    // the function it stands in
  AccessKind access = AccessKind::load;
  MemorySpace space = MemorySpace::none;
  StampMethod method = StampMethod::dependence;
  bool guarded = false;         // under a predicate
  std::uint32_t registers = 1;  // of 32 bits, that the access writes
  std::string opcode;           // "ld.global.nc.v4.f32"; of a region its name
  std::uint32_t ptx_line = 0;   // in the text before instrumenting
  std::string source;           // "stencil.cu:12"; empty without line information
  // "/code/stencil.cu:12", "/code/view.h:7": with paths, from the line of the kernel through
  // every call that was inlined to that of the access; `source` is the first. Empty likewise.
  std::vector<std::string> chain = {};
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

// An access that was selected but cannot be stamped.
struct SkippedAccess {
  Stamp stamp;  // as it would be, without id
  std::string reason;
};

// One place in the machine code; unrolling gives a stamp several.
struct CertifiedPlace {
  std::string function;
  std::uint64_t offset = 0;          // of the first reading, in bytes
  std::string complaint;             // empty: certified
  std::uint32_t accesses = 0;        // into how many the assembler split it
  std::uint32_t foreign_before = 0;  // instructions between the readings that belong to neither
  std::uint32_t foreign_behind = 0;
  bool shared_barrier = false;  // something between the readings also waits for another instruction
  // Of loads and atomics, by the stall counts of the machine code: from the first reading until the
  // access issues (at a first use: until what waits for it may issue), and from the last
  // instruction that waits for it until the second reading.
  std::uint32_t cycles_before = 0;
  std::uint32_t cycles_behind = 0;
};

// What the machine code shows about a stamp; docs/commands/trace.md explains each.
enum class CertificateVerdict {
  certified,
  shared_barrier,  // certified, but a wait may also be for another instruction
  held,            // a barrier, or a store with a fence: the instruction itself holds the warp
  in_order,        // a region
  not_certified
};

struct Certificate {
  Stamp stamp;
  CertificateVerdict verdict = CertificateVerdict::not_certified;
  std::vector<CertifiedPlace> places;
  std::string complaint;  // why it is not certified; empty for every other verdict
};

// The part of an interval that is the stamp's own, in cycles: the least of all places, since a
// record does not say which of them made it. 0 without a certificate.
struct OwnCycles {
  std::uint32_t before = 0;
  std::uint32_t behind = 0;
};
OwnCycles own_cycles(const Certificate& certificate);

// "stencil.cu:12 > view.h:7": the chain without its folders.
std::string shown_chain(const Stamp& stamp);

bool all_certified(std::span<const Certificate> certificates);

std::string name_of(StampMethod method);
std::string name_of(AccessKind access);
std::string name_of(MemorySpace space);
std::string name_of(CertificateVerdict verdict);
StampMethod stamp_method_from_name(std::string_view name);  // an unknown name is an input error
AccessKind access_kind_from_name(std::string_view name);
MemorySpace memory_space_from_name(std::string_view name);

Json to_json(const Stamp& stamp);
Json to_json(const SkippedAccess& skipped);
Json to_json(const Certificate& certificate);
Stamp stamp_from_json(const JsonView& view);
SkippedAccess skipped_access_from_json(const JsonView& view);
Certificate certificate_from_json(const JsonView& view);

}  // namespace plumb
