// plumb/trace/collect/collect.h - running a Program with stamps and reading what they say.
//
// It needs an NVIDIA GPU through CUDA, NVRTC, and nvJitLink or ptxas:
//
//   const std::unique_ptr<device::Device> gpu = device::open_device("cuda");
//   const TracedPoint point = collect(*gpu, program, {});
//   for (const TracedStamp& stamp : point.stamps)
//     fmt::print("{}: {} cycles\n", stamp.certificate.stamp.source, stamp.time.value);
//   if (!is_sound(point)) fmt::print("the output changed, or a stamp is not certified\n");
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "plumb/base/error.h"
#include "plumb/device/device.h"
#include "plumb/records/program.h"
#include "plumb/records/trace.h"
#include "plumb/records/trace_event.h"
#include "plumb/trace/stamp/instrument.h"

namespace plumb::trace {

struct CollectOptions {
  InstrumentOptions instrument;
  bool rotate = false;                    // one build per stamp
  bool first_use = false;                 // then one per load, for the stall at its first use
  std::optional<TimeWindow> window = {};  // record only what ends in it
  bool stage = true;  // keep records in shared memory where that costs no resident block
  std::function<void(std::string_view)> progress = [](std::string_view) {};
  std::function<bool()> interrupted = [] { return false; };  // asked before each build
  // Receives the events of every run of a build, in the order in which they begin, and what is
  // known of it: a point with the stamps of one module; of each event the addresses, where the
  // layout has them.
  std::function<void(const TracedPoint& part, std::span<const TraceEvent> events,
                     std::span<const LaneAddresses> addresses)>
      events = {};
  // A build that failed after others had finished; those stay in the point.
  std::function<void(const Error&)> failed = [](const Error&) {};
};

// 90 for sm_90. Refuses (unavailable) a device that is not an NVIDIA GPU through CUDA.
unsigned architecture_of(const device::Info& info);

// Prepares every kernel, then runs the program once without and once with stamps (per build), from
// the same initial contents.
// With `first_use` each load has a further build, with readings where its value is first used; what
// these say is noted beside the times of the loads.
// The layout's number of processors is that of the device. The point is labelled with the program's
// name.
TracedPoint collect(device::Device& device, const Program& program, const CollectOptions& options);

}  // namespace plumb::trace
