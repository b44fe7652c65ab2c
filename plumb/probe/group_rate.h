// plumb/probe/group_rate.h - how fast a device begins groups of work-items.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/probe/probing.h"

namespace plumb {

// Curve launch.group: seconds of the whole device per group, by its work-items. Work that is cut
// into small groups waits for this, however little each does.
void add_group_rate(Probing& probing, const device::Kernel& empty);

}  // namespace plumb
