// plumb/workloads/livermore/programs/reduction.h - the technique of sums and minima: partial
// results of the groups, then one group that joins them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {

// Groups of a reduction over n elements: a CPU's items take a chunk each, a GPU's `least` or more.
std::uint64_t partials_of(const Parts& parts, std::uint64_t n, std::uint64_t least = 16);

struct Reduction {
  const char* step;
  const char* source;
  const char* entry;
  const char* finish;  // the entry that joins the partial results
  std::uint64_t partials = 1;
  std::uint64_t results = 1;
  std::vector<Argument> arguments;
  std::vector<Argument> finish_arguments;
  Demands demands;
  // Of the second launch, for each partial result; none: it is read and added.
  Operations finish_operations = {};
  std::vector<Access> finish_reads = {};
};

void add_reduction(Parts& parts, const Reduction& reduction);

}  // namespace plumb::livermore
