// plumb/study/break_even_search.h - from which size of a program on another device wins.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "plumb/model/break_even.h"
#include "plumb/model/predict.h"
#include "plumb/records/profile.h"
#include "plumb/study/program_source.h"

namespace plumb::study {

struct BreakEvenRequest {
  const std::string& range;  // NAME=FIRST:LAST, as typed
  const PredictOptions& options;
  const Profile& own;
  const Profile& rival;
  ProgramSource& rival_program;  // as it would be on the rival
  const NamedTexts& chosen;      // the other parameters
};

struct FoundBreakEven {
  std::string parameter;
  std::uint64_t first = 0;  // the sizes that were searched
  std::uint64_t last = 0;
  std::string model;  // the first one that can predict on both
  BreakEven sizes;
  std::string first_refused;  // size, and why the program does not take it; empty: it takes all
};

// Steps over the sizes that the program refuses. An input error where the range is not one, where
// the program has no such parameter or refuses all sizes, and where no model can predict on both
// profiles. Where the model that decides abstains from all, none is accepted.
FoundBreakEven find_break_even(ProgramSource& program, const BreakEvenRequest& request);

}  // namespace plumb::study
