// plumb/study/profiles.h - finding a device's profile by file or by name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/records/profile.h"

namespace plumb::study {

// A file (a path, or a name that ends in .json), else NAME.json in
// $XDG_DATA_HOME/plumbline/profiles
// (~/.local/share by default), else the profile of that name that comes with the program. An
// unknown name is an input error that lists those. The profile is called what was given, whatever
// the file says.
Profile find_profile(const std::string& name);

// The files that find_profile would read; for an empty name those that profile_of_device reads.
std::vector<std::string> profile_files(const std::string& name);

// The profile of this device: same back end, name and compute units. Of those in the user's folder
// the newest, else the one that comes with the program; absent where there is none. A file in the
// folder that is not a profile is an input error, for it might be the one that is wanted. It is
// called by the name that find_profile takes.
std::optional<Profile> profile_of_device(const DeviceDescription& device);

// The one that comes with the program alone, whatever the user's folder has.
std::optional<Profile> shipped_profile_of(const DeviceDescription& device);

// Where profile_of_device looks first.
std::string user_profile_folder();

}  // namespace plumb::study
