// cli/report_inputs.h - records of files as a report takes them: sorted by kind, explained where a
// prediction is at hand, with the charts that their workloads declare.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "plumb/report/html/page.h"

namespace plumb::cli {

// Reads every file by its schema. Refuses (input error) what is not a record that reports show.
ReportInputs read_report_inputs(std::span<const std::string> files);

// Adds to every result what its workloads declare, and explanations: from the prediction that it
// keeps or, with `predict_now`, from a profile of its device among the inputs. That makes the
// programs again, which takes seconds for large ones.
void complete(ReportInputs& inputs, bool predict_now);

}  // namespace plumb::cli
