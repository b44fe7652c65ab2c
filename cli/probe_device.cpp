// cli/probe_device.cpp - run_probes with this program's progress line, interrupt and file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/probe_device.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "plumb/base/json.h"
#include "plumb/measure/sampling.h"

namespace plumb::cli {

Profile empty_profile(const device::Device& device) {
  Profile profile;
  profile.name = device.info().name;
  profile.source = "plumb probe";
  profile.provenance = provenance(describe(device.info()));
  return profile;
}

bool probe_device(device::Device& device, const ProbeRequest& request,
                  std::span<const Probe* const> probes, Progress& progress, Profile& profile) {
  const ProbeOptions options{.full = request.full,
                             .brief = request.brief,
                             .max_memory = request.max_memory,
                             .interrupted = interrupted,
                             .progress = [&](const std::string& text) { progress.show(text); }};
  const std::string load = load_note();
  if (!load.empty()) profile.notes.push_back(load);
  const bool finished = run_probes(device, options, probes, profile, [&](const Profile& so_far) {
    if (!request.output.empty()) write_whole(request.output, to_text(to_json(so_far)));
  });
  progress.clear();
  return finished;
}

bool has_failures(const Profile& profile) {
  return std::ranges::any_of(profile.probes, [](const ProbeOutcome& outcome) {
    return outcome.status == ProbeStatus::failed;
  });
}

}  // namespace plumb::cli
