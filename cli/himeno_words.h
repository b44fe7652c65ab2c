// cli/himeno_words.h - what the words of plumb himeno ask for: settings per size and precision.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/options.h"
#include "plumb/device/device.h"
#include "plumb/workloads/settings.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {

using HimenoChosen = std::vector<std::pair<std::string, std::string>>;  // of the workload

struct HimenoWords {
  Options options;
  MeasureOptions measure;
  std::string sizes = "M";
  std::string precisions = "f32";
  std::string coefficients = "random";
  std::string variants;
  std::string iterations = "auto";
  std::string seed = "1";
  std::vector<std::string> settings;  // NAME=VALUE of the workload's other parameters
  bool tune = false;
  Seconds tune_time{60};
};

HimenoWords parse_himeno_words(Words words);

// A size in a precision; they follow each other as the lists have them, the precision faster.
struct HimenoCase {
  std::string size;
  std::string precision;
};
std::vector<HimenoCase> himeno_cases(const HimenoWords& words);

// The settings of one run: as many groups as suit the device, then `more`, then --set, which has
// the last word.
Settings himeno_settings(const HimenoWords& words, const HimenoCase& at, const std::string& variant,
                         const device::Info& info, const HimenoChosen& more = {});

// What runs there: the variants asked for, or the one known to be fastest on this device; that one
// with the parameters that it was tuned with.
std::vector<Settings> himeno_plan(const HimenoWords& words, const HimenoCase& at,
                                  const device::Info& info);

// Refuses (input error) a plan in which no variant takes a size, or a variant that was named takes
// none: a mistake, told before anything runs. Others become rows without a time.
void require_sound(std::span<const Settings> plan, bool all_variants);

// Whether --set names the padding, so that none is searched.
bool names_padding(const HimenoWords& words);

}  // namespace plumb::cli
