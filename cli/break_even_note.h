// cli/break_even_note.h - from which size on another device wins, as a sentence.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/model/predict.h"
#include "plumb/records/profile.h"
#include "plumb/study/program_source.h"

namespace plumb::cli {

struct BreakEvenRequest {
  const std::string& range;  // NAME=FIRST:LAST, as typed
  const PredictOptions& options;
  const Profile& own;
  const Profile& rival;
  const NamedTexts& chosen;  // the other parameters
};

// Steps over the sizes that the program refuses and says so. An input error where the range is not
// one, where it refuses all of them, and where no model can predict on both profiles.
std::string break_even_note(study::ProgramSource& program, const BreakEvenRequest& request);

}  // namespace plumb::cli
