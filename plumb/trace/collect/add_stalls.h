// plumb/trace/collect/add_stalls.h - what stamps at first uses measured, beside the loads they
// belong to.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/trace.h"

namespace plumb::trace {

// Gives every load of `point` its stall: from `uses`, which builds with stamps at first uses made
// of the same program, or the reason why there is none. Only what is certified has a time. The
// builds of `uses` are added as such, and what they changed, lost or failed at.
void add_stalls(const TracedPoint& uses, TracedPoint& point);

}  // namespace plumb::trace
