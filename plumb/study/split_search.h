// plumb/study/split_search.h - predicting a program on two devices at once, fraction by fraction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/model/best_split.h"
#include "plumb/model/predict.h"
#include "plumb/records/profile.h"
#include "plumb/study/program_source.h"

namespace plumb::study {

// One of the two devices, and the program as it would be there.
struct SplitSide {
  const Profile& profile;
  ProgramSource& program;
  const PredictedPoint& alone;
};

struct SplitRequest {
  SplitSide own;
  SplitSide rival;
  const std::string& model;  // that predicts both alone
  const PredictOptions& options;
  const NamedTexts& chosen;
  std::optional<double> asked = {};  // a fraction that the user named
};

struct FoundSplit {
  bool is_written = false;        // the program has a form for two devices; else it is divided
  std::optional<BestSplit> best;  // absent: it cannot be divided
  std::string refused = {};       // then why
  std::optional<SplitTimes> asked = {};  // of the fraction that was named
};

// Whether the program can be asked to run on two devices: one with Meaning::split.
bool has_split(const ProgramSource& program);

// The fraction below 1 that was chosen for it, and the settings of one device alone.
std::optional<double> asked_split(const ProgramSource& program, const NamedTexts& chosen);
NamedTexts without_split(const ProgramSource& program, const NamedTexts& chosen);

FoundSplit find_best_split(const SplitRequest& request);

}  // namespace plumb::study
