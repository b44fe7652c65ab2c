// plumb/shader/move.cpp - names of conditions and modes, and why a move gained nothing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/move.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/rules.h"

namespace plumb::shader {

std::string name_of(Condition condition) {
  constexpr std::array<const char*, 8> names{"moved", "C1",       "C2",        "C3",
                                             "C4",    "shortage", "no saving", "dead"};
  return names.at(static_cast<std::size_t>(condition));
}

std::string name_of(MoveMode mode) { return mode == MoveMode::paper ? "paper" : "optimal"; }

MoveMode mode_from_name(std::string_view name) {
  if (name == "paper") return MoveMode::paper;
  if (name == "optimal") return MoveMode::optimal;
  throw Error(ErrorKind::input, fmt::format("unknown mode '{}'; known are paper, optimal", name));
}

int vertex_slot_limit(const Shader& vertex, const MoveOptions& options) {
  return options.limit_vertex_slots.value_or(limits_of(vertex.profile).slots);
}

MoveResult move_work(const Pair& pair, MoveMode mode, const MoveOptions& options) {
  return mode == MoveMode::paper ? move_as_paper(pair, options) : move_optimally(pair, options);
}

std::vector<MoveResult> move_in_steps(const Pair& pair, MoveMode mode, const MoveOptions& options) {
  return mode == MoveMode::paper ? paper_steps(pair, options) : optimal_steps(pair, options);
}

// N1: the fragment program is very short; the longest that the paper calls so has 9 slots. N2: the
// order of the instructions is in the way: some could move, but what they make is needed in
// place. N3: all else.
std::string reason_without_gain(const Pair& before, const MoveResult& after) {
  constexpr int very_short = 9;
  const int slots = count_slots(before.fragment).total();
  if (count_slots(after.pair.fragment).total() < slots) return {};
  if (slots <= very_short) return "N1";
  return after.moved > 0 ? "N2" : "N3";
}

}  // namespace plumb::shader
