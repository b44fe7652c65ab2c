// plumb/records/trace.h - a traced run: what every stamp measured, and what the stamps changed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/provenance.h"
#include "plumb/records/quantity.h"
#include "plumb/records/stamp.h"

namespace plumb {

// What the machine code of one function is like.
struct CodeFigures {
  std::uint64_t instructions = 0;  // without padding
  std::uint64_t loads = 0;         // global, generic, shared, local, texture, surface: how often a
                                   // loop was unrolled shows here
  std::uint64_t loads_in_flight = 0;  // the most that are waited for at once, within one block
  std::uint64_t wait_groups = 0;      // waits that end at least one load
  std::optional<std::uint32_t> registers;
  Bytes shared;
  Bytes frame;  // local memory per thread: spilled registers and arrays
  // That one SM holds; absent where the shape of the blocks or the architecture is not known.
  std::optional<std::uint64_t> resident_blocks;
  friend bool operator==(const CodeFigures&, const CodeFigures&) = default;
};

// A function without and with stamps.
struct Perturbation {
  std::string kernel;
  CodeFigures before;
  CodeFigures after;
};

// What the stamps of one build change in one module.
struct BuildChange {
  std::optional<std::uint32_t> stamp;  // rotating: the only one of the build
  std::uint32_t architecture = 0;      // 90 for sm_90
  std::vector<Perturbation> kernels;
  std::uint64_t threads = 0;  // of a block; 0: not known
  Bytes dynamic;              // shared memory that launches add
  std::string staging;        // where log records are kept, and why
  bool first_use = false;     // the readings stand where the value is first used
};

// How the addresses of lanes lie, over the records of a stamp: sectors of 32 bytes that an access
// touches, and the fewest that hold as many bytes.
struct AddressFigures {
  std::uint64_t records = 0;
  double sectors = 0;                  // in the mean
  double fewest = 0;                   // likewise
  double on_a_line = 0;                // the share of records whose lanes are equally far apart
  std::optional<std::int64_t> stride;  // the most frequent of those, in bytes from lane to lane
};

// How long a kernel still waits for a load when it first uses the value. It was measured by a build
// of its own, with readings there and none at the load.
struct ExposedStall {
  std::optional<Certificate> certificate = {};  // absent: there could be no such stamp
  Quantity time = {};       // cycles, less the stamp's own; no samples: no record, or not certified
  std::string reason = {};  // why there is no time; empty where there is one
};

// What the log says about one stamp.
struct TracedStamp {
  std::string module;  // the source of the program that it stands in
  Certificate certificate;
  // Cycles, less the stamp's own; every sample in the order of the log; empty: no record.
  Quantity time;
  // Accesses that a sample stands for, by the share of blocks, warps and records that was kept: one
  // number for all samples, or one each. Empty: not known.
  std::vector<double> weights = {};
  std::uint64_t reversed = 0;  // log records whose second reading is the smaller one
  std::optional<AddressFigures> addresses = {};  // of loads and atomics, where they were kept
  std::optional<ExposedStall> stall = {};        // of loads, where it was asked for
};

// What the times of events are measured in.
struct TimeAxis {
  double clock_hz = 0;  // cycles per second
  // How far events of two SMs may lie from their true distance, in cycles; absent: each SM has an
  // axis of its own.
  std::optional<std::uint64_t> skew;
};

// Records that kernels made, and those that the log kept: the same share of every warp's, chosen at
// random over the whole run.
struct LogSampling {
  std::uint64_t made = 0;
  std::uint64_t kept = 0;
};

// Which warps took stamps, and which of their records were kept: one block in `blocks`, drawn by
// chance, every n-th warp of a block, every n-th record. Of a launch with fewer blocks than
// `blocks * least_blocks` a larger share, about `least_blocks` of them or all, and every record.
struct StampedShare {
  std::uint32_t blocks = 1;
  std::uint32_t warps = 1;
  std::uint32_t records = 1;
  std::uint32_t least_blocks = 0;
  // Chosen and not drawn: this block of each launch alone, this warp of a block.
  std::optional<std::uint32_t> block = {};
  std::optional<std::uint32_t> warp = {};
};

// Only accesses that ended in this part of the run were recorded. Times count from right before its
// first step; between two of its steps the host may take some.
struct TimeWindow {
  Seconds from{};
  Seconds to{};
  std::optional<Seconds> run = {};  // how long the whole run with stamps took
};

// How long the kernels took without stamps and with those of one build.
struct BuildTime {
  std::optional<std::uint32_t> stamp;  // rotating: the only one of the build
  Seconds without{};
  Seconds with{};
};

// One configuration of one workload.
struct TracedPoint {
  std::string label;  // as people see it
  std::string workload;
  std::vector<std::pair<std::string, std::string>> settings;
  std::string failure;  // why it could not be traced, or why builds are missing
  std::vector<TracedStamp> stamps;
  std::vector<BuildChange> builds;  // one per module; rotating: one per stamp
  std::vector<BuildTime> times;     // one per build
  std::vector<SkippedAccess> skipped;
  std::uint64_t lost = 0;               // log records beyond the slots of a warp
  std::uint64_t misplaced = 0;          // of an SM or warp beyond the layout of the log
  std::uint64_t unfinished = 0;         // a slot was taken and holds no whole record
  std::optional<StampedShare> stamped;  // absent: every warp, every record
  std::optional<TimeWindow> window;     // absent: the whole run
  std::optional<LogSampling> sampling;  // absent: the log kept all it had room for, the first ones
  std::optional<TimeAxis> axis;         // absent: it has no events
  std::vector<std::string> changed;     // buffers that differ from a run without stamps
  bool interrupted = false;             // builds are missing
};

struct Trace {
  Provenance provenance;
  std::vector<TracedPoint> points;
};

// It was traced, the output is the same, and every stamp is shown to measure what it claims.
bool is_sound(const TracedPoint& point);

Json to_json(const Trace& trace);  // schema plumbline.trace/1
Trace trace_from_json(const JsonView& view);

}  // namespace plumb
