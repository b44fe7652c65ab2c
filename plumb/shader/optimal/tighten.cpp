// plumb/shader/optimal/tighten.cpp - common subexpressions, mad, and vectors out of scalars.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/tighten.h"

#include <algorithm>
#include <optional>

#include "plumb/shader/language/rules.h"
#include "plumb/shader/optimal/straight_line_values.h"

namespace plumb::shader {
namespace {

bool is_plain(const Instruction& one) { return !one.saturate && !one.partial; }

class Tightener {
 public:
  explicit Tightener(const Shader& given) : shader_(given) {
    for (std::size_t i = 0; i < given.instructions.size(); ++i) {
      origins_.push_back({static_cast<int>(i)});
    }
  }

  Tightened run() {
    const std::size_t count = shader_.instructions.size();
    while (step()) {
    }
    Tightened out{std::move(shader_), std::vector<int>(count, -1)};
    for (std::size_t i = 0; i < origins_.size(); ++i) {
      for (const int origin : origins_[i]) {
        out.now[static_cast<std::size_t>(origin)] = static_cast<int>(i);
      }
    }
    return out;
  }

 private:
  // One change for the better; false when there is none.
  bool step() {
    const StraightLineValues values(shader_);
    for (int i = 0; i < values.count(); ++i) {
      if (remove_dead(values, i) || use_holder(values, i) || fuse(values, i)) return true;
      for (int j = i + 1; j < values.count(); ++j) {
        if (pack(values, i, j)) return true;
      }
    }
    return false;
  }

  // Takes the new program if it keeps all rules. `gone` was removed from it; `into` does its work
  // now, -1 for none.
  bool accept(Shader changed, int gone, int into) {
    changed.instructions.erase(changed.instructions.begin() + gone);
    if (!broken_rules(changed).empty()) return false;
    shader_ = std::move(changed);
    const auto at = static_cast<std::size_t>(gone);
    if (into >= 0) {
      std::vector<int>& home = origins_[static_cast<std::size_t>(into)];
      home.insert(home.end(), origins_[at].begin(), origins_[at].end());
    }
    origins_.erase(origins_.begin() + gone);
    return true;
  }

  bool remove_dead(const StraightLineValues& values, int i) {
    if (!values.writes_temporary(i) && values.instruction(i).op != Opcode::nop) return false;
    const bool dead = values.instruction(i).op == Opcode::nop || values.uses(i).empty();
    return dead && accept(shader_, i, -1);
  }

  // What i makes is somewhere else already, and stays there until its last use.
  bool use_holder(const StraightLineValues& values, int i) {
    if (!values.writes_temporary(i) || values.instruction(i).partial) return false;
    for (const Holder& holder : values.holders(i)) {
      Shader changed = shader_;
      bool good = true;
      for (const Use& use : values.uses(i)) {
        const std::optional<Source> source = values.read_instead(i, use, holder);
        good = good && source.has_value();
        if (!good) break;
        changed.instructions[static_cast<std::size_t>(use.instruction)].sources[use.source] =
            *source;
      }
      if (good && accept(std::move(changed), i, -1)) return true;
    }
    return false;
  }

  // mul r, a, b; add d, r, c becomes mad d, a, b, c where the add is the only one that reads r.
  bool fuse(const StraightLineValues& values, int i) {
    const Instruction& product = values.instruction(i);
    if (product.op != Opcode::mul || !is_plain(product) || !values.writes_temporary(i)) {
      return false;
    }
    const std::vector<Use>& uses = values.uses(i);
    if (uses.size() != 1) return false;
    const Use& use = uses.front();
    const Instruction& sum = values.instruction(use.instruction);
    if ((sum.op != Opcode::add && sum.op != Opcode::sub) || !values.reads_only(use, i)) {
      return false;
    }
    const Source& read = sum.sources[use.source];
    Source other = sum.sources[1 - use.source];
    const bool minus = sum.op == Opcode::sub;
    if (minus && use.source == 0) other.negate = !other.negate;
    Instruction fused = sum;
    fused.op = Opcode::mad;
    fused.sources.clear();
    for (const Source& factor : product.sources) {
      if (!values.keeps(factor, i, use.instruction)) return false;
      const std::optional<Source> source = swizzled(factor, read.swizzle, sum.destination.mask);
      if (!source) return false;
      fused.sources.push_back(*source);
    }
    const bool negative = read.negate != (minus && use.source == 1);
    if (negative) fused.sources[0].negate = !fused.sources[0].negate;
    fused.sources.push_back(other);
    Shader changed = shader_;
    changed.instructions[static_cast<std::size_t>(use.instruction)] = std::move(fused);
    return accept(std::move(changed), i, use.instruction);
  }

  // Both write one register: one instruction writes what both did, at the place of the first or of
  // the second.
  bool pack(const StraightLineValues& values, int i, int j) {
    const Instruction& first = values.instruction(i);
    const Instruction& second = values.instruction(j);
    if (first.op != second.op || first.saturate != second.saturate ||
        first.partial != second.partial || !values.writes_temporary(i) ||
        first.destination.reg != second.destination.reg ||
        (first.destination.mask & second.destination.mask) != 0) {
      return false;
    }
    const std::optional<Instruction> both = together(first, second);
    if (!both) return false;
    if (values.can_move(j, i)) {
      Shader changed = shader_;
      changed.instructions[static_cast<std::size_t>(i)] = *both;
      if (accept(std::move(changed), j, i)) return true;
    }
    if (values.can_move(i, j)) {
      Shader changed = shader_;
      changed.instructions[static_cast<std::size_t>(j)] = *both;
      if (accept(std::move(changed), i, j)) return true;
    }
    return false;
  }

  static std::optional<Instruction> together(const Instruction& a, const Instruction& b) {
    const Shape shape = info_of(a.op).shape;
    if (shape != Shape::parallel && shape != Shape::scalar && shape != Shape::dot3 &&
        shape != Shape::dot4) {
      return std::nullopt;
    }
    Instruction out = a;
    out.destination.mask |= b.destination.mask;
    const bool commutes = a.op == Opcode::add || a.op == Opcode::mul || a.op == Opcode::mad;
    for (const bool swapped : {false, true}) {
      if (swapped && !commutes) break;
      bool good = true;
      for (std::size_t s = 0; s < a.sources.size() && good; ++s) {
        const std::size_t partner = swapped && s < 2 ? 1 - s : s;
        const std::optional<Source> source =
            shape == Shape::parallel
                ? merged(a.sources[s], a.destination.mask, b.sources[partner], b.destination.mask)
                : same(a.sources[s], b.sources[partner]);
        good = source.has_value();
        if (good) out.sources[s] = *source;
      }
      if (good) return out;
    }
    return std::nullopt;
  }

  static std::optional<Source> same(const Source& a, const Source& b) {
    const bool equal = a.reg == b.reg && a.negate == b.negate && a.swizzle == b.swizzle;
    return equal ? std::optional(a) : std::nullopt;
  }

  // Reads what a reads at the components of `mask_a` and what b reads at those of `mask_b`.
  static std::optional<Source> merged(const Source& a, int mask_a, const Source& b, int mask_b) {
    if (a.reg != b.reg || a.negate != b.negate) return std::nullopt;
    Swizzle wanted = a.swizzle;
    for (std::size_t c = 0; c < 4; ++c) {
      if ((mask_b >> c & 1) != 0) wanted[c] = b.swizzle[c];
    }
    return with_swizzle(a, wanted, mask_a | mask_b);
  }

  Shader shader_;
  std::vector<std::vector<int>> origins_;
};

}  // namespace

Tightened tighten(const Shader& fragment) { return Tightener(fragment).run(); }

}  // namespace plumb::shader
