// plumb/report/checkup_tables.h - a checkup of the machine, and measured values beside expected
// ones.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "plumb/records/checkup.h"
#include "plumb/records/expected_value.h"
#include "plumb/report/table.h"

namespace plumb {

// One row per item; the remedies stand in a column of their own.
Table checkup_table(std::span<const CheckupItem> items);

// One row per value: measured, expected, their ratio, what it means.
Table expected_table(const ExpectedValues& expected);

}  // namespace plumb
