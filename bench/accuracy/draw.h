// bench/accuracy/draw.h - the points that a model is held against, drawn before anything runs.
//
// Each family is a workload, or an application for a class of references that no workload has, with
// ranges of its settings. The seed is the digest of the sources that
// predictions depend on: whoever changes the model gets other points, so that nobody can tune it on
// those of an earlier run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/records/traits.h"
#include "plumb/study/plan.h"

namespace plumb::bench {

struct DrawRequest {
  std::uint64_t points = 400;  // of all families together
  std::uint64_t seed = 0;
  Bytes most_memory{};  // that a point may need
  Bytes most_demand{};  // that the references of a point may ask for; 0: any
  DeviceTraits traits{};
  // Whether the device takes kernels in CUDA and PTX (device::loads_ptx), or OpenCL C alone: what
  // it cannot run is drawn again.
  bool loads_ptx = true;
  bool variants = true;  // false: none is drawn, each device has its own default
  // Every second point of a family is the problem before it by another variant, where one takes it:
  // what can be ranked.
  bool pairs = false;
};

struct DrawnPoint {
  std::string family;
  std::string application;  // of plan_points: a workload's name, or a file
  std::string variant;      // what Kendall's tau compares within one problem; empty: nothing
  NamedTexts settings;
  study::PlannedPoint planned;
};

// As many of each family, give or take one. Settings that a workload refuses are drawn again.
std::vector<DrawnPoint> draw_points(const DrawRequest& request);

}  // namespace plumb::bench
