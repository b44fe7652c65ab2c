// plumb/trace/collect/collect.h - running a Program with stamps and reading what they say.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/records/program.h"
#include "plumb/trace/certify/perturbation.h"
#include "plumb/trace/collect/log.h"
#include "plumb/trace/stamp/instrument_program.h"

namespace plumb::trace {

// What the records of one stamp say.
struct StampTimes {
  std::string source;  // of the program
  Certificate certificate;
  std::vector<double> cycles;  // in the order of the log
  std::uint64_t reversed = 0;  // records whose second reading is the smaller one
};

struct Collected {
  std::vector<StampTimes> stamps;
  std::vector<BuildChange> builds;  // one per module; rotating: one per stamp
  std::vector<Skipped> skipped;
  std::uint64_t lost = 0;
  std::uint64_t misplaced = 0;
  std::uint64_t unfinished = 0;
  std::vector<std::string> changed;  // buffers that differ from a run without stamps
  bool interrupted = false;          // builds are missing
};

struct CollectOptions {
  InstrumentOptions instrument;
  bool rotate = false;  // one build per stamp
  bool stage = true;    // keep records in shared memory where that costs no resident block
  std::function<void(std::string_view)> progress = [](std::string_view) {};
  std::function<bool()> interrupted = [] { return false; };  // asked before each build
};

// Runs the program once without and once with stamps (per build), from the same initial contents.
// Needs a CUDA device. The layout's number of processors is that of the device.
Collected collect(device::Device& device, const Program& program, const CollectOptions& options);

// Zeroes the log, and reads it, of a module that is loaded. Only the slots of warps that wrote are
// touched: a log may be large and nearly empty.
void clear_log(device::Queue& queue, device::Buffer& log, const LogLayout& layout);
Log fetch_log(device::Queue& queue, const device::Buffer& log, const LogLayout& layout);

}  // namespace plumb::trace
