// plumb/report/html/page.h - records as one self-contained HTML file: a page that needs no network,
// no device and, for its tables, no JavaScript.
//
//   ReportInputs inputs;
//   inputs.profiles.push_back({"profile.json", profile});
//   inputs.results.push_back({.file = "stream.json", .result = result,
//                             .explanations = study::explain_result(result, {})});
//   write_whole("report.html", html_page(inputs));
//
// The same inputs give the same bytes. A section is there where its records are.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/records/chart_layout.h"
#include "plumb/records/explanation.h"
#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"
#include "plumb/records/trace.h"

namespace plumb {

// Each with the name of its file, as the page shows it.
struct ReportedProfile {
  std::string file;
  Profile profile;
};

struct ReportedResult {
  std::string file;
  Result result;
  // One per point that is not a roof, as study::explain_result gives them; empty: there is no
  // prediction.
  std::vector<Explanation> explanations = {};
  std::vector<ChartLayout> charts = {};  // that its workloads declare
};

struct ReportedPredictions {
  std::string file;
  Predictions predictions;
};

struct ReportedTrace {
  std::string file;
  Trace trace;
};

struct ReportInputs {
  std::string title = "Plumbline report";
  std::vector<ReportedProfile> profiles = {};
  std::vector<ReportedResult> results = {};
  std::vector<ReportedPredictions> predictions = {};
  std::vector<ReportedTrace> traces = {};
};

// The whole page. Texts of the records are escaped: nothing in them is markup or script.
[[nodiscard]] std::string html_page(const ReportInputs& inputs);

}  // namespace plumb
