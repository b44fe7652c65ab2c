// plumb/records/google_benchmark.h - results as Google Benchmark writes and reads them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/json.h"
#include "plumb/records/measured_run.h"
#include "plumb/records/result.h"

namespace plumb {

// The real time of every benchmark: of its repetitions where the file has them, else their median
// (or mean) and standard deviation. A benchmark with an error is left out.
MeasuredRun google_benchmark_from_json(const JsonView& view, std::string file);

// A benchmark for each step and for the whole of each point, a repetition for each sample, then
// their mean, median, standard deviation and its ratio to the mean: what the tools of Google
// Benchmark read. Roofs and points without times are left out.
Json google_benchmark_json(const Result& result);

}  // namespace plumb
