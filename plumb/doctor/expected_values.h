// plumb/doctor/expected_values.h - is my number right? Measured values against a profile of the
// same device.
//
//   const Profile reference = *study::shipped_profile_of(measured.provenance.device);
//   for (const ExpectedValue& value : against_profile(measured, reference, 0.1).values)
//     fmt::print("{} {}\n", value.name, name_of(value.agreement));
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/expected_value.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"

namespace plumb::doctor {

// How far two cards of one kind, or two machines around them, may differ.
inline constexpr double usual_difference = 0.1;
// The same and the error of the model that the expected time of a step comes from.
inline constexpr double usual_model_error = 0.3;

// Parameter by parameter, those that both have.
ExpectedValues against_profile(const Profile& measured, const Profile& reference, double within);

// The time of each step against what the model plumbline predicts from the reference, or, where the
// reference lacks what that model needs, against the roof. A point whose
// program cannot be made again (an application file), or that the model does not cover, says why.
ExpectedValues against_profile(const Result& measured, const Profile& reference, double within);

}  // namespace plumb::doctor
