// plumb/report/profile_tables.h - a profile for people: parameters, what was left out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/records/profile.h"
#include "plumb/report/table.h"

namespace plumb {

// "3.42 us", "4.27 TB/s", "216 KiB": a quantity in the unit that suits its size.
std::string readable(const Quantity& quantity);

// The few numbers that a person remembers of a device.
Table summary_table(const Profile& profile);

// Table 4 of paper 000: its GPUs as printed, then this device by the same procedure.
Table paper_table(const Profile& profile, std::span<const Profile> printed);

// One table per probe with all its parameters, then what was skipped and why.
std::vector<Table> probe_tables(const Profile& profile);

}  // namespace plumb
