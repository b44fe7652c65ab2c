// plumb/probe/plausibility.h - numbers that cannot be, measured against what the driver reports.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/device.h"
#include "plumb/records/profile.h"

namespace plumb {

// What the clocks, the memory's width and the lanes that the driver reports allow; absent where it
// does not report them.
Peak peak_of(const device::Info& info);

// Marks what lies above a physical limit, or far from a cache size that the system reports, and
// says which. Sizes of caches come from the driver and, for CPUs, from the operating system.
void mark_implausible(Profile& profile, const device::Info& info);

}  // namespace plumb
