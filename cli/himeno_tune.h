// cli/himeno_tune.h - the fastest configuration of Himeno on a device, found by racing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/report/table.h"

namespace plumb::cli {

using HimenoChosen = std::vector<std::pair<std::string, std::string>>;

struct HimenoRunner {
  HimenoChosen settings;        // variant first
  std::vector<double> times{};  // seconds per iteration, of all rounds
  std::string out{};            // why it left the race; empty for those that finished
  bool tied = false;            // its interval reaches the best one's
};

// Every configuration worth trying on that kind of device: variants, group and tile shapes, stages,
// rows, padding.
std::vector<HimenoChosen> himeno_candidates(bool cpu, bool cuda);

// Rounds over all candidates until `limit` has passed, at least two: what is 15 % slower than the
// best after a round leaves. `measure` returns seconds per iteration, none for a configuration that
// is refused. The runners come back fastest first, ties marked.
std::vector<HimenoRunner> race(
    const std::vector<HimenoChosen>& candidates, Seconds limit,
    const std::function<std::vector<double>(const HimenoChosen&, std::string& refused)>& measure);

// A row per runner.
Table himeno_race_table(const std::vector<HimenoRunner>& runners, const std::string& title,
                        double flops);

}  // namespace plumb::cli
