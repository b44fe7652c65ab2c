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

#include <optional>
#include <string>
#include <vector>

#include "plumb/records/allocation.h"
#include "plumb/records/chart_layout.h"
#include "plumb/records/explanation.h"
#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"
#include "plumb/records/trace.h"
#include "plumb/report/table.h"

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
  std::vector<WorkloadChart> charts = {};
};

struct ReportedPredictions {
  std::string file;
  Predictions predictions;
};

struct ReportedTrace {
  std::string file;
  Trace trace;
};

struct ReportedAllocation {
  std::string file;
  Allocation allocation;
};

// Figures of a benchmark: its tables are all that it keeps.
struct ReportedTables {
  std::string file;
  Provenance provenance;
  std::vector<Table> tables;
};

// What happened when: bars in lanes.
struct TimelineBar {
  std::size_t lane = 0;
  double start = 0;
  double length = 0;
  std::string label;
};
struct ReportedTimeline {
  std::string file;
  std::string title;
  std::string unit;  // of start and length
  std::vector<std::string> lanes;
  std::vector<TimelineBar> bars;
  std::string note = {};  // a sentence below
  std::string cut = {};   // why bars are missing; empty: they are all there
  std::optional<Provenance> provenance = {};
};

struct ReportInputs {
  std::string title = "Plumbline report";
  bool charts = true;  // false: tables alone, and no script in the page
  std::vector<ReportedProfile> profiles = {};
  std::vector<ReportedResult> results = {};
  std::vector<ReportedPredictions> predictions = {};
  std::vector<ReportedTrace> traces = {};
  std::vector<ReportedTimeline> timelines = {};
  std::vector<ReportedAllocation> allocations = {};
  std::vector<ReportedTables> benchmarks = {};
};

// A page, and what was left out of it: of very many records a page would not open at once.
struct FittedPage {
  std::string html;
  std::string left_out;  // a sentence that the page has as well; empty: nothing
};

// The whole page, below 2 MB (html/fit_page.h) but for timelines. Texts of the records are escaped:
// nothing in them is markup or script.
[[nodiscard]] FittedPage fitted_page(const ReportInputs& inputs);
[[nodiscard]] std::string html_page(const ReportInputs& inputs);

}  // namespace plumb
