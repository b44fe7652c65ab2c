// plumb/model/waits.h - where the warps of a traced run wait, and what answered them.
//
// Rule     a wait is put down to the nearest level whose probed latency is at least four fifths of
//          its median; one that takes twice as long as idle memory stands in a queue
// Source   the stamps of a trace that were certified; latency.*.cycles of the profile
// Limits   a stamp keeps its warp from overlapping the access with others: shares are those of the
//          cycles at stamps, each record counted for the accesses that it stands for, not of the
//          kernel's time. A trace without such weights counts every record once
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/records/explanation.h"
#include "plumb/records/profile.h"
#include "plumb/records/trace.h"

namespace plumb {

// The stamp with the largest share first. `profile`: null where none is at hand, then no level is
// named.
std::vector<StampedWait> waits_of(const TracedPoint& traced, const Profile* profile);

}  // namespace plumb
