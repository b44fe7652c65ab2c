// tests/run/run_once.h - one sample, or two, without warming up: for tests of what comes out, not
// of its time.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/run/run_program.h"

namespace plumb {

inline RunOptions once() {
  RunOptions options;
  options.stop.min_time = Seconds{0};
  options.stop.min_samples = options.stop.max_samples = 1;
  options.stop.warm_up = 0;
  options.stop.max_noise = 1e9;
  return options;
}

// The fewest samples of which a result is not in doubt.
inline RunOptions twice() {
  RunOptions options = once();
  options.stop.min_samples = options.stop.max_samples = 2;
  return options;
}

}  // namespace plumb
