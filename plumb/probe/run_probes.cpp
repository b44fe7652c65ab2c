// plumb/probe/run_probes.cpp - rounds, outcomes, merging.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/run_probes.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/probe/paper.h"
#include "plumb/probe/plausibility.h"
#include "plumb/probe/probes.h"

namespace plumb {
namespace {

constexpr std::array<Probe, 15> probes_in_order{{
    {"transfer", "how fast does data move between host and device?", probe_transfer},
    {"contention", "do copies disturb kernels, each other and the host?", probe_contention, false},
    {"launch", "what does a launch cost, alone and in a queue?", probe_launch, true, 4, true},
    {"latency", "how long does a load take, level by level?", probe_latency, true, 2, true},
    {"bandwidth", "how fast does each level give and take data?", probe_bandwidth, true, 2, true},
    {"mix", "do reads from a cache hide behind reads from memory?", probe_mix, false},
    {"streams", "do several streams at once change the rate?", probe_streams, false},
    {"threads", "how many work-items does the bandwidth take?", probe_threads},
    {"barrier", "what does a step cost in which a group waits?", probe_barrier},
    {"elements", "what does a launch over n elements take?", probe_elements, true, 2, true},
    {"patterns", "what does each pattern of access leave of the bandwidth?", probe_patterns, true,
     2, true},
    {"compute", "how fast does it compute, and how long does one result take?", probe_compute, true,
     2, true},
    {"images", "how fast are images read through samplers?", probe_images},
    {"overlap", "does arithmetic hide behind memory?", probe_overlap},
    {"paper", "what are the six numbers of paper 000?", probe_paper},
}};

constexpr std::string_view no_round = "probing ended before its first round was over";

constexpr double most_difference = 0.03;  // between the rounds
constexpr double most_noise = 0.04;       // half the interval
constexpr double most_scatter = 0.05;     // half the distance of the quartiles

// Half the width of what is given, relative to the middle.
double relative_half(double low, double high, double middle) {
  return middle > 0 ? (high - low) / 2 / middle : 0;
}

// `rounds`: the parameter's value in each.
void judge(Finding& parameter, std::span<const double> rounds) {
  const double middle = std::abs(parameter.value.value);
  const auto [least, most] = std::ranges::minmax(rounds);
  const double difference = 2 * relative_half(least, most, middle);
  const double noise = relative_half(parameter.value.low, parameter.value.high, middle);
  // Many samples make a narrow interval of a time that has two values; the next run finds the
  // other.
  const std::vector<double>& samples = parameter.value.samples;
  const double scatter = relative_half(quantile(samples, 0.25), quantile(samples, 0.75), middle);
  if (difference > most_difference) {
    parameter.note = fmt::format("rounds differ by {:.1f} %", 100 * difference);
  } else if (noise > most_noise) {
    parameter.note = fmt::format("noise {:.1f} %", 100 * noise);
  } else if (scatter > most_scatter) {
    parameter.note = fmt::format("samples scatter by {:.1f} %", 100 * scatter);
  }
  if (!parameter.note.empty()) parameter.confidence = Confidence::unreliable;
}

// One parameter as all rounds found it.
Finding merged(std::span<const Finding* const> found, std::size_t of_rounds) {
  Finding parameter = *found.front();
  std::vector<double> values;
  Quantity& value = parameter.value;
  value.samples.clear();
  for (const Finding* one : found) {
    values.push_back(one->value.value);
    value.low = std::min(value.low, one->value.low);
    value.high = std::max(value.high, one->value.high);
    value.samples.insert(value.samples.end(), one->value.samples.begin(), one->value.samples.end());
  }
  value.value = median(values);
  judge(parameter, values);
  if (found.size() < of_rounds) {
    parameter.confidence = Confidence::unreliable;
    parameter.note = fmt::format("found in {} of {} rounds", found.size(), of_rounds);
  }
  return parameter;
}

bool is_done(const Profile& profile, std::string_view name) {
  return std::ranges::any_of(profile.probes, [&](const ProbeOutcome& outcome) {
    return outcome.probe == name && outcome.status == ProbeStatus::done;
  });
}

// A probe is run once more from the beginning: what an earlier run left of it goes.
void forget(Profile& profile, std::string_view name) {
  std::erase_if(profile.probes, [&](const ProbeOutcome& outcome) {
    return outcome.probe == name || outcome.probe.starts_with(fmt::format("{} ", name));
  });
}

template <class Item>
void replace_named(std::vector<Item>& items, std::vector<Item> added) {
  for (Item& item : added) {
    std::erase_if(items, [&](const Item& old) { return old.name == item.name; });
    items.push_back(std::move(item));
  }
}

// What became of a probe so far.
struct Turn {
  const Probe* probe;
  std::vector<std::vector<Finding>> rounds;
  Seconds took{};
  bool over = false;
  bool begun = false;  // an earlier run had a round of it, and not all
};

// Every probe has parameters that begin with its name.
bool has_findings_of(const Profile& profile, std::string_view probe) {
  const std::string start = fmt::format("{}.", probe);
  return std::ranges::any_of(
      profile.parameters, [&](const Finding& finding) { return finding.name.starts_with(start); });
}

// What has been measured waits: whoever goes on wants what is missing.
std::vector<Turn> turns_of(std::span<const Probe* const> probes, const Profile& profile) {
  std::vector<Turn> turns;
  for (const bool begun : {false, true}) {
    for (const Probe* probe : probes) {
      const bool over = is_done(profile, probe->name);
      if (begun != (!over && has_findings_of(profile, probe->name))) continue;
      turns.push_back({.probe = probe, .rounds = {}, .over = over, .begun = begun});
    }
  }
  return turns;
}

// Every round is kept as what it is, so that an interrupt loses nothing.
void take_round(device::Device& device, const ProbeOptions& options, Turn& turn, Profile& profile) {
  const auto start = std::chrono::steady_clock::now();
  Probing probing(device, options);
  turn.probe->run(probing);
  turn.took += Seconds(std::chrono::steady_clock::now() - start);
  turn.rounds.push_back(std::move(probing.findings.parameters));
  std::erase_if(profile.probes, [&](const ProbeOutcome& outcome) {
    return outcome.probe == turn.probe->name && has_no_round(outcome);
  });
  replace_named(profile.parameters, merge_rounds(turn.rounds, turn.probe->rounds));
  replace_named(profile.curves, std::move(probing.findings.curves));
  const std::size_t wanted = options.rounds > 0 ? options.rounds : turn.probe->rounds;
  if (turn.rounds.size() < wanted) return;
  turn.over = true;
  forget(profile, turn.probe->name);
  std::ranges::move(probing.findings.skipped, std::back_inserter(profile.probes));
  profile.probes.push_back({.probe = std::string(turn.probe->name),
                            .status = ProbeStatus::done,
                            .reason = "",
                            .took = turn.took});
}

// Not able, or too busy for a result: nothing is wrong with the device.
ProbeOutcome outcome_of(const std::exception& error, const Probe& probe) {
  const bool cannot =
      kind_of(error) == ErrorKind::unavailable || kind_of(error) == ErrorKind::unreliable;
  return {.probe = std::string(probe.name),
          .status = cannot ? ProbeStatus::skipped : ProbeStatus::failed,
          .reason = explain(error),
          .took = {}};
}

// What an earlier run said of a probe that has no round in this one stays.
bool end_early(std::span<const Turn> turns, Profile& profile) {
  for (const Turn& turn : turns) {
    const bool known = std::ranges::find(profile.probes, turn.probe->name, &ProbeOutcome::probe) !=
                       profile.probes.end();
    if (turn.over || turn.begun || known || !turn.rounds.empty()) continue;
    profile.probes.push_back({.probe = std::string(turn.probe->name),
                              .status = ProbeStatus::skipped,
                              .reason = std::string(no_round),
                              .took = {}});
  }
  return false;
}

}  // namespace

std::span<const Probe> all_probes() { return probes_in_order; }

std::vector<const Probe*> chosen_probes(std::span<const std::string> names, bool full) {
  std::vector<const Probe*> chosen;
  std::vector<std::string> known;
  for (const Probe& probe : probes_in_order) {
    known.emplace_back(probe.name);
    const bool named = std::ranges::find(names, probe.name) != names.end();
    if (named || (names.empty() && (full || probe.quick))) chosen.push_back(&probe);
  }
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) == known.end())
      throw Error(ErrorKind::input, fmt::format("unknown probe '{}'; known are {}{}", name,
                                                fmt::join(known, ", "), did_you_mean(name, known)));
  }
  return chosen;
}

bool run_probes(device::Device& device, const ProbeOptions& options,
                std::span<const Probe* const> probes, Profile& profile,
                const std::function<void(const Profile&)>& save) {
  std::vector<Turn> turns = turns_of(probes, profile);
  while (!std::ranges::all_of(turns, &Turn::over)) {
    for (Turn& turn : turns) {
      if (turn.over) continue;
      if (options.interrupted()) return end_early(turns, profile);
      try {
        take_round(device, options, turn, profile);
      } catch (const std::exception& error) {
        if (kind_of(error) == ErrorKind::interrupted) return end_early(turns, profile);
        turn.over = true;
        forget(profile, turn.probe->name);
        profile.probes.push_back(outcome_of(error, *turn.probe));
      }
      set_paper_paths(profile);
      profile.peak = peak_of(device.info());
      mark_implausible(profile, device.info());
      save(profile);
    }
  }
  return true;
}

bool has_no_round(const ProbeOutcome& outcome) {
  return outcome.status == ProbeStatus::skipped && outcome.reason == no_round;
}

std::vector<Finding> merge_rounds(std::span<const std::vector<Finding>> rounds,
                                  std::size_t of_rounds) {
  std::vector<Finding> all;
  for (const std::vector<Finding>& round : rounds) {
    for (const Finding& parameter : round) {
      if (std::ranges::find(all, parameter.name, &Finding::name) != all.end()) continue;
      std::vector<const Finding*> found;
      for (const std::vector<Finding>& other : rounds) {
        const auto same = std::ranges::find(other, parameter.name, &Finding::name);
        if (same != other.end()) found.push_back(&*same);
      }
      all.push_back(merged(found, of_rounds));
    }
  }
  return all;
}

}  // namespace plumb
