// cli/report_inputs.cpp - files to the inputs of a report.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/report_inputs.h"

#include <nlohmann/json.hpp>

#include "cli/report_timelines.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/report/html/read_record.h"
#include "plumb/report/html/runs.h"
#include "plumb/study/reported_result.h"

namespace plumb::cli {

ReportInputs read_report_inputs(std::span<const std::string> files) {
  ReportInputs inputs;
  for (const std::string& file : files) {
    if (holds_events(file)) {
      inputs.timelines.push_back(timeline_of_events(file));
      continue;
    }
    const Json json = parse_json(read_text_file(file), file);
    add_record(inputs, file, JsonView(json, file));
  }
  return inputs;
}

void complete(ReportInputs& inputs, bool predict_now) {
  for (ReportedResult& one : inputs.results) {
    one.charts = study::charts_of(one.result);
    const ReportedProfile* own = profile_of(inputs, one);
    during(one.file, [&] {
      one.explanations =
          study::explanations_of(one.result, own == nullptr ? nullptr : &own->profile, predict_now);
    });
  }
}

}  // namespace plumb::cli
