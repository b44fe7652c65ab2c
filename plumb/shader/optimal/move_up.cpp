// plumb/shader/optimal/move_up.cpp - finds interpolants that differ by a constant and drops one.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/move_up.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "plumb/shader/ir/build.h"
#include "plumb/shader/ir/polynomial.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/optimal/straight_line.h"
#include "plumb/shader/vertex_room.h"

namespace plumb::shader {
namespace {

// What is added: numbers, or the components of one constant of the vertex program.
struct Offset {
  std::array<float, 4> numbers{};
  int constant = -1;  // of the vertex program
  std::array<int, 4> components{-1, -1, -1, -1};
};

int components_used(const Shader& fragment, int coordinate) {
  int mask = 0;
  for (const Instruction& one : fragment.instructions) {
    for (std::size_t s = 0; s < one.sources.size(); ++s) {
      if (one.sources[s].reg == Register{File::coordinate, coordinate}) {
        mask |= components_read(fragment, one, s);
      }
    }
  }
  return mask;
}

class Upwards {
 public:
  explicit Upwards(const MoveResult& result)
      : result_(result),
        values_(build_values(graph_, result.pair.vertex, plain_leaves(graph_, result.pair.vertex))),
        forms_(graph_) {}

  // The cheapest pair with one interpolant less.
  std::optional<MoveResult> drop_one(const MoveOptions& options) {
    std::optional<MoveResult> best;
    double lowest = cost(result_, options);
    for (int gone = 7; gone >= 0; --gone) {
      const int mask = components_used(result_.pair.fragment, gone);
      if (mask == 0) continue;
      for (int kept = 0; kept < 8; ++kept) {
        if (kept == gone || components_used(result_.pair.fragment, kept) == 0) continue;
        const std::optional<Offset> offset = offset_of(gone, kept, mask);
        if (!offset) continue;
        std::optional<MoveResult> changed = without(gone, kept, mask, *offset);
        if (changed && cost(*changed, options) < lowest) {
          lowest = cost(*changed, options);
          best = std::move(changed);
        }
      }
    }
    return best;
  }

 private:
  static double cost(const MoveResult& result, const MoveOptions& options) {
    return options.pixels_per_vertex * count_slots(result.pair.fragment).total() +
           count_slots(result.pair.vertex).total();
  }

  // oT[gone] - oT[kept], where it is numbers or one constant register, for the components in
  // `mask`.
  std::optional<Offset> offset_of(int gone, int kept, int mask) {
    Offset offset;
    bool numbers = true;
    for (std::size_t c = 0; c < 4; ++c) {
      if ((mask >> c & 1) == 0) continue;
      const Value a = values_.coordinates.at(static_cast<std::size_t>(gone))[c];
      const Value b = values_.coordinates.at(static_cast<std::size_t>(kept))[c];
      if (a == no_value || b == no_value) return std::nullopt;
      const Polynomial form = forms_.polynomial(forms_.form_of(graph_.subtract(a, b)));
      if (form.empty() || (form.size() == 1 && form[0].atoms.empty())) {
        offset.numbers[c] = form.empty() ? 0 : static_cast<float>(form[0].factor);
        if (offset.constant >= 0) return std::nullopt;
        continue;
      }
      if (form.size() > 1 || form[0].factor != 1 || form[0].atoms.size() != 1) return std::nullopt;
      const Node& node = graph_[forms_.atom(form[0].atoms[0]).value];
      if (node.operation != Operation::uniform) return std::nullopt;
      if (offset.constant >= 0 && offset.constant != node.index) return std::nullopt;
      offset.constant = node.index;
      offset.components[c] = node.component;
      numbers = false;
    }
    // Numbers and constants do not mix in one operand.
    for (std::size_t c = 0; c < 4 && !numbers; ++c) {
      if ((mask >> c & 1) != 0 && offset.components[c] < 0) return std::nullopt;
    }
    return offset;
  }

  std::optional<MoveResult> without(int gone, int kept, int mask, const Offset& offset) {
    MoveResult out = result_;
    Shader& fragment = out.pair.fragment;
    const std::set<int> used = temporaries_of(fragment);
    int temporary = 0;
    while (used.contains(temporary)) ++temporary;
    const std::optional<Source> added = constant_for(out, offset, mask);
    if (!added || temporary >= limits_of(fragment.profile).temporaries) return std::nullopt;
    for (Instruction& one : fragment.instructions) {
      for (Source& source : one.sources) {
        if (source.reg == Register{File::coordinate, gone}) {
          source.reg = {File::temporary, temporary};
        }
      }
    }
    fragment.instructions.insert(
        fragment.instructions.begin(),
        Instruction{.op = Opcode::add,
                    .destination = {{File::temporary, temporary}, mask},
                    .sources = {Source{.reg = {File::coordinate, kept}}, *added}});
    widen_declaration(fragment, kept, mask);
    remove_output(out.pair, gone);
    if (!broken_rules(fragment).empty() || !broken_rules(out.pair.vertex).empty()) {
      return std::nullopt;
    }
    return out;
  }

  // A constant register of the fragment program that holds the offset.
  static std::optional<Source> constant_for(MoveResult& out, const Offset& offset, int mask) {
    Shader& fragment = out.pair.fragment;
    std::set<int> used;
    for (const Instruction& one : fragment.instructions) {
      const OpcodeInfo& info = info_of(one.op);
      for (std::size_t s = 0; s < one.sources.size(); ++s) {
        if (one.sources[s].reg.file != File::constant) continue;
        for (int row = 0; row < std::max(1, info.rows); ++row) {
          used.insert(one.sources[s].reg.index + row);
        }
      }
    }
    for (const Definition& one : fragment.definitions) used.insert(one.index);
    int index = 0;
    while (used.contains(index)) ++index;
    if (index >= limits_of(fragment.profile).constants) return std::nullopt;
    Source source{.reg = {File::constant, index}};
    if (offset.constant < 0) {
      fragment.definitions.push_back({index, offset.numbers});
      return source;
    }
    std::optional<int> one;
    bool straight = true;
    for (std::size_t c = 0; c < 4; ++c) {
      if ((mask >> c & 1) == 0) continue;
      straight = straight && offset.components[c] == static_cast<int>(c);
      if (one && *one != offset.components[c]) one = -1;
      if (!one) one = offset.components[c];
    }
    if (!straight) {
      if (*one < 0) return std::nullopt;
      source.swizzle = replicate(*one);
      source.letters = 1;
    }
    // What the host gave the vertex program may itself come from the fragment program.
    for (const ConstantCopy& copy : out.copies) {
      if (!copy.to_fragment && copy.vertex == offset.constant) {
        source.reg.index = copy.fragment;
        return source;
      }
    }
    out.copies.push_back({offset.constant, index, true});
    return source;
  }

  static void widen_declaration(Shader& fragment, int coordinate, int mask) {
    for (Declaration& one : fragment.declarations) {
      if (one.reg == Register{File::coordinate, coordinate}) one.mask |= mask;
    }
  }

  // oT# without gaps: those behind move up.
  static void remove_output(Pair& pair, int gone) {
    std::erase_if(pair.vertex.instructions, [&](const Instruction& one) {
      return writes(one) && one.destination.reg == Register{File::coordinate_out, gone};
    });
    std::erase_if(pair.fragment.declarations, [&](const Declaration& one) {
      return one.reg == Register{File::coordinate, gone};
    });
    const auto close = [&](Register& reg, File file) {
      if (reg.file == file && reg.index > gone) --reg.index;
    };
    for (Instruction& one : pair.vertex.instructions) {
      close(one.destination.reg, File::coordinate_out);
    }
    for (Declaration& one : pair.fragment.declarations) close(one.reg, File::coordinate);
    for (Instruction& one : pair.fragment.instructions) {
      for (Source& source : one.sources) close(source.reg, File::coordinate);
    }
    remove_dead(pair.vertex);
  }

  const MoveResult& result_;
  Graph graph_;
  StageValues values_;
  Normalizer forms_;
};

}  // namespace

int move_up(MoveResult& result, const MoveOptions& options) {
  int count = 0;
  while (std::optional<MoveResult> better = Upwards(result).drop_one(options)) {
    result = std::move(*better);
    ++count;
  }
  return count;
}

}  // namespace plumb::shader
