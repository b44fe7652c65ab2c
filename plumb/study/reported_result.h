// plumb/study/reported_result.h - what a report shows of a result beside its record.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/records/chart_layout.h"
#include "plumb/records/explanation.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"

namespace plumb::study {

// Those that the workloads of its points declare.
std::vector<WorkloadChart> charts_of(const Result& result);

// By the prediction that the result keeps, else, with `predict_now`, by one from `profile`, that of
// its device (null: there is none); none where there is no prediction. Predicting makes the
// programs again, which takes seconds for large ones. They depend on their arguments alone.
std::vector<Explanation> explanations_of(const Result& result, const Profile* profile,
                                         bool predict_now);

}  // namespace plumb::study
