// tests/report/html/made_up_inputs.h - inputs of pages that no measurement gives: hostile texts, a
// timeline of any length.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plumb/report/html/page.h"

namespace plumb {

// `bars` bars in 132 lanes; always the same.
inline ReportInputs inputs_with_timeline(std::size_t bars) {
  ReportedTimeline timeline{
      .file = "made-up.json", .title = "made-up timeline", .unit = "us", .lanes = {}, .bars = {}};
  constexpr std::size_t lanes = 132;
  for (std::size_t i = 0; i < lanes; ++i) timeline.lanes.push_back("SM " + std::to_string(i));
  const char* const labels[] = {"load", "store", "barrier", "arithmetic"};
  std::vector<double> ends(lanes, 0);
  std::uint64_t state = 1;
  for (std::size_t i = 0; i < bars; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const std::size_t lane = i % lanes;
    const double length = 0.05 + static_cast<double>(state >> 40U) * 0x1p-24;
    timeline.bars.push_back({lane, ends[lane], length, labels[(state >> 33U) % 4]});
    ends[lane] += length + 0.02;
  }
  ReportInputs inputs;
  inputs.title = "A timeline";
  inputs.timelines.push_back(std::move(timeline));
  return inputs;
}

inline constexpr const char* hostile_text =
    "</script><script>window.hacked = 1</script><img src=x onerror=\"window.hacked=1\">'\"&<!--"
    "\x1b[2J\xe2\x80\xae]]>";

// The hostile text wherever a record may hold a text.
inline ReportInputs hostile_inputs(Profile profile, Result result) {
  const std::string bad = hostile_text;
  profile.name = profile.provenance.device.name = profile.provenance.command = bad;
  for (Finding& finding : profile.parameters) finding.note = bad;
  for (Curve& curve : profile.curves) curve.name += bad;
  result.provenance = profile.provenance;
  for (Point& point : result.points) {
    point.workload = bad;
    point.settings.emplace_back(bad, bad);
    for (StepResult& step : point.steps) step.name = bad;
    point.warnings.push_back(bad);
  }
  ReportInputs inputs;
  inputs.title = bad;
  inputs.profiles.push_back({bad, std::move(profile)});
  WorkloadChart chart{bad, {.title = bad, .across = {bad}, .source = bad}};
  chart.layout.value = {bad, ColumnKind::bandwidth, "", "GB/s", 4};
  inputs.results.push_back(
      {.file = bad, .result = std::move(result), .explanations = {}, .charts = {chart}});
  inputs.results.push_back(inputs.results.front());
  return inputs;
}

}  // namespace plumb
