// plumb/report/allocation_tables.h - what moved between the programs of a pair, as tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "plumb/records/allocation.h"
#include "plumb/report/table.h"

namespace plumb {

// Slots of both programs before and after; below, what the host must set and whether a better cut
// may exist.
Table move_slots_table(const Allocation& allocation);

// Every instruction of the fragment program that was given: whether it moved, or what stopped it.
Table move_outcomes_table(const Allocation& allocation);

// One row per step from the pair that was given to the last one: table 5 of paper 004 without
// times.
Table move_steps_table(std::span<const Allocation> steps);

}  // namespace plumb
