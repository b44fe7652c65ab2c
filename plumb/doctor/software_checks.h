// plumb/doctor/software_checks.h - what is installed, what is missing, and how to get it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/device/open.h"
#include "plumb/doctor/system_files.h"
#include "plumb/records/checkup.h"

namespace plumb::doctor {

// A part that is compiled in, or left out.
struct BuiltInPart {
  std::string name;     // "muParser"
  std::string purpose;  // "application files (.toml)"
  bool present = false;
  std::string remedy;  // where it was left out
};

std::vector<CheckupItem> software_checks(const device::Found& found, const SystemFiles& files,
                                         const std::vector<BuiltInPart>& parts);

}  // namespace plumb::doctor
