// plumb/records/race.h - a race of configurations as it was run: every time of every candidate.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/records/named_texts.h"

namespace plumb {

struct RacedCandidate {
  NamedTexts settings;        // what distinguishes it
  std::vector<double> times;  // seconds of one iteration, in the order they were taken
  std::string standing;       // "best", "tied with the best: p = 0.4", ...
  std::string refused = {};   // why it cannot run
};

// "two_step tile 128x9 stages 2": the first value says enough by itself.
std::string candidate_name(const NamedTexts& settings);

struct RaceResult {
  std::string title;
  double work = 0;                         // of one iteration, for its rate
  std::string unit = "flop";               // of the work: flop, or B where no flops are credited
  std::vector<RacedCandidate> candidates;  // fastest first
  std::vector<std::string> notes = {};
};

Json to_json(const RaceResult& race);
RaceResult race_result_from_json(const JsonView& view);

}  // namespace plumb
