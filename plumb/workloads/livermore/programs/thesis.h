// plumb/workloads/livermore/programs/thesis.h - what the passes of the thesis share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {

// A launch per step or per particle: refuses (input error) more of them than are tried.
void refuse_many(const Parts& parts, std::uint64_t launches);

// Folds eight copies of a row into one that is so much shorter, until one texel is left. The rows
// are "even" and "odd" in turn, with "even_place" and "odd_place" beside them.
struct Folds {
  const char* entry;
  std::string from;  // the first row: "even", or an array
  std::uint64_t length = 0;
  std::string result;
  bool places = false;  // values keep their places, and the place is the result
};
void add_rows_to_fold(Parts& parts, const Folds& folds);
void add_folds(Parts& parts, const Folds& folds);

}  // namespace plumb::livermore
