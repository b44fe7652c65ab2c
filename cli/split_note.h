// cli/split_note.h - what two devices would reach together, as a sentence.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/answers.h"
#include "plumb/study/split_search.h"

namespace plumb::cli {

SplitAnswer split_answer(const study::FoundSplit& found, const study::SplitRequest& request);

}  // namespace plumb::cli
