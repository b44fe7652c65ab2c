// plumb/model/first_use.h - what the first run of a program takes beyond all later ones.
//
// Formula  T0 = n (f - s): n sources with their definitions are built, and the first launch of a
//          kernel of each and its wait take f with the building and s without
// Source   the probe `launch`: launch.first, of a small source that no cache has seen, and
//          launch.second
// Limits   larger sources take longer to build, and those that a cache has less; a program that has
//          no kernels yet counts one source
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"

namespace plumb {

// Absent where the profile lacks either parameter.
std::optional<FirstUse> first_use(const Profile& profile, const Program& frame);

}  // namespace plumb
