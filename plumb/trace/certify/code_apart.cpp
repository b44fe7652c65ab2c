// plumb/trace/certify/code_apart.cpp - following branches from the readings, forwards and back.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/code_apart.h"

namespace plumb::trace {
namespace {

using Edges = std::vector<std::vector<std::size_t>>;

// From each instruction to all that may come next. What is called comes back behind the call. BSSY
// names the place where lanes meet: as if it led there.
Edges ways_on(const FunctionCode& code) {
  const std::size_t count = code.instructions.size();
  Edges ways(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Instruction& instruction = code.instructions[i];
    if (i + 1 < count && !instruction.leaves) ways[i].push_back(i + 1);
    if (instruction.name != "BSSY" || !instruction.target) continue;
    const std::int64_t to = static_cast<std::int64_t>(i) + 1 + *instruction.target;
    if (to >= 0 && to < static_cast<std::int64_t>(count))
      ways[i].push_back(static_cast<std::size_t>(to));
  }
  for (const FunctionCode::Jump& jump : code.jumps) {
    if (jump.to < count) ways[jump.from].push_back(jump.to);
  }
  return ways;
}

Edges turned(const Edges& ways) {
  Edges back(ways.size());
  for (std::size_t i = 0; i < ways.size(); ++i) {
    for (const std::size_t to : ways[i]) back[to].push_back(i);
  }
  return back;
}

void mark_reached(const Edges& ways, std::vector<std::size_t> from, std::vector<bool>& apart) {
  std::vector<bool> seen(ways.size());
  while (!from.empty()) {
    const std::size_t i = from.back();
    from.pop_back();
    if (seen[i]) continue;
    seen[i] = true;
    apart[i] = false;
    from.insert(from.end(), ways[i].begin(), ways[i].end());
  }
}

}  // namespace

std::vector<bool> code_apart(const FunctionCode& code) {
  std::vector<std::size_t> readings;
  for (const auto& [line, instructions] : code.marked) {
    for (const std::size_t i : instructions) {
      if (code.instructions[i].operation == Operation::clock) readings.push_back(i);
    }
  }
  if (readings.empty() || code.unknown_jumps || code.unknown)
    return std::vector<bool>(code.instructions.size(), false);
  std::vector<bool> apart(code.instructions.size(), true);
  const Edges ways = ways_on(code);
  mark_reached(ways, readings, apart);
  mark_reached(turned(ways), readings, apart);
  return apart;
}

}  // namespace plumb::trace
