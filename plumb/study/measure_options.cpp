// plumb/study/measure_options.cpp - options of a user as options of a run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/measure_options.h"

#include <algorithm>

namespace plumb::study {

RunOptions run_options(const MeasureOptions& options, const Watch& watch) {
  check(options.stop);
  RunOptions run;
  run.stop = options.stop;
  run.caches = options.cold ? CacheState::cold : CacheState::warm;
  run.verify = !options.no_verify;
  run.timed = !options.no_timing;
  run.interrupted = watch.interrupted;
  if (const std::string note = load_note(); run.timed && !note.empty()) run.notes.push_back(note);
  return run;
}

RunOptions lap_options(const RunOptions& options, std::uint64_t samples) {
  RunOptions quick = options;
  quick.verify = false;
  quick.stop.min_samples = std::min(options.stop.min_samples, samples);
  quick.stop.max_samples = quick.stop.min_samples;
  quick.stop.min_time = Seconds{0};
  return quick;
}

}  // namespace plumb::study
