// plumb/probe/run_probes.h - the list of probes, and running them into a profile.
//
// Measures the data paths of a device: bandwidths, latencies, capacities, costs of launches, rates
// of arithmetic. Needs an open device and, for the quick list, about a minute.
//
//   const std::unique_ptr<device::Device> device = device::open_device("");
//   Profile profile;
//   const std::vector<std::string> names{"launch", "latency"};
//   run_probes(*device, ProbeOptions{}, chosen_probes(names, false), profile, save);
//   const Finding* found = finding_named(profile, "latency.memory.time");
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/probe/probing.h"
#include "plumb/records/profile.h"

namespace plumb {

struct Probe {
  std::string_view name;
  std::string_view question;  // what it answers
  void (*run)(Probing&);
  bool quick = true;       // part of the quick probe
  std::size_t rounds = 2;  // short times by the host's clock need more: two may agree by chance
  bool needed = false;     // nothing is predicted without it, or at no size that means something
};

std::span<const Probe> all_probes();

// The probes named; all of the quick or full list when none is. An unknown name is an input error.
std::vector<const Probe*> chosen_probes(std::span<const std::string> names, bool full);

// Runs all probes and then all of them again, so that what drifts differs between the rounds,
// and adds what they found to `profile`; probes that the profile already has as done are left out.
// A probe that fails is recorded with its reason and the next one goes on; an interrupt ends the
// run, and what had no whole round is recorded as skipped. `save` is called after every probe of
// every round. Returns false when interrupted.
bool run_probes(device::Device& device, const ProbeOptions& options,
                std::span<const Probe* const> probes, Profile& profile,
                const std::function<void(const Profile&)>& save);

// Did an interrupt come before the first round of it was over?
bool has_no_round(const ProbeOutcome& outcome);

// The parameters of the rounds so far as one list; what differs between them, and what not all of
// `of_rounds` found, is marked.
std::vector<Finding> merge_rounds(std::span<const std::vector<Finding>> rounds,
                                  std::size_t of_rounds);

}  // namespace plumb
