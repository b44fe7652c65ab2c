// plumb/run/time_steps.h - one timed execution of a loaded program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "plumb/measure/cache_flush.h"
#include "plumb/run/loaded_program.h"

namespace plumb {

// The samples of one point: device times per step, each on its own queue, host time of the whole.
struct Times {
  explicit Times(std::size_t step_count) : steps(step_count), rounds(step_count) {}
  std::vector<std::vector<double>> steps;
  std::vector<std::vector<std::vector<double>>> rounds;  // of each loop of each step
  std::vector<double> whole;
};

// Empties the caches of every device; a program on several has one each.
class CacheFlushes {
 public:
  explicit CacheFlushes(const Devices& devices);
  void flush(const LoadedProgram& loaded) const;  // and waits

 private:
  std::vector<std::unique_ptr<CacheFlush>> flushes_;
};

// What comes before an execution and is not timed: what the program restores, or its initial
// contents where its loops need them; empty caches where `flushes` is not null.
void prepare_execution(LoadedProgram& loaded, const CacheFlushes* flushes);

// Adds one sample to each of `times`. Returns what decides how long sampling goes on: the device
// time from the first mark to the last, or the host's where there are several queues.
Seconds time_once(LoadedProgram& loaded, const CacheFlushes* flushes, Times& times);

}  // namespace plumb
