// plumb/report/survey_summary.h - what a survey found, on one screen in plain words.
//
//   const std::vector<SurveyedResult> results{{&result, explanations}};
//   for (const std::string& line : survey_summary({.profile = &profile, .results = results}))
//     fmt::print("{}\n", line);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/records/explanation.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"

namespace plumb {

// Explanations as study::explain_result gives them: one per point that is not a roof.
struct SurveyedResult {
  const Result* result = nullptr;
  std::span<const Explanation> explanations = {};
};

struct SurveyFindings {
  const Profile* profile = nullptr;
  std::string profile_origin = {};
  std::span<const SurveyedResult> results = {};
  std::size_t kept_points = 0;             // from an earlier survey
  std::size_t resized_points = 0;          // of these: at other sizes than they would have now
  std::size_t earlier_records = 0;         // of another version of plumb, moved
  std::string earlier_folder = {};         // to this folder
  std::vector<std::string> left_out = {};  // labels of points that the time did not suffice for
  std::vector<std::string> refused = {};   // "label: reason" of points that cannot run here
  std::vector<std::string> open = {};      // labels of points that an interrupt left
  Seconds took{};
  std::string folder = {};  // of the records
  std::string report = {};  // the file to open; empty: none
};

// At most 24 lines of at most 80 columns.
std::vector<std::string> survey_summary(const SurveyFindings& findings);

// Every point: where its data lie, time, prediction, share of the limit, verdict.
Table survey_table(const SurveyFindings& findings);

}  // namespace plumb
