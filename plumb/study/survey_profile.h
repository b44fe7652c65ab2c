// plumb/study/survey_profile.h - the profile that a survey predicts from: kept, stored or probed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/device/device.h"
#include "plumb/probe/run_probes.h"
#include "plumb/records/profile.h"
#include "plumb/study/measure_options.h"

namespace plumb::study {

struct SurveyProfile {
  Profile profile;     // called by the file that holds it
  std::string origin;  // "probed now", "probed 2026-11-02, taken from the stored profile 'cpu'"
  bool interrupted = false;  // by the user
};

// What a survey has before it probes or writes anything.
struct ProfileAtHand {
  std::optional<Profile> profile = {};  // called by the file that it is in; absent: none
  std::string origin = {};
  bool complete = false;   // nothing is to be probed
  bool in_folder = false;  // it lies in the survey's folder already
};

// The user's newest profile of this very device: this host, driver and device, measured within the
// last 30 days. One that comes with the program is of another machine.
std::optional<Profile> fresh_profile(const DeviceDescription& device);

// The quick probes, those that a survey needs first: time may end before the last.
std::vector<const Probe*> survey_probes();

// ProbeOptions::pace where probing may take so long: the shorter the time, the fewer samples.
double pace_of_probing(Seconds most);

// What `folder`/profile.json has, perhaps in part; else the fresh one. One that cannot be read any
// more does not count. `named` was asked for by the user and stands for all of them; where the
// folder has another one, that is an input error, as is one of another kind of device.
ProfileAtHand profile_at_hand(const DeviceDescription& device, const std::string& folder,
                              const std::optional<Profile>& named);

// Probing has a part of the budget; one that is too short for it is an input error.
Seconds time_to_probe(Seconds budget);
void require_time_to_probe(Seconds budget);

// The profile at hand, completed by the quick probes until `time_to_probe` has passed. The file in
// the folder is written after every probe.
SurveyProfile survey_profile(device::Device& device, const std::string& folder,
                             ProfileAtHand at_hand, Seconds budget, const Watch& watch);

}  // namespace plumb::study
