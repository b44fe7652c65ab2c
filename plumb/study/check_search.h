// plumb/study/check_search.h - after how many rounds a convergence loop should be checked, by the
// model.
//
// Formula  T(m) of a loop that is checked every m rounds: checks cost a read-back and an idle
//          device each, and m - 1 rounds behind the last one that was needed are at most made for
//          nothing, (m - 1)/2 in the mean. Near sqrt(2 I C / R) for I rounds of R and checks of C;
//          it is found by predicting m = 1, 2, 3, 4, 6, 8, 12, ..., for C and R depend on m
// Source   specification of the model, term 13
// Limits   the rounds that are needed are taken to be about the expected ones, none of the counts
//          near them likelier than another. Who knows them exactly checks at the last one alone
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/model/predict.h"
#include "plumb/records/answers.h"

namespace plumb::study {

// Of every loop until a condition, those of one name together, by the model `plumbline`; none where
// it has no prediction.
std::vector<BestCheck> best_checks(const Program& program, const Profile& profile,
                                   const PredictOptions& options);

}  // namespace plumb::study
