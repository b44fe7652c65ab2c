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

// The limit of the device that a point comes nearest to.
enum class LimitKind { unknown, memory, arithmetic, cache };
std::string name_of(LimitKind kind);  // "memory", ...; of `unknown` empty
struct LimitShare {
  LimitKind limit = LimitKind::unknown;
  double share = 0;  // 1: it is at the limit; of `cache` what memory alone would have to do
};

// Of the bytes that a workload is credited with those that memory must have moved: what a kernel
// refers to again and again it moves once, so at most all that is allocated in every launch.
double necessary_bytes(const Point& point, const CreditedWork& work);

// `work` of the point. Where even the necessary bytes are more than memory delivers, a cache does.
LimitShare limit_share(const Point& point, const CreditedWork& work, const DeviceLimits& limits);

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
  LimitShare near = {};
  double bytes = 0;  // necessary_bytes
};

// All points that have times, roofs left out.
std::vector<RatedPoint> rated_points(const ReportInputs& inputs);

// "stencil, size L, precision f32" for each point: its workload and the first settings that tell it
// from the others of the record.
std::vector<std::string> short_names(std::span<const Point> points);

// "NVIDIA H200 (cuda)"
std::string device_title(const DeviceDescription& device);
// " on NVIDIA H200 (cuda)"; empty where all profiles and results are of that device.
std::string on_device(const ReportInputs& inputs, const DeviceDescription& device);

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
