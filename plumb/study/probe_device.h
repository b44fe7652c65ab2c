// plumb/study/probe_device.h - probing the opened device, and keeping what is finished.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "plumb/base/units.h"
#include "plumb/device/device.h"
#include "plumb/probe/run_probes.h"
#include "plumb/records/profile.h"
#include "plumb/study/measure_options.h"

namespace plumb::study {

struct ProbeRequest {
  bool full = false;
  bool brief = false;
  double pace = 1;     // ProbeOptions::pace
  Bytes max_memory{};  // 0: as the probes like
  std::string output;  // the profile is written there whole after each probe; empty: nowhere
};

// A profile of this device in which nothing is measured yet.
Profile empty_profile(const device::Device& device);

struct ProbingEnd {
  bool finished = false;  // else interrupted
  bool added = false;     // the profile, and its file where one was asked for, has something new
};

// Adds what `probes` find to the profile; what it already has is not measured again.
ProbingEnd probe_device(device::Device& device, const ProbeRequest& request,
                        std::span<const Probe* const> probes, const Watch& watch, Profile& profile);

bool has_failures(const Profile& profile);

}  // namespace plumb::study
