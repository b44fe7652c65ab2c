// cli/profiles.h - finding a device's profile by file or by name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/profile.h"

namespace plumb::cli {

// A file (a path, or a name that ends in .json), else NAME.json in
// $XDG_DATA_HOME/plumbline/profiles
// (~/.local/share by default), else the profile of that name that comes with the program. An
// unknown name is an input error that lists those.
Profile find_profile(const std::string& name);

}  // namespace plumb::cli
