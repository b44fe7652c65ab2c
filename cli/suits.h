// cli/suits.h - which kind of device a device is to the workloads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "plumb/device/device.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {

Suits suits_of(const device::Info& info);

// From a record, which knows only the kind: "gpu", "cpu".
Suits suits_of(std::string_view kind);

}  // namespace plumb::cli
