// plumb/workloads/livermore/programs/reduction.cpp - the two launches of a reduction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/programs/reduction.h"

#include <algorithm>

#include "plumb/workloads/waits.h"

namespace plumb::livermore {

std::uint64_t partials_of(const Parts& parts, std::uint64_t n, std::uint64_t least) {
  constexpr std::uint64_t most_groups = 2048;
  if (parts.on_cpu()) return parts.items(n);
  return std::clamp<std::uint64_t>(n / (least * parts.group()), 1, most_groups);
}

void add_reduction(Parts& parts, const Reduction& reduction) {
  // Barriers of a tree and of its result; none where an item is a group.
  const double tree = parts.on_cpu() ? 0 : tree_steps(parts.group()) + 1;
  Demands demands = reduction.demands;
  if (demands.barriers == 0) demands.barriers = tree;
  parts.add({.step = reduction.step,
             .source = reduction.source,
             .entry = reduction.entry,
             .items = {reduction.partials * parts.group(), 1, 1},
             .group = parts.group(),
             .arguments = reduction.arguments,
             .demands = demands,
             .definitions = {parts.group_definition()}});
  // One group per result reads its partial results: a sum, and count and test of the loop.
  const auto results = static_cast<double>(reduction.results);
  Demands finish{.points = reduction.partials,
                 .barriers = tree,
                 .operations = reduction.finish_operations,
                 .besides = reduction.finish_reads};
  if (finish.besides.empty()) {
    finish.operations = {.add = results, .integer = 2 * results};
    finish.besides = {uncredited(results, size_of(Type{parts.scalar(), 1}))};
  }
  parts.add({.step = std::string(reduction.step) + " finish",
             .source = reduction.source,
             .entry = reduction.finish,
             .items = {parts.group(), reduction.results, 1},
             .group = parts.group(),
             .arguments = reduction.finish_arguments,
             .demands = finish,
             .definitions = {parts.group_definition()}});
}

}  // namespace plumb::livermore
