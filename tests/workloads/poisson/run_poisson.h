// tests/workloads/poisson/run_poisson.h - one verified and examined execution of a solver.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/run/run_program.h"
#include "plumb/workloads/poisson/poisson.h"

namespace plumb::poisson {

inline Settings settings_on(DeviceKind kind, const NamedTexts& chosen) {
  return settings_for(workload, DeviceTraits{.kind = kind}, chosen);
}

inline RunOptions one_sample() {
  RunOptions options;
  options.stop.min_time = Seconds{0};
  options.stop.min_samples = options.stop.max_samples = 1;
  options.stop.warm_up = 0;
  options.stop.max_noise = 1e9;
  return options;
}

// With the second device where the settings divide the rows.
inline Point run_poisson(device::Device& device, const NamedTexts& chosen,
                         device::Device* second = nullptr, RunOptions options = one_sample()) {
  const Settings settings = settings_on(DeviceKind::gpu, chosen);
  ReferenceStore store;
  if (second != nullptr) options.further_devices = {second};
  options.examine = [&](const Reader& reader, Point& point) { examine(settings, reader, point); };
  return run_program(device, program(settings), reference(settings, store), options);
}

// The last value of a reading; -1: there is none.
inline double last_of(const Point& point, const char* name) {
  const ReadingResult* found = reading_named(point, name);
  return found == nullptr ? -1 : found->values.back();
}

inline std::string ending_of(const Point& point) {
  const std::string* ended = text_named(point.labels, "ended");
  return ended == nullptr ? "" : *ended;
}

}  // namespace plumb::poisson
