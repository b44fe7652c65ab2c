// plumb/report/advice.h - why a prediction was wrong and what to do about it, in words for those
// who did not write the kernels.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/explanation.h"

namespace plumb {

// The terms of explanations in words that need no page: "the order of the accesses".
std::string plain_words(Term term);

// How far the whole is off: half of the time is as far as twice the time.
double distance_off(const Explanation& explanation);

// The part that is furthest from its prediction and whose term is known; null where there is none
// or the whole is as predicted.
const ExplainedPart* main_reason(const Explanation& explanation);

// A command that somebody can type who runs `workload` and cannot change its kernels; `profile` is
// the file to predict from, empty: the one that is found. Empty where the whole took no longer than
// was predicted: then nothing is lost.
std::string what_to_run(const Explanation& explanation, const ExplainedPart& reason,
                        const std::string& workload, const std::string& profile = "");

// The same of a workload that is far from the limit: "another variant or size: ...".
std::string other_variants(const std::string& workload, const std::string& profile = "");

}  // namespace plumb
