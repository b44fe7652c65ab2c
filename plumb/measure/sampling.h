// plumb/measure/sampling.h - how often to repeat a measurement, and when to stop.
//
// Turns something that times one execution into samples whose median can be trusted, or says why
// not. Needs no device: whoever has one passes a function that runs and times.
//
//   StopRule rule;                       // 10 samples, 0.5 s, noise of 0.5 % at most
//   rule.timeout = Seconds{5};
//   const Sampling taken = sample(rule, [&] { return run_once(); }, [] { return false; });
//   const Quantity time = quantity_of(taken.samples, "s");
//   const bool sure = taken.reason == StopReason::settled;
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "plumb/base/units.h"

namespace plumb {

// Stop when all of min_time, min_samples and max_noise are met, or at the timeout or max_samples.
struct StopRule {
  Seconds min_time{0.5};
  std::uint64_t min_samples = 10;
  double max_noise = 0.005;  // half width of the median's 95 % interval over the median
  Seconds timeout{15};
  std::uint64_t max_samples = 100000;
  std::uint64_t warm_up = 1;  // runs that are not counted
};

// Refuses (input error) a rule that cannot be met: no samples, negative times or noise.
void check(const StopRule& rule);

enum class StopReason { settled, timeout, sample_limit, interrupted };

struct Sampling {
  std::vector<double> samples;  // seconds, in execution order
  StopReason reason = StopReason::settled;
  double noise = 0;
  bool cut_short = false;  // a limit came before min_time and min_samples
};

// The noise after so many samples of whatever is measured with them.
using Noise = std::function<double(std::size_t samples)>;

// Calls `once`, which runs and times one execution, as the rule asks. `interrupted` is asked before
// every call, `noise` for what max_noise limits: left out, that of the samples.
Sampling sample(const StopRule& rule, const std::function<Seconds()>& once,
                const std::function<bool()>& interrupted, const Noise& noise = {});

// "load average 3.1 on 2 cores: other programs disturb the times", or empty when the machine is
// quiet. The load is the system's average over one minute.
std::string load_note();
std::string load_note(double load, unsigned cores);

}  // namespace plumb
