// plumb/workloads/waits.h - what the work-items of a launch wait for, counted as passes state it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "plumb/records/program.h"

namespace plumb {

// What a step of a reduction by shuffles costs of a barrier: nobody waits for other warps.
inline constexpr double shuffle_barriers = 0.5;

// What a value that comes through local memory costs of a barrier: likewise.
inline constexpr double local_barriers = 0.5;

// Steps of a tree that joins one value of every item of a group: log2 of its items.
double tree_steps(std::uint64_t group);

// States that every work-item of the launch makes so many references of an access one after
// another, beyond its first round trip: that one is part of every launch. A pass counts them per
// point; several points of an item are on their way together.
void wait_in_turn(Launch& launch, std::size_t access, double references);

}  // namespace plumb
