// plumb/records/explanation.h - a measured point beside its prediction: which term was wrong, and
// what to try.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/records/prediction.h"

namespace plumb {

// What of a prediction can be wrong.
enum class Term {
  none,        // as predicted
  clocks,      // the device was slowed down
  queueing,    // launches and waits
  transfers,   // between host and device
  level,       // another cache, or memory, served the data
  pattern,     // the order of the references
  occupancy,   // too little work in flight
  arithmetic,  // operations
  volume,      // more or fewer bytes than the passes say
  host,        // time between the steps
  untold,      // no figure of the records points to one of them
};

std::string name_of(Term term);

// A step of the program, all of its transfers, or what the host adds.
struct ExplainedPart {
  std::string name;
  Seconds measured{};
  Seconds predicted{};
  std::optional<TimeInterval> interval = {};
  Term wrong = Term::none;
  std::string seen = {};  // the figures that say so
  std::string to_try = {};
};

// What a trace says of one access.
struct StampedWait {
  std::string kernel;
  std::string place;   // "stencil.cu:12 > view.h:7", or a line of the PTX
  std::string access;  // "ld.global.f32"
  double cycles = 0;   // median
  std::uint64_t records = 0;
  double share = 0;        // of the cycles of all stamps
  std::string level = {};  // that answers in such a time; empty: not known, or not a load
  double idle_cycles = 0;  // that it takes when nothing else is asked for
  std::string to_try = {};
};

struct Explanation {
  std::string point;  // workload and settings
  std::string model;
  std::string reason = {};  // why there is nothing to explain; else empty
  // The two devices, where it was measured on another one than the profile's; else empty.
  std::string other_device = {};
  bool afterwards = false;  // the prediction was made after the measurement
  std::vector<ExplainedPart> parts = {};
  Seconds measured{};  // host time of the whole
  Seconds predicted{};
  std::optional<TimeInterval> interval = {};
  std::vector<StampedWait> waits = {};  // of a trace, the largest share first
  std::string no_waits = {};            // why the trace says nothing; else empty
};

// A prediction without an interval holds within this: the largest error of paper 000.
inline constexpr double plain_tolerance = 0.2;

// Whether a time lies in the interval of its prediction, or near it where the model states none:
// then nothing is to blame, whatever its parts say.
bool is_as_predicted(Seconds measured, Seconds predicted,
                     const std::optional<TimeInterval>& interval);
inline bool is_as_predicted(const Explanation& explanation) {
  return is_as_predicted(explanation.measured, explanation.predicted, explanation.interval);
}

}  // namespace plumb
