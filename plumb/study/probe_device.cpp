// plumb/study/probe_device.cpp - run_probes with this program's progress line, interrupt and file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/probe_device.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/device/traits.h"
#include "plumb/measure/sampling.h"
#include "plumb/study/origin.h"

namespace plumb::study {
namespace {

// Clocks and heat as they are when the last kernel has just ended: rates are theirs, too.
std::string state_note(device::Device& device) {
  const std::optional<device::State> state = device.state();
  if (!state) return "";
  std::vector<std::string> parts;
  if (state->clock) parts.push_back(fmt::format("{:.0f} MHz", state->clock->value / 1e6));
  if (state->memory_clock)
    parts.push_back(fmt::format("memory {:.0f} MHz", state->memory_clock->value / 1e6));
  if (state->temperature_celsius)
    parts.push_back(fmt::format("{:.0f} degrees Celsius", *state->temperature_celsius));
  if (state->power_watts) parts.push_back(fmt::format("{:.0f} W", *state->power_watts));
  for (const std::string& reason : state->slowed_by) parts.push_back("slowed by " + reason);
  return parts.empty() ? "" : fmt::format("at the end: {}", fmt::join(parts, ", "));
}

void add_note(Profile& profile, std::string note) {
  if (!note.empty()) profile.notes.push_back(std::move(note));
}

}  // namespace

Profile empty_profile(const device::Device& device) {
  Profile profile;
  profile.name = device.info().name;
  profile.source = "plumb probe";
  profile.provenance = provenance(describe(device.info()));
  return profile;
}

ProbingEnd probe_device(device::Device& device, const ProbeRequest& request,
                        std::span<const Probe* const> probes, const Watch& watch,
                        Profile& profile) {
  const ProbeOptions options{.full = request.full,
                             .brief = request.brief,
                             .rounds = request.brief ? 1U : 0U,
                             .max_memory = request.max_memory,
                             .pace = request.pace,
                             .interrupted = watch.interrupted,
                             .progress = watch.progress};
  add_note(profile, load_note());
  bool measured = false;
  const auto save = [&](const Profile& so_far) {
    measured = true;
    // A first round may find nothing; a file that its reader refuses is of no use.
    if (!request.output.empty() && has_contents(so_far))
      write_whole(request.output, to_text(to_json(so_far)));
  };
  const bool finished = run_probes(device, options, probes, profile, save);
  if (measured) {
    add_note(profile, state_note(device));
    save(profile);
  }
  watch.progress("");
  return {.finished = finished, .added = measured && has_contents(profile)};
}

bool has_failures(const Profile& profile) {
  return std::ranges::any_of(profile.probes, [](const ProbeOutcome& outcome) {
    return outcome.status == ProbeStatus::failed;
  });
}

}  // namespace plumb::study
