// plumb/probe/calls.h - what the host spends in calls that queue work, while nothing holds it up.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "plumb/probe/probing.h"

namespace plumb {

// Host time of one of many calls: `call(i)` queues the i-th on the probing's queue or behind what
// that queue is waited for with. Few enough of them that no queue is full.
Quantity time_of_call(Probing& probing, const std::function<void(std::uint64_t)>& call);

// launch.copy and launch.fence: a small copy, and a step that another queue waits for.
void add_calls_of_pipelines(Probing& probing);

}  // namespace plumb
