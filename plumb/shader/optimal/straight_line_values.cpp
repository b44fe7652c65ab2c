// plumb/shader/optimal/straight_line_values.cpp - follows registers through a straight line.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/straight_line_values.h"

#include <algorithm>

#include "plumb/shader/language/rules.h"

namespace plumb::shader {
namespace {

// Positions that the operand is read at, before its swizzle.
int positions_read(const Shader& shader, const Instruction& instruction, std::size_t source) {
  Instruction plain = instruction;
  plain.sources[source].swizzle = no_swizzle;
  return components_read(shader, plain, source);
}

}  // namespace

std::optional<Source> with_swizzle(const Source& source, const Swizzle& wanted, int mask) {
  const auto fits = [&](const Swizzle& one) {
    for (std::size_t p = 0; p < 4; ++p) {
      if (has_component(mask, p) && one[p] != wanted[p]) return false;
    }
    return true;
  };
  const auto found = std::ranges::find_if(fragment_swizzles, fits);
  if (found == fragment_swizzles.end()) return std::nullopt;
  Source out = source;
  out.swizzle = *found;
  out.letters = *found == no_swizzle ? 0 : *found == replicate((*found)[0]) ? 1 : 4;
  return out;
}

std::optional<Source> swizzled(const Source& source, const Swizzle& by, int mask) {
  Swizzle wanted{};
  for (std::size_t p = 0; p < 4; ++p) wanted[p] = source.swizzle[by[p]];
  return with_swizzle(source, wanted, mask);
}

StraightLineValues::StraightLineValues(const Shader& shader)
    : shader_(shader), values_(build_values(graph_, shader, plain_leaves(graph_, shader))) {
  Registers now;
  now.fill(no_values);
  uses_.resize(shader.instructions.size());
  for (std::size_t i = 0; i < shader.instructions.size(); ++i) {
    before_.push_back(now);
    const Instruction& one = shader.instructions[i];
    for (std::size_t s = 0; s < one.sources.size(); ++s) {
      if (one.sources[s].reg.file != File::temporary) continue;
      const int read = positions_read(shader, one, s);
      for (std::size_t p = 0; p < 4; ++p) {
        const int by = values_.instructions[i].written_by[s][p];
        if (!has_component(read, p) || by < 0) continue;
        std::vector<Use>& known = uses_[static_cast<std::size_t>(by)];
        const int number = static_cast<int>(i);
        if (known.empty() || known.back().instruction != number || known.back().source != s) {
          known.push_back({number, s});
        }
      }
    }
    if (!writes_temporary(static_cast<int>(i))) continue;
    for (std::size_t c = 0; c < 4; ++c) {
      if (!has_component(one.destination.mask, c)) continue;
      now.at(static_cast<std::size_t>(one.destination.reg.index))[c] =
          values_.instructions[i].results[c];
    }
  }
}

bool StraightLineValues::writes_temporary(int number) const {
  const Instruction& one = instruction(number);
  return writes(one) && one.destination.reg.file == File::temporary;
}

int StraightLineValues::positions(const Use& use) const {
  return positions_read(shader_, instruction(use.instruction), use.source);
}

bool StraightLineValues::reads_only(const Use& use, int writer) const {
  const int read = positions(use);
  const auto& by =
      values_.instructions[static_cast<std::size_t>(use.instruction)].written_by[use.source];
  for (std::size_t p = 0; p < 4; ++p) {
    if (has_component(read, p) && by[p] != writer) return false;
  }
  return true;
}

bool StraightLineValues::keeps(const Source& source, int from, int to) const {
  if (source.reg.file != File::temporary) return true;
  return std::ranges::all_of(source.swizzle, [&](std::uint8_t c) {
    return value_in(source.reg, c, from) == value_in(source.reg, c, to);
  });
}

Value StraightLineValues::value_in(const Register& reg, int component, int before) const {
  return before_[static_cast<std::size_t>(before)].at(
      static_cast<std::size_t>(reg.index))[static_cast<std::size_t>(component)];
}

bool StraightLineValues::can_move(int number, int to) const {
  const Instruction& one = instruction(number);
  for (const Source& source : one.sources) {
    if (!keeps(source, number, to)) return false;
  }
  // Further down, the one it joins must not read what it writes; further up, both read first.
  const int last = to > number ? to : number - 1;
  for (int k = std::min(number, to) + 1; k <= last; ++k) {
    const Instruction& between = instruction(k);
    if (writes(between) && between.destination.reg == one.destination.reg &&
        (between.destination.mask & one.destination.mask) != 0) {
      return false;
    }
    for (std::size_t s = 0; s < between.sources.size(); ++s) {
      if (between.sources[s].reg == one.destination.reg &&
          (components_read(shader_, between, s) & one.destination.mask) != 0) {
        return false;
      }
    }
  }
  return true;
}

int StraightLineValues::used_components(int number) const {
  int used = 0;
  for (const Use& use : uses(number)) {
    const int read = positions(use);
    const auto at = static_cast<std::size_t>(use.instruction);
    for (std::size_t p = 0; p < 4; ++p) {
      if (has_component(read, p) && values_.instructions[at].written_by[use.source][p] == number) {
        used |= 1 << instruction(use.instruction).sources[use.source].swizzle[p];
      }
    }
  }
  return used;
}

std::vector<Holder> StraightLineValues::holders(int number) const {
  std::vector<Holder> out;
  const Instruction& one = instruction(number);
  if (one.op == Opcode::mov && !one.saturate) {
    Holder copied{.reg = one.sources[0].reg, .negate = one.sources[0].negate};
    for (std::size_t c = 0; c < 4; ++c) copied.at[c] = one.sources[0].swizzle[c];
    out.push_back(copied);
  }
  const int used = used_components(number);
  const Values& made = values_.instructions[static_cast<std::size_t>(number)].results;
  // A value with less precision is none that another may use.
  if (std::ranges::any_of(shader_.instructions, &Instruction::partial)) return out;
  for (int r = 0; r < static_cast<int>(Registers{}.size()); ++r) {
    Holder holder{.reg = {File::temporary, r}};
    bool all = true;
    for (std::size_t c = 0; c < 4 && all; ++c) {
      if (!has_component(used, c)) continue;
      // The same place first: it needs no swizzle.
      for (const int from : {static_cast<int>(c), 0, 1, 2, 3}) {
        if (value_in(holder.reg, from, number) == made[c]) {
          holder.at[c] = from;
          break;
        }
      }
      all = holder.at[c] >= 0;
    }
    if (all) out.push_back(holder);
  }
  return out;
}

std::optional<Source> StraightLineValues::read_instead(int number, const Use& use,
                                                       const Holder& holder) const {
  if (!reads_only(use, number)) return std::nullopt;
  const Source& old = instruction(use.instruction).sources[use.source];
  const int read = positions(use);
  Swizzle wanted{};
  for (std::size_t p = 0; p < 4; ++p) {
    if (!has_component(read, p)) continue;
    const int from = holder.at[old.swizzle[p]];
    if (from < 0) return std::nullopt;
    if (holder.reg.file == File::temporary &&
        value_in(holder.reg, from, number) != value_in(holder.reg, from, use.instruction)) {
      return std::nullopt;
    }
    wanted[p] = static_cast<std::uint8_t>(from);
  }
  Source source{.reg = holder.reg, .negate = old.negate != holder.negate};
  return with_swizzle(source, wanted, read);
}

}  // namespace plumb::shader
