// plumb/shader/optimal/return_to_fragment.cpp - takes steps out of the vertex program, the cheapest
// first.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/return_to_fragment.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "plumb/shader/ir/build.h"
#include "plumb/shader/ir/polynomial.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/optimal/interpolant_edits.h"
#include "plumb/shader/optimal/straight_line.h"
#include "plumb/shader/optimal/straight_line_values.h"

namespace plumb::shader {
namespace {

class ReturnCandidates {
 public:
  explicit ReturnCandidates(const MoveResult& result)
      : result_(result),
        values_(build_values(graph_, result.pair.vertex, plain_leaves(graph_, result.pair.vertex))),
        forms_(graph_) {}

  // The cheapest pair that one step leads to; empty if none is cheaper.
  std::optional<MoveResult> cheapest(const MoveOptions& options) {
    std::optional<MoveResult> best;
    double lowest = cost(result_, options);
    const auto consider = [&](std::optional<MoveResult> changed) {
      if (!changed || cost(*changed, options) >= lowest || !is_legal(changed->pair)) return;
      lowest = cost(*changed, options);
      best = std::move(changed);
    };
    for (int gone = 7; gone >= 0; --gone) {
      const int mask = components_used(result_.pair.fragment, gone);
      if (mask == 0) continue;
      consider(as_constant(gone, mask));
      consider(after_interpolation(gone, mask));
      for (int kept = 0; kept < 8; ++kept) {
        if (kept == gone || components_used(result_.pair.fragment, kept) == 0) continue;
        if (is_centroid(result_.pair.fragment, File::coordinate, kept) !=
            is_centroid(result_.pair.fragment, File::coordinate, gone)) {
          continue;
        }
        for (const Swizzle& swizzle : fragment_swizzles) {
          consider(from_another(gone, kept, swizzle, mask));
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
  static bool is_legal(const Pair& pair) {
    return broken_rules(pair.fragment).empty() && broken_rules(pair.vertex).empty();
  }

  [[nodiscard]] Value output(int coordinate, int c) const {
    return values_.coordinates.at(
        static_cast<std::size_t>(coordinate))[static_cast<std::size_t>(c)];
  }

  // The uniform that the form is; not one that the host computes for the vertex program alone.
  [[nodiscard]] const Node* uniform_in(const Polynomial& form) const {
    if (form.size() != 1 || form[0].factor != 1 || form[0].atoms.size() != 1) return nullptr;
    const Node& node = graph_[forms_.atom(form[0].atoms[0]).value];
    const bool hosted = std::ranges::any_of(result_.host, [&](const HostConstant& one) {
      return !one.of_fragment && one.index == node.index;
    });
    return node.operation == Operation::uniform && !hosted ? &node : nullptr;
  }

  // The operand whose components are these forms. Numbers and constants do not mix in one.
  [[nodiscard]] std::optional<InvariantOperand> invariant_operand(
      const std::array<Polynomial, 4>& forms, int mask) const {
    InvariantOperand out;
    bool numbers = false;
    for (std::size_t c = 0; c < 4; ++c) {
      if (!contains(mask, c)) continue;
      if (forms[c].empty() || (forms[c].size() == 1 && forms[c][0].atoms.empty())) {
        out.numbers[c] = forms[c].empty() ? 0 : static_cast<float>(forms[c][0].factor);
        numbers = true;
        continue;
      }
      const Node* node = uniform_in(forms[c]);
      if (node == nullptr || (out.constant >= 0 && out.constant != node->index)) {
        return std::nullopt;
      }
      out.constant = node->index;
      out.components[c] = node->component;
    }
    if (numbers && out.constant >= 0) return std::nullopt;
    return out;
  }

  std::optional<MoveResult> as_constant(int gone, int mask) {
    std::array<Polynomial, 4> forms;
    for (int c = 0; c < 4; ++c) {
      if (!contains(mask, static_cast<std::size_t>(c))) continue;
      if (output(gone, c) == no_value) return std::nullopt;
      forms[static_cast<std::size_t>(c)] = forms_.polynomial(forms_.form_of(output(gone, c)));
    }
    const std::optional<InvariantOperand> value = invariant_operand(forms, mask);
    if (!value) return std::nullopt;
    MoveResult out = result_;
    const std::optional<Source> constant = constant_for(out, *value, mask);
    if (!constant || !compute_first(out.pair.fragment, gone, mask, Opcode::mov, {*constant})) {
      return std::nullopt;
    }
    remove_output(out.pair, gone);
    return out;
  }

  // oT[gone] = factor * oT[kept] + offset, with the components of oT[kept] in another order.
  std::optional<MoveResult> from_another(int gone, int kept, const Swizzle& swizzle, int mask) {
    std::array<Polynomial, 4> factors;
    std::array<Polynomial, 4> offsets;
    int read = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      if (!contains(mask, c)) continue;
      const Value a = output(gone, static_cast<int>(c));
      const Value b = output(kept, swizzle[c]);
      if (a == no_value || b == no_value || !divide(a, b, factors[c], offsets[c])) {
        return std::nullopt;
      }
      read |= 1 << swizzle[c];
    }
    const std::optional<InvariantOperand> factor = invariant_operand(factors, mask);
    const std::optional<InvariantOperand> offset = invariant_operand(offsets, mask);
    if (!factor || !offset) return std::nullopt;
    MoveResult out = result_;
    Source from{.reg = {File::coordinate, kept}, .swizzle = swizzle};
    std::vector<Source> sources{from};
    const bool scaled = !factor->is(1, mask);
    const bool shifted = !offset->is(0, mask);
    for (const auto& [wanted, operand] : {std::pair(scaled, &*factor), {shifted, &*offset}}) {
      if (!wanted) continue;
      const std::optional<Source> constant = constant_for(out, *operand, mask);
      if (!constant) return std::nullopt;
      sources.push_back(*constant);
    }
    const Opcode op = scaled && shifted ? Opcode::mad
                      : scaled          ? Opcode::mul
                      : shifted         ? Opcode::add
                                        : Opcode::mov;
    if (!compute_first(out.pair.fragment, gone, mask, op, sources)) return std::nullopt;
    widen_declaration(out.pair.fragment, kept, read);
    remove_output(out.pair, gone);
    return out;
  }

  // a = factor * b + offset, factor a number or a product of uniforms, offset the same for all
  // pixels.
  bool divide(Value a, Value b, Polynomial& factor, Polynomial& offset) {
    const Polynomial whole = forms_.polynomial(forms_.form_of(a));
    const Polynomial part = forms_.polynomial(forms_.form_of(b));
    const auto varies = [&](const Term& term) {
      return !std::ranges::all_of(term.atoms, [&](AtomId id) { return forms_.atom(id).uniform; });
    };
    const auto first = std::ranges::find_if(whole, varies);
    const auto of_part = std::ranges::find_if(part, varies);
    if (first == whole.end() || of_part == part.end()) return false;
    Term quotient{first->atoms, first->factor / of_part->factor};
    for (const AtomId id : of_part->atoms) {
      const auto found = std::ranges::find(quotient.atoms, id);
      if (found == quotient.atoms.end()) return false;
      quotient.atoms.erase(found);
    }
    if (varies(quotient)) return false;
    Polynomial rest = whole;
    for (const Term& term : part) {
      Term product{term.atoms, -term.factor * quotient.factor};
      product.atoms.insert(product.atoms.end(), quotient.atoms.begin(), quotient.atoms.end());
      rest.push_back(std::move(product));
    }
    factor = {quotient};
    offset = forms_.polynomial(forms_.form_of_terms(std::move(rest)));
    return std::ranges::none_of(offset, varies);
  }

  // op oT[k], X, c becomes mov oT[k], X, and the fragment program does op.
  std::optional<MoveResult> after_interpolation(int coordinate, int mask) {
    const std::optional<std::size_t> writer = only_writer(coordinate);
    if (!writer) return std::nullopt;
    const Instruction& last = result_.pair.vertex.instructions[*writer];
    if (last.op != Opcode::add && last.op != Opcode::sub && last.op != Opcode::mul &&
        last.op != Opcode::mad) {
      return std::nullopt;
    }
    MoveResult out = result_;
    std::vector<Source> sources;
    std::optional<Source> moving;
    std::size_t which = 0;
    for (std::size_t s = 0; s < last.sources.size(); ++s) {
      std::array<Polynomial, 4> forms;
      for (std::size_t c = 0; c < 4; ++c) {
        const Value value = values_.instructions[*writer].operands[s][c];
        if (contains(mask, c)) forms[c] = forms_.polynomial(forms_.form_of(value));
      }
      const std::optional<InvariantOperand> operand = invariant_operand(forms, mask);
      const std::optional<Source> constant =
          operand ? constant_for(out, *operand, mask) : std::nullopt;
      if (!constant && moving) return std::nullopt;
      if (!constant) moving = last.sources[s];
      if (!constant) which = s;
      sources.push_back(constant ? *constant : Source{.reg = {File::coordinate, coordinate}});
    }
    if (!moving) return std::nullopt;
    std::vector<Instruction>& code = out.pair.vertex.instructions;
    if (const std::optional<std::size_t> maker = maker_for(*writer, which)) {
      code[*maker].destination = last.destination;
      code.erase(code.begin() + static_cast<std::ptrdiff_t>(*writer));
    } else {
      code[*writer].op = Opcode::mov;
      code[*writer].sources = {*moving};
    }
    remove_dead(out.pair.vertex);
    if (!compute_first(out.pair.fragment, coordinate, mask, last.op, sources)) return std::nullopt;
    return out;
  }

  // The instruction that makes all that operand `which` of `reader` reads and nothing else, for it
  // alone: it can write the reader's output itself.
  [[nodiscard]] std::optional<std::size_t> maker_for(std::size_t reader, std::size_t which) const {
    const std::vector<Instruction>& code = result_.pair.vertex.instructions;
    const Instruction& one = code[reader];
    const Source& source = one.sources[which];
    const int maker = values_.instructions[reader].written_by[which][static_cast<std::size_t>(
        std::countr_zero(static_cast<unsigned>(one.destination.mask)))];
    if (maker < 0 || source.negate) return std::nullopt;
    const auto at = static_cast<std::size_t>(maker);
    if (code[at].destination.mask != one.destination.mask) return std::nullopt;
    for (std::size_t c = 0; c < 4; ++c) {
      if (contains(one.destination.mask, c) &&
          (values_.instructions[reader].written_by[which][c] != maker || source.swizzle[c] != c)) {
        return std::nullopt;
      }
    }
    for (std::size_t i = 0; i < code.size(); ++i) {
      for (std::size_t s = 0; s < code[i].sources.size(); ++s) {
        if (i == reader && s == which) continue;
        // A matrix reads more registers than its operand names.
        if (info_of(code[i].op).shape == Shape::matrix &&
            code[i].sources[s].reg.file == File::temporary) {
          return std::nullopt;
        }
        if (std::ranges::find(values_.instructions[i].written_by[s], maker) !=
            values_.instructions[i].written_by[s].end()) {
          return std::nullopt;
        }
      }
    }
    return at;
  }

  [[nodiscard]] std::optional<std::size_t> only_writer(int coordinate) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < result_.pair.vertex.instructions.size(); ++i) {
      const Instruction& one = result_.pair.vertex.instructions[i];
      if (!writes(one) || one.destination.reg != Register{File::coordinate_out, coordinate}) {
        continue;
      }
      if (found) return std::nullopt;
      found = i;
    }
    return found;
  }

  const MoveResult& result_;
  Graph graph_;
  StageValues values_;
  Normalizer forms_;
};

}  // namespace

int return_to_fragment(MoveResult& result, const MoveOptions& options) {
  int count = 0;
  while (std::optional<MoveResult> better = ReturnCandidates(result).cheapest(options)) {
    result = std::move(*better);
    ++count;
  }
  return count;
}

}  // namespace plumb::shader
