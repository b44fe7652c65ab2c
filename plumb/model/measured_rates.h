// plumb/model/measured_rates.h - predictions that are faster than anything the device was seen to
// do.
//
// A model may be right about it (data that stay in registers count as moved), but it says so.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"

namespace plumb {

// One line for each model with such a part: the part, its rate and the largest that was measured
// for what a launch of it touches: by the fastest level that can hold it, else by the data sheet.
// Without the program all bytes of a launch are taken to differ. None for profiles without rates.
std::vector<std::string> beyond_measured(const Profile& profile, const PredictedPoint& point,
                                         const Program* program = nullptr);

// One line where parameters of the profile are marked unreliable: how many, the first of them and
// why; else empty.
std::string unreliable_parameters(const Profile& profile);

}  // namespace plumb
