// plumb/study/survey_plan.h - what a survey runs: every workload at the sizes that mean something
// on a device, with times from the model, before anything runs.
//
//   const Profile profile = find_profile("h200-cuda");
//   const SurveyPlan plan = plan_survey(surveyed_device(profile), &profile, Seconds{300},
//   Seconds{300}); plan.points.front().planned.label;   // "stream, in memory"
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/device/info.h"
#include "plumb/measure/sampling.h"
#include "plumb/records/profile.h"
#include "plumb/records/provenance.h"
#include "plumb/records/traits.h"
#include "plumb/study/plan.h"
#include "plumb/study/survey_records.h"

namespace plumb::study {

struct SurveyedDevice {
  DeviceDescription description;
  DeviceTraits traits;
  Bytes cache{};               // in front of memory, as the driver reports it; 0: not known
  Bytes largest_allocation{};  // 0: not known
};
SurveyedDevice surveyed_device(const device::Info& info);
// One that is not here.
SurveyedDevice surveyed_device(const Profile& profile);

// How much data a point has. 0: no such size on this device.
struct SurveySizes {
  Bytes in_cache{};         // half of what the largest cache surely holds
  Bytes in_memory{};        // far beyond it, within the device's memory
  Bytes least_in_memory{};  // what takes too long is made smaller, down to this
};
SurveySizes survey_sizes(const SurveyedDevice& device, const Profile* profile);

// Why points are left out.
inline constexpr const char* beyond_budget = "it takes longer than what is left of the budget";
inline constexpr const char* budget_ended = "the budget ended while it ran";
inline constexpr const char* was_interrupted = "interrupted";

struct SurveyPoint {
  PlannedPoint planned;    // with its prediction; its place and rank are labels
  NamedTexts chosen;       // what it sets beyond the defaults
  std::string place;       // "in cache", "in memory"
  std::size_t rank = 0;    // among the points of its workload: 0 is the most telling
  Bytes memory{};          // that it allocates
  Seconds execution{};     // predicted; 0: not known
  StopRule rule;           // how it is measured
  Seconds estimate{};      // of all that it takes
  std::string left_out{};  // why it is not run; empty: it is
  bool refused = false;    // `left_out` is what the workload says: no budget helps
  bool kept = false;       // an earlier survey has measured it
  bool resized = false;    // that one at another size than it would have now
};

struct SurveyPlan {
  SurveySizes sizes;
  std::vector<SurveyPoint>
      points;                // the most telling first: what does not fit is dropped from the end
  bool interrupted = false;  // before the first of them
};

// `profile` may be null: not yet known. `budget` is that of the whole survey: sizes and rules
// follow it, so that a survey which goes on has the same points; `left` is what the points may
// take. What `records` have is kept as it is and costs nothing.
SurveyPlan plan_survey(const SurveyedDevice& device, const Profile* profile, Seconds budget,
                       Seconds left, const SurveyRecords& records = {});

}  // namespace plumb::study
