// cli/livermore_plan.h - running a list of Livermore kernels so that what is finished is kept.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/livermore_points.h"

namespace plumb::cli {

struct LivermoreResults {
  std::vector<LivermorePoint> points;
  std::vector<LivermorePoint> ours;  // beside the thesis's passes
  double copy = 0;                   // bytes per second; 0: not measured
  std::string no_copy;               // why not
  bool interrupted = false;
};

// Measures a copy, then every point of the plan; for the thesis's variant ours as well. A kernel
// that fails has its reason in its row and the others go on; an interrupt ends the list.
// `after_row` sees what is finished after every point.
LivermoreResults run_livermore_plan(device::Device& device, std::span<const Settings> plan,
                                    const RunOptions& options, Progress& progress,
                                    const std::function<void(const LivermoreResults&)>& after_row);

}  // namespace plumb::cli
