// plumb/shader/paper/move_paper.cpp - the method of paper 004 with its way out of shortages: the
// latest instruction is dropped.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/move.h"
#include "plumb/shader/optimal/analysis.h"
#include "plumb/shader/paper/conditions.h"
#include "plumb/shader/paper/rewrite.h"

namespace plumb::shader {

namespace {

// A matrix in temporaries is four registers that may have four outcomes.
bool has_matrix_in_temporaries(const Shader& shader) {
  return std::ranges::any_of(shader.instructions, [](const Instruction& one) {
    return info_of(one.op).shape == Shape::matrix && one.sources[1].reg.file == File::temporary;
  });
}

}  // namespace

MoveResult move_as_paper(const Pair& pair, const MoveOptions& options) {
  require_matching(pair);
  if (has_matrix_in_temporaries(pair.fragment)) {
    MoveResult result = move_as_paper({pair.vertex, without_matrices(pair.fragment)}, options);
    result.outcomes = outcomes_of_given(pair.fragment, result.outcomes);
    return result;
  }
  Graph graph;
  const StageValues values = build_values(graph, pair.fragment, plain_leaves(graph, pair.fragment));
  std::vector<MoveOutcome> outcomes = paper_conditions(pair, values);
  std::vector<bool> moved;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    moved.push_back(outcomes[i].condition == Condition::none);
    if (moved.back()) order.push_back(i);
  }
  std::string why = "only as many as asked for";
  const auto drop_latest = [&] {
    moved[order.back()] = false;
    outcomes[order.back()] = {Condition::shortage, why};
    order.pop_back();
  };
  while (options.most_moved >= 0 && order.size() > static_cast<std::size_t>(options.most_moved)) {
    drop_latest();
  }
  for (;;) {
    std::optional<MoveResult> result = rewrite_as_paper(pair, values, moved, options, why);
    if (result) {
      result->outcomes = std::move(outcomes);
      return std::move(*result);
    }
    if (order.empty()) {
      throw Error(ErrorKind::input, fmt::format("the pair '{}', '{}' breaks a limit before "
                                                "anything is moved: {}",
                                                pair.vertex.name, pair.fragment.name, why));
    }
    drop_latest();
  }
}

std::vector<MoveResult> paper_steps(const Pair& pair, const MoveOptions& options) {
  const MoveResult all = move_as_paper(pair, options);
  std::vector<MoveResult> steps;
  for (int count = 0; count <= all.moved; ++count) {
    MoveOptions some = options;
    some.most_moved = count;
    MoveResult step = move_as_paper(pair, some);
    const int slots = count_slots(step.pair.fragment).total();
    if (steps.empty() || slots < count_slots(steps.back().pair.fragment).total()) {
      steps.push_back(std::move(step));
    }
  }
  return steps;
}

}  // namespace plumb::shader
