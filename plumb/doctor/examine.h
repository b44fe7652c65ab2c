// plumb/doctor/examine.h - the whole checkup of this machine.
//
//   const SystemFiles files("/");
//   for (const CheckupItem& item : examine(device::find_devices(), files, {}))
//     fmt::print("{}: {}\n", item.subject, item.found);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/device/open.h"
#include "plumb/doctor/software_checks.h"
#include "plumb/doctor/system_files.h"
#include "plumb/records/checkup.h"

namespace plumb::doctor {

// Software, host, then every device of `found`, a GPU that two back ends show once.
std::vector<CheckupItem> examine(const device::Found& found, const SystemFiles& files,
                                 const std::vector<BuiltInPart>& parts);

}  // namespace plumb::doctor
