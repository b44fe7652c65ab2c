// plumb/study/explain_result.h - why a stored result differs from its prediction.
//
//   const std::vector<Explanation> why = explain_result(result, {.model = "plumbline"});
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plumb/records/explanation.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"
#include "plumb/records/trace.h"

namespace plumb::study {

struct ExplainOptions {
  std::string model = {};  // empty: the first that has a prediction
  // To predict from now; absent: the predictions that the result keeps.
  std::optional<Profile> profile = {};
  // With a kept prediction: whose rates the measured ones are compared with.
  std::optional<Profile> rates = {};
  // Without rates, those of the profile that the prediction names, where it is still found. What
  // must depend on its inputs alone (a report) does not look.
  bool look_for_rates = true;
  // Of the same workload and settings: where the warps waited.
  std::optional<Trace> trace = {};
};

// One explanation per point, roofs left out. Refuses (input error) an unknown model, and a result
// that keeps no prediction where no profile is given, and a trace of nothing that was measured.
std::vector<Explanation> explain_result(const Result& result, const ExplainOptions& options);

}  // namespace plumb::study
