// cli/report_inputs.h - records of files as a report takes them: sorted by kind, explained where a
// prediction is at hand, with the charts that their workloads declare.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/report/html/page.h"

namespace plumb::cli {

// FILE stays, FOLDER becomes its .json files in the order of their names. Refuses (input error) a
// folder without any.
std::vector<std::string> files_of(std::span<const std::string> words);

// Reads every file by its schema. Refuses (input error) what is not a record that reports show.
ReportInputs read_report_inputs(std::span<const std::string> files);

// Explanations and charts of every result, for records that are at hand: from the prediction that a
// result keeps, else from a profile of its device among the inputs.
void complete(ReportInputs& inputs);

// Refuses (input error) records of different devices, naming two of them.
void require_one_device(const ReportInputs& inputs);

}  // namespace plumb::cli
