// plumb/model/sensitivity.h - what a better device would change: the prediction with a changed
// profile.
//
// Formula: each change is made to what the probes found, and the program is predicted again.
//   bandwidth   rates times 1.1; of curves of times, what lies above their shortest time over 1.1
//   loads       latencies of memory halved, and so twice the bytes per second of one work-item
//   launches    costs of launches halved, and with them the shortest time of curves of kernels
//   threads     twice the resident groups, and what units have of local memory and registers
// Limits: one change at a time, and a curve's shortest time is taken for its launch. A better
// device is not slower: work-items that fill less of larger units would be taken to hide less.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"

namespace plumb {

enum class DeviceChange { bandwidth, loads, launches, threads };

Profile with_change(Profile profile, DeviceChange change);

// For the model `plumbline`, in the order of the changes; none where it has no prediction.
std::vector<Saving> savings(const Profile& profile, const PredictedPoint& own,
                            const std::function<PredictedPoint(const Profile&)>& predict);

}  // namespace plumb
