// plumb/model/plumbline/unit_share.h - how much of a device's throughput a launch can reach.
//
// Formula  s = G / (U ceil(G / U)): a group runs on one of the U units, whose lanes and cache are
//          all that it has, and the unit with the most groups ends last, so that G groups take
//          1 / s times as long for what units do
// Source   the description of the device in the profile
// Limits   the groups are taken as equal; what units share (memory, the last cache) is not divided:
//          a few units may draw much of it
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/profile.h"
#include "plumb/records/program.h"

namespace plumb {

// Work-items of a group: as the pass says, else those of the kernel; 0: neither is known, as where
// the program is not written yet.
std::uint64_t group_of(const Launch& launch);

// 1 where the shape of the launch, or the units of the device, are not known.
double unit_share(const Launch& launch, const Profile& profile);

}  // namespace plumb
