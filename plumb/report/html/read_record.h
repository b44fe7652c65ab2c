// plumb/report/html/read_record.h - stored records sorted into what a report shows.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/json.h"
#include "plumb/report/html/page.h"

namespace plumb {

// By its schema. Refuses (input error) what is not a record that reports show.
void add_record(ReportInputs& inputs, const std::string& file, const JsonView& view);

// Refuses (input error) records of different devices, naming two of them.
void require_one_device(const ReportInputs& inputs);

}  // namespace plumb
