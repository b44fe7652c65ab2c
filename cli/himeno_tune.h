// cli/himeno_tune.h - the fastest configuration of Himeno on a device, found by racing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/himeno_points.h"
#include "cli/himeno_words.h"
#include "cli/progress.h"
#include "plumb/device/device.h"
#include "plumb/report/table.h"

namespace plumb::cli {

// Variants with their group and tile shapes, stages and rows that are worth trying on that device;
// each names its variant first.
std::vector<HimenoChosen> himeno_candidates(const device::Info& info);

// The winner of these with other chunks (whole waves of groups), numbers of groups and padding; the
// first is the winner itself.
std::vector<HimenoChosen> himeno_refinements(const Settings& settings, const HimenoChosen& winner,
                                             const device::Info& info);

struct HimenoTuned {
  HimenoPoint best;           // verified
  std::vector<Table> tables;  // of both races
};

// Races the candidates, then the refinements of the fastest, verifies the fastest of these and
// keeps it. A wrong result is an error.
HimenoTuned tune_himeno(device::Device& device, const HimenoWords& words, const HimenoCase& at,
                        const RunOptions& options, HimenoReferences& references,
                        Progress& progress);

}  // namespace plumb::cli
