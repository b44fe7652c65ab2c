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

// The user's newest profile of this very device: this host, driver and device, measured within the
// last 30 days. One that comes with the program is of another machine.
std::optional<Profile> fresh_profile(const DeviceDescription& device);

// The quick probes, those that a survey needs first: time may end before the last.
std::vector<const Probe*> survey_probes();

// ProbeOptions::pace where probing may take so long: the shorter the time, the fewer samples.
double pace_of_probing(Seconds most);

// What `folder`/profile.json has, completed where probes are missing; else the fresh one, else what
// the quick probes find, until `most` has passed. The file is written after every probe.
// `named` was asked for by the user and stands for all of them; where the folder has another one,
// that is an input error.
SurveyProfile survey_profile(device::Device& device, const std::string& folder,
                             const std::optional<Profile>& named, Seconds most, const Watch& watch);

}  // namespace plumb::study
