// plumb/doctor/host_checks.h - load, clocks and memory nodes of the host.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/doctor/system_files.h"
#include "plumb/records/checkup.h"

namespace plumb::doctor {

// Load, the share of the processors that this process may use, governor, clock, memory nodes.
std::vector<CheckupItem> host_checks(const SystemFiles& files);

}  // namespace plumb::doctor
