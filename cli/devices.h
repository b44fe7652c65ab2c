// cli/devices.h - the devices of this machine as a table, which the survey shows, too.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/open.h"
#include "plumb/report/table.h"

namespace plumb::cli {

Table devices_table(const device::Found& found);

}  // namespace plumb::cli
