// plumb/report/html/device_limits.h - how near measured points come to what their device can do.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/report/html/page.h"

namespace plumb {

// What a device does at most, as it was measured; 0: not known.
struct DeviceLimits {
  double memory = 0;      // B/s: the fastest of reading, writing, copying and adding
  double single = 0;      // flop/s, products and sums together
  double twice = 0;       // the same in double precision
  std::string from = {};  // "profile.json", "the copy in the same run"
};

DeviceLimits limits_of(const Profile& profile);

// By the profile of its device, else by the copy that was measured with it.
DeviceLimits limits_for(const ReportInputs& inputs, const Result& result, const Point& point);

// The profile of the same device and back end, else of the same device; null where there is none.
const ReportedProfile* profile_of(const ReportInputs& inputs, const DeviceDescription& device);

// A point with what it did per second, and the share of the limit that is nearest.
struct RatedPoint {
  const ReportedResult* from = nullptr;
  const Point* point = nullptr;
  std::string name = {};  // short
  CreditedWork work = {};
  DeviceLimits limits = {};
  double share = 0;        // 0: no limit is known
  bool by_memory = false;  // that limit is the memory's, else arithmetic
};

// All points that have times, roofs left out.
std::vector<RatedPoint> rated_points(const ReportInputs& inputs);

// "stencil, size L, precision f32" for each point: its workload and the first settings that tell it
// from the others of the record.
std::vector<std::string> short_names(std::span<const Point> points);

// "NVIDIA H200 (cuda)"
std::string device_title(const DeviceDescription& device);

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
