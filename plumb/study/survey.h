// plumb/study/survey.h - the main job: probe, predict, run every workload, explain, and keep all of
// it in a folder, where a survey that was interrupted goes on.
//
//   const auto device = device::open_device("");
//   const Survey survey = run_survey(*device, {.folder = "survey-results"}, watch);
//   survey.workloads.front().explanations;
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/base/error.h"
#include "plumb/base/units.h"
#include "plumb/device/device.h"
#include "plumb/records/explanation.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"
#include "plumb/study/measure_options.h"
#include "plumb/study/survey_plan.h"

namespace plumb::study {

inline constexpr Seconds survey_budget{300};

struct SurveyRequest {
  std::string folder;                   // must exist
  Seconds budget = survey_budget;       // for everything
  std::optional<Profile> profile = {};  // in place of probing
  // Time since the survey began; empty: by the system's clock. Tests let it run as they need it.
  std::function<Seconds()> elapsed = {};
};

struct SurveyedWorkload {
  std::string file;  // in the folder
  Result result;
  std::vector<Explanation> explanations = {};  // one per point, roofs left out
};

struct Survey {
  Profile profile = {};
  std::string profile_origin = {};
  SurveyPlan plan = {};                          // with the reasons of what was left out
  std::vector<SurveyedWorkload> workloads = {};  // those that have points, sorted by name
  std::size_t kept_points = 0;                   // from an earlier survey
  std::size_t resized_points = 0;   // of these: at other sizes than they would have now
  std::size_t earlier_records = 0;  // of another version, put aside
  std::string earlier_folder = {};  // there
  Seconds took{};
  bool interrupted = false;               // by the user
  std::optional<ErrorKind> failure = {};  // the first
};

// Refuses (input error) a folder with records of another device or driver before anything runs.
// Those of another version of plumb are put into a folder beside. Points that the folder has
// already are not measured again, even where the profile now asks for other sizes. Every record is
// written whole after every point; a failing point is reported to `watch` and does not stop the
// others.
Survey run_survey(device::Device& device, const SurveyRequest& request, const Watch& watch);

// 130 interrupted, else the first failure's kind, else 1 for a wrong result, else 0.
int exit_code(const Survey& survey);

}  // namespace plumb::study
