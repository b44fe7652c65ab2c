// plumb/report/trace_stamps.h - tables of stamps: where they stand, and what was proven of them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plumb/records/stamp.h"
#include "plumb/report/table.h"

namespace plumb {

// One row per stamp, and below what was selected but could not be stamped.
Table stamps_table(std::span<const Stamp> stamps, std::span<const SkippedAccess> skipped);

// One row per stamp with its verdict, and below how many there are of each.
Table certificates_table(std::uint32_t architecture, std::span<const Certificate> certificates);

// "not stamped: ..." for each.
std::vector<std::string> skipped_notes(std::span<const SkippedAccess> skipped);

}  // namespace plumb
