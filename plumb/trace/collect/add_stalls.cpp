// plumb/trace/collect/add_stalls.cpp - finding the load of each stamp at a first use.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/add_stalls.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plumb::trace {
namespace {

// Numbers of stamps differ where some loads have no first use.
bool is_same_access(const Stamp& one, const Stamp& other) {
  return one.kernel == other.kernel && one.ptx_line == other.ptx_line && one.opcode == other.opcode;
}

ExposedStall stall_of(const TracedStamp& load, const TracedPoint& uses) {
  const Stamp& stamp = load.certificate.stamp;
  const auto traced = std::ranges::find_if(uses.stamps, [&](const TracedStamp& use) {
    return use.module == load.module && is_same_access(use.certificate.stamp, stamp);
  });
  if (traced != uses.stamps.end()) {
    ExposedStall stall{.certificate = traced->certificate};
    if (!traced->certificate.complaint.empty()) {
      stall.reason = "not certified: " + traced->certificate.complaint;
    } else if (traced->time.samples.empty()) {
      stall.reason = "no record";
    } else {
      stall.time = traced->time;
    }
    return stall;
  }
  const auto skipped = std::ranges::find_if(
      uses.skipped, [&](const SkippedAccess& one) { return is_same_access(one.stamp, stamp); });
  return {.reason = skipped == uses.skipped.end() ? std::string("its build is missing")
                                                  : skipped->reason};
}

}  // namespace

void add_stalls(const TracedPoint& uses, TracedPoint& point) {
  for (TracedStamp& traced : point.stamps) {
    if (traced.certificate.stamp.access == AccessKind::load) traced.stall = stall_of(traced, uses);
  }
  for (BuildChange build : uses.builds) {
    build.first_use = true;
    point.builds.push_back(std::move(build));
  }
  for (const std::string& name : uses.changed) {
    if (std::ranges::find(point.changed, name) == point.changed.end())
      point.changed.push_back(name);
  }
  point.lost += uses.lost;
  point.misplaced += uses.misplaced;
  point.unfinished += uses.unfinished;
  point.interrupted = point.interrupted || uses.interrupted;
  if (point.failure.empty()) point.failure = uses.failure;
}

}  // namespace plumb::trace
