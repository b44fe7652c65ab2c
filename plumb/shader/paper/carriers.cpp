// plumb/shader/paper/carriers.cpp - finds what must cross, and an output for it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/paper/carriers.h"

#include <algorithm>

namespace plumb::shader {

Carriers::Carriers(const Pair& pair, const StageValues& values, const std::vector<bool>& moved,
                   int first)
    : pair_(pair), values_(values), moved_(moved), first_(first) {
  find_reloads();
  plan();
}

std::optional<int> Carriers::operand(int instruction, std::size_t source) const {
  const auto found = operands_.find({instruction, source});
  return found == operands_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Carriers::Reload> Carriers::reload(int instruction) const {
  const auto found = reloads_.find(instruction);
  return found == reloads_.end() ? std::nullopt : std::optional(found->second);
}

// The moved instruction behind each component that the operand needs; -1 where it stays.
std::array<int, 4> Carriers::moved_writers(std::size_t number, std::size_t source,
                                           int& stays) const {
  const Instruction& instruction = pair_.fragment.instructions[number];
  const int read = components_read(pair_.fragment, instruction, source);
  std::array<int, 4> by{-1, -1, -1, -1};  // by component of the register
  stays = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    const auto component = static_cast<std::size_t>(instruction.sources[source].swizzle[c]);
    if ((read >> component & 1) == 0) continue;
    const int writer = values_.instructions[number].written_by[source][c];
    if (writer >= 0 && moved_[static_cast<std::size_t>(writer)]) {
      by[component] = writer;
    } else {
      ++stays;
    }
  }
  return by;
}

// An operand of moved components alone reads t#, unless the instruction reads another t# already; a
// mixed operand needs the moved components in its register again.
void Carriers::find_reloads() {
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    if (moved_[i]) continue;
    const Instruction& instruction = pair_.fragment.instructions[i];
    const bool port = std::ranges::any_of(instruction.sources, [](const Source& source) {
      return source.reg.file == File::coordinate;
    });
    std::optional<std::array<int, 4>> first;
    for (std::size_t s = 0; s < instruction.sources.size(); ++s) {
      if (instruction.sources[s].reg.file != File::temporary) continue;
      int stays = 0;
      const std::array<int, 4> by = moved_writers(i, s, stays);
      if (std::ranges::all_of(by, [](int one) { return one < 0; })) continue;
      if (stays == 0 && !port && (!first || *first == by)) {
        operands_[{static_cast<int>(i), s}] = -1;  // the number follows
        first = by;
        continue;
      }
      for (std::size_t c = 0; c < 4; ++c) {
        if (by[c] >= 0) reloads_[by[c]].mask |= 1 << c;
      }
    }
  }
}

// In the order of the fragment program, so that outputs are numbered as in figure 4.
void Carriers::plan() {
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    const Instruction& instruction = pair_.fragment.instructions[i];
    const int number = static_cast<int>(i);
    if (const auto found = reloads_.find(number); found != reloads_.end()) {
      std::array<int, 4> by{-1, -1, -1, -1};
      for (std::size_t c = 0; c < 4; ++c) {
        if ((found->second.mask >> c & 1) != 0) by[c] = number;
      }
      found->second.coordinate = carrier_for(instruction.destination.reg.index, by);
    }
    for (std::size_t s = 0; s < instruction.sources.size(); ++s) {
      const auto found = operands_.find({number, s});
      if (found == operands_.end()) continue;
      int stays = 0;
      found->second = carrier_for(instruction.sources[s].reg.index, moved_writers(i, s, stays));
    }
  }
}

// The carrier that holds these components at their places, a new one where none does.
int Carriers::carrier_for(int temporary, const std::array<int, 4>& by) {
  for (std::size_t k = 0; k < carriers_.size(); ++k) {
    Carrier& carrier = carriers_[k];
    bool fits = carrier.temporary == temporary;
    for (std::size_t c = 0; c < 4; ++c) {
      fits = fits && (by[c] < 0 || carrier.by[c] < 0 || carrier.by[c] == by[c]);
    }
    if (!fits) continue;
    for (std::size_t c = 0; c < 4; ++c) {
      if (by[c] >= 0) carrier.by[c] = by[c];
    }
    return first_ + static_cast<int>(k);
  }
  carriers_.push_back({temporary, by});
  return end() - 1;
}

}  // namespace plumb::shader
