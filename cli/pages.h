// cli/pages.h - the tables that more than one command shows.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "plumb/device/open.h"
#include "plumb/records/result.h"
#include "plumb/report/table.h"

namespace plumb::cli {

Table devices_table(const device::Found& found);

// One row per step of every point: time, spread, bandwidth, arithmetic, verdict.
Table points_table(std::span<const Point> points);

}  // namespace plumb::cli
