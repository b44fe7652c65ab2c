// plumb/report/html/device_limits.h - how near measured points come to what their device can do.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/report/html/page.h"
#include "plumb/report/html/runs.h"

namespace plumb {

// A rate that the probes saw with so much data on the whole device.
struct FootprintRate {
  double bytes = 0;
  double rate = 0;  // B/s
};

// What a device does at most, as it was measured; 0: not known.
struct DeviceLimits {
  double memory = 0;      // B/s: the fastest of reading, writing, copying and adding
  double single = 0;      // flop/s, products and sums together
  double twice = 0;       // the same in double precision
  std::string from = {};  // "profile.json", "the copy in the same run"
  std::vector<FootprintRate> by_footprint = {};  // of caches and memory alike
};

DeviceLimits limits_of(const Profile& profile);

// The fastest rate that the probes saw with at least so much data, and at least that of memory: the
// limit of the level that holds it.
double level_rate(const DeviceLimits& limits, double bytes);

// The limit of the device that a point comes nearest to.
enum class LimitKind { unknown, memory, arithmetic, cache };
std::string name_of(LimitKind kind);  // "memory", ...; of `unknown` empty
struct LimitShare {
  LimitKind limit = LimitKind::unknown;
  double share = 0;  // 1: at the limit; more: faster than the probes were; 0: not known
  double rate = 0;   // the limit, B/s or flop/s; 0: not known
};

// So much faster than the probes that the limit is not the one that they found: they were
// disturbed, or a cache that they did not see holds the data.
bool is_beyond(const LimitShare& near);

// "96 %"; "at limit" of a point that is as fast as the probes; "beyond"; "cache" where that is all
// that is known; "-".
std::string limit_text(const LimitShare& near);

// Of the bytes that a workload is credited with those that memory must have moved: what a kernel
// refers to again and again it moves once, so at most all that is allocated in every launch.
double necessary_bytes(const Point& point, const CreditedWork& work);

// `work` of the point. Data that the point leaves in a cache is held against that cache's rate, not
// against memory's. Where no rates of caches are known and even the necessary bytes are more than
// memory delivers, a cache does.
LimitShare limit_share(const Point& point, const CreditedWork& work, const DeviceLimits& limits);

// By the profile of its device, else by the copy that was measured with it.
DeviceLimits limits_for(const ReportInputs& inputs, const ReportedResult& result,
                        const Point& point);

// A point with what it did per second, and the share of the limit that is nearest.
struct RatedPoint {
  const ReportedResult* from = nullptr;
  const Point* point = nullptr;
  std::string name = {};  // short
  CreditedWork work = {};
  DeviceLimits limits = {};
  LimitShare near = {};
  double bytes = 0;  // necessary_bytes
};

// All points that have times, roofs left out.
std::vector<RatedPoint> rated_points(const ReportInputs& inputs);

// "stencil, size L, precision f32" for each point: its workload and the first settings that tell it
// from the others of the record.
std::vector<std::string> short_names(std::span<const Point> points);

// Points and their explanations, in pairs.
struct ExplainedPoint {
  const ReportedResult* from = nullptr;
  const Point* point = nullptr;
  std::string name = {};  // short
  const Explanation* why = nullptr;
};
// Those with a prediction and a measurement.
std::vector<ExplainedPoint> explained_points(const ReportInputs& inputs);

}  // namespace plumb
