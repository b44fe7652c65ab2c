// plumb/measure/sampling.cpp - the stop rule at work.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/measure/sampling.h"

#include <chrono>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

bool is_enough(const StopRule& rule, Seconds spent, const Sampling& sampling) {
  return sampling.samples.size() >= rule.min_samples && spent >= rule.min_time;
}

double noise_so_far(const Sampling& sampling, const Noise& noise) {
  return noise ? noise(sampling.samples.size()) : summarize(sampling.samples).noise();
}

bool settled(const StopRule& rule, Seconds spent, const Noise& noise, Sampling& sampling) {
  if (!is_enough(rule, spent, sampling)) return false;
  if (sampling.samples.size() == 1) return false;  // it has no interval to judge
  sampling.noise = noise_so_far(sampling, noise);
  return sampling.noise <= rule.max_noise;
}

}  // namespace

void check(const StopRule& rule) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::input, why); };
  if (rule.min_samples == 0) refuse("--min-samples 0: must be at least 1");
  if (rule.max_samples < rule.min_samples) {
    refuse(fmt::format("--max-samples {}: less than --min-samples, which is {}; give both",
                       rule.max_samples, rule.min_samples));
  }
  if (!(rule.min_time.count() >= 0) || !(rule.timeout.count() > 0)) {
    refuse("times of the stop rule must be positive");
  }
  if (!(rule.max_noise >= 0)) refuse("the noise limit must be zero or larger");
}

Sampling sample(const StopRule& rule, const std::function<Seconds()>& once,
                const std::function<bool()>& interrupted, const Noise& noise) {
  check(rule);
  Sampling sampling;
  const auto stop = [&](StopReason reason) {
    sampling.reason = reason;
    if (!sampling.samples.empty()) sampling.noise = noise_so_far(sampling, noise);
    return sampling;
  };
  for (std::uint64_t i = 0; i < rule.warm_up; ++i) {
    if (interrupted()) return stop(StopReason::interrupted);
    once();
  }
  const Clock::time_point start = Clock::now();
  std::size_t next_look = rule.min_samples;  // sorting after every sample would cost n^2 log n
  while (true) {
    if (interrupted()) return stop(StopReason::interrupted);
    sampling.samples.push_back(once().count());
    const Seconds spent = Clock::now() - start;
    if (sampling.samples.size() >= next_look) {
      if (settled(rule, spent, noise, sampling)) return stop(StopReason::settled);
      next_look = sampling.samples.size() + 1 + sampling.samples.size() / 8;
    }
    const bool late = spent >= rule.timeout;
    if (!late && sampling.samples.size() < rule.max_samples) continue;
    if (settled(rule, spent, noise, sampling)) return stop(StopReason::settled);
    sampling.cut_short = !is_enough(rule, spent, sampling);
    return stop(late ? StopReason::timeout : StopReason::sample_limit);
  }
}

std::string load_note(double load, unsigned cores) {
  if (load <= 0.5 * cores) return {};
  return fmt::format("load average {:.1f} on {} cores: other programs disturb the times", load,
                     cores);
}

std::string load_note() {
  double load = 0;
  if (::getloadavg(&load, 1) != 1) return {};
  return load_note(load, std::thread::hardware_concurrency());
}

}  // namespace plumb
