// cli/break_even_note.h - from which size on another device wins, as a sentence.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/answers.h"
#include "plumb/study/break_even_search.h"

namespace plumb::cli {

// `own` and `rival` are the names of the two profiles.
BreakEvenAnswer break_even_answer(const study::FoundBreakEven& found, const std::string& own,
                                  const std::string& rival);

}  // namespace plumb::cli
