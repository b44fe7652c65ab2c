// plumb/shader/optimal/vertex_code.cpp - writes the interpolants of a cut.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/vertex_code.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "plumb/shader/language/rules.h"
#include "plumb/shader/optimal/invariant_values.h"
#include "plumb/shader/optimal/moved_instructions.h"
#include "plumb/shader/optimal/straight_line.h"
#include "plumb/shader/slots.h"

namespace plumb::shader {
namespace {

constexpr int first_kept = 200;  // temporaries that hold old oT#: 200 + the number

class VertexCode {
 public:
  VertexCode(Analysis& analysis, const Cut& cut)
      : analysis_(analysis), cut_(cut), invariants_(analysis, lines_) {}

  // `as_moved`: by the fragment program's own instructions; else by sums of products.
  std::optional<VertexProgram> write(bool as_moved) {
    try {
      keep_outputs();
      if (as_moved) {
        if (!MovedInstructions(analysis_, cut_, invariants_, inputs_).write()) return std::nullopt;
      } else {
        for (std::size_t k = 0; k < cut_.interpolants.size(); ++k) {
          write_interpolant(static_cast<int>(k));
        }
      }
    } catch (const OutOfRegisters&) {
      return std::nullopt;
    }
    for (std::size_t k = 0; k < cut_.interpolants.size(); ++k) widen(static_cast<int>(k));
    VertexProgram out{analysis_.pair.vertex, {}, {}};
    out.shader.instructions = std::move(lines_);
    merge_moves(out.shader);
    remove_dead(out.shader);
    if (!number_temporaries(out.shader, first_virtual)) return std::nullopt;
    finish_constants(out);
    return out;
  }

 private:
  // Old oT#: M3 where a mov keeps its source, else its writers write a temporary instead (M2).
  void keep_outputs() {
    const std::vector<Instruction>& old = analysis_.pair.vertex.instructions;
    for (std::size_t i = 0; i < old.size(); ++i) {
      Instruction instruction = old[i];
      if (!writes(instruction) || instruction.destination.reg.file != File::coordinate_out) {
        lines_.push_back(std::move(instruction));
        continue;
      }
      const int output = instruction.destination.reg.index;
      const bool kept = keeps_source(old, i);
      for (int c = 0; c < 4; ++c) {
        if ((instruction.destination.mask >> c & 1) == 0) continue;
        const Source& from = instruction.sources[0];
        inputs_[{output, c}] =
            kept ? RegisterComponent{from.reg, from.swizzle[static_cast<std::size_t>(c)],
                                     from.negate}
                 : RegisterComponent{{File::temporary, first_kept + output}, c, false};
      }
      if (kept) continue;
      instruction.destination.reg = {File::temporary, first_kept + output};
      lines_.push_back(std::move(instruction));
    }
    for (const auto& forms : cut_.interpolants) {
      for (const FormId form : forms) {
        if (form >= 0) find_flat(form);
      }
    }
  }

  static bool keeps_source(const std::vector<Instruction>& old, std::size_t at) {
    const Instruction& writer = old[at];
    if (writer.op != Opcode::mov || writer.sources[0].relative) return false;
    const Register& from = writer.sources[0].reg;
    if (from.file != File::temporary) return true;
    return std::none_of(
        old.begin() + static_cast<std::ptrdiff_t>(at) + 1, old.end(),
        [&](const Instruction& later) { return writes(later) && later.destination.reg == from; });
  }

  [[nodiscard]] RegisterComponent input_place(AtomId atom) const {
    const Node& node = analysis_.graph[analysis_.forms.atom(atom).value];
    return inputs_.at({node.index, node.component});
  }

  // Flat interpolants inside a form, also below operations.
  void find_flat(FormId form) {
    const Polynomial polynomial = analysis_.forms.polynomial(form);
    for (const Term& term : polynomial) {
      for (const AtomId atom : term.atoms) {
        const Node node = analysis_.graph[analysis_.forms.atom(atom).value];
        if (node.operation == Operation::interpolant) {
          if (node.variation == Variation::flat) invariants_.flat[atom] = input_place(atom);
          continue;
        }
        for (const Value operand : {node.a, node.b, node.c}) {
          if (operand != no_value) find_flat(analysis_.forms.form_of(operand));
        }
      }
    }
  }

  // Components that need the same kind of instruction are computed together.
  [[nodiscard]] int kind_of(const AffineForm& form) {
    const std::array<FormId, 4> rest{form.rest, -1, -1, -1};
    const bool zero = all_are(rest, 0);
    if (form.products.size() == 1 && all_are({form.products[0].second, -1, -1, -1}, 1)) {
      std::array<FormId, 4> unused{-1, -1, -1, -1};
      return zero || factor_out(rest, unused, unused) ? 0 : 1;
    }
    return zero ? 2 : 3;
  }

  void write_interpolant(int index) {
    const std::array<FormId, 4>& forms = cut_.interpolants[static_cast<std::size_t>(index)];
    std::array<AffineForm, 4> parts;
    std::map<std::pair<std::size_t, int>, int> masks;
    for (std::size_t c = 0; c < 4; ++c) {
      if (forms[c] < 0) continue;
      parts[c] = analysis_.split(forms[c]);
      masks[{parts[c].products.size(), kind_of(parts[c])}] |= 1 << c;
    }
    const Register to{File::coordinate_out, index};
    for (const auto& [key, mask] : masks) {
      const std::size_t count = key.first;
      if (count == 0) {
        invariants_.emit(Opcode::mov, {to, mask}, {invariants_.vector(rests(parts, mask))});
      } else {
        write_products(parts, mask, count, to);
      }
    }
  }

  static std::array<FormId, 4> rests(const std::array<AffineForm, 4>& parts, int mask) {
    std::array<FormId, 4> out{-1, -1, -1, -1};
    for (std::size_t c = 0; c < 4; ++c) {
      if (has_component(mask, c)) out[c] = parts[c].rest;
    }
    return out;
  }

  [[nodiscard]] bool all_are(const std::array<FormId, 4>& forms, double number) const {
    return std::ranges::all_of(forms, [&](FormId form) {
      if (form < 0) return true;
      const Polynomial& p = analysis_.forms.polynomial(form);
      if (number == 0) return p.empty();
      return p.size() == 1 && p[0].atoms.empty() && p[0].factor == number;
    });
  }

  // rest + factor_0 * input_0 + factor_1 * input_1 + ..., vector by vector.
  void write_products(const std::array<AffineForm, 4>& parts, int mask, std::size_t count,
                      const Register& to) {
    Register sum = to;
    for (std::size_t n = 0; n < count; ++n) {
      std::array<std::optional<RegisterComponent>, 4> places;
      std::array<FormId, 4> factors{-1, -1, -1, -1};
      for (std::size_t c = 0; c < 4; ++c) {
        if (!has_component(mask, c)) continue;
        places[c] = input_place(parts[c].products[n].first);
        factors[c] = parts[c].products[n].second;
      }
      const Source input = invariants_.vector(places);
      const Register before = sum;
      sum = n + 1 == count ? to : invariants_.fresh_temporary();
      if (n > 0) {
        const Source so_far{.reg = before};
        if (all_are(factors, 1)) {
          invariants_.emit(Opcode::add, {sum, mask}, {input, so_far});
        } else {
          invariants_.emit(Opcode::mad, {sum, mask}, {input, invariants_.vector(factors), so_far});
        }
      } else {
        write_first(input, factors, rests(parts, mask), {sum, mask});
      }
    }
  }

  void write_first(const Source& input, const std::array<FormId, 4>& factors,
                   const std::array<FormId, 4>& rest, const Destination& to) {
    const bool plain = all_are(factors, 1);
    if (all_are(rest, 0)) {
      if (plain) return invariants_.emit(Opcode::mov, to, {input});
      return invariants_.emit(Opcode::mul, to, {input, invariants_.vector(factors)});
    }
    if (!plain) {
      const Source factor = invariants_.vector(factors);
      return invariants_.emit(Opcode::mad, to, {input, factor, invariants_.vector(rest)});
    }
    std::array<FormId, 4> products{-1, -1, -1, -1};
    std::array<FormId, 4> numbers{-1, -1, -1, -1};
    if (!factor_out(rest, products, numbers)) {
      return invariants_.emit(Opcode::add, to, {input, invariants_.vector(rest)});
    }
    const Source product = invariants_.vector(products);
    if (all_are(numbers, 1)) return invariants_.emit(Opcode::add, to, {input, product});
    invariants_.emit(Opcode::mad, to, {product, invariants_.vector(numbers), input});
  }

  // rest[c] = numbers[c] * products[c]; a 0 takes any product of the others. False where a rest is
  // a sum, or a number that is not 0.
  bool factor_out(const std::array<FormId, 4>& rest, std::array<FormId, 4>& products,
                  std::array<FormId, 4>& numbers) {
    if (analysis_.host_table) return false;  // the host multiplies
    FormId any = -1;
    for (std::size_t c = 0; c < 4; ++c) {
      if (rest[c] < 0) continue;
      const Polynomial polynomial = analysis_.forms.polynomial(rest[c]);
      if (polynomial.empty()) {
        numbers[c] = rest[c];
        continue;
      }
      if (polynomial.size() > 1 || polynomial[0].atoms.empty()) return false;
      products[c] = analysis_.forms.form_of_terms({Term{polynomial[0].atoms, 1}});
      numbers[c] = analysis_.forms.form_of_terms({Term{{}, polynomial[0].factor}});
      any = products[c];
    }
    for (std::size_t c = 0; c < 4; ++c) {
      if (rest[c] >= 0 && products[c] < 0) products[c] = any;
    }
    return any >= 0;
  }

  // The written components of an oT# are a prefix: the first instruction writes what is missing.
  void widen(int index) {
    int mask = 0;
    Instruction* first = nullptr;
    for (Instruction& line : lines_) {
      if (!writes(line) || line.destination.reg != Register{File::coordinate_out, index}) continue;
      if (first == nullptr) first = &line;
      mask |= line.destination.mask;
    }
    if (first == nullptr || is_prefix(mask)) return;
    const int highest = 32 - std::countl_zero(static_cast<unsigned>(mask));
    const int missing = ((1 << highest) - 1) & ~mask;
    const auto known =
        static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(first->destination.mask)));
    const bool parallel = info_of(first->op).shape == Shape::parallel;
    for (Source& source : first->sources) {
      for (std::size_t c = 0; c < 4 && parallel; ++c) {
        if (has_component(missing, c)) source.swizzle[c] = source.swizzle[known];
      }
    }
    first->destination.mask |= missing;
  }

  void finish_constants(VertexProgram& out) {
    std::set<int> read;
    for (const Instruction& one : out.shader.instructions) {
      for (const Source& source : one.sources) {
        if (source.reg.file == File::constant) read.insert(source.reg.index);
      }
    }
    for (const auto& list :
         {invariants_.constants.definitions, invariants_.literal_definitions()}) {
      for (const Definition& one : list) {
        if (read.contains(one.index)) out.shader.definitions.push_back(one);
      }
    }
    for (const HostConstant& one : invariants_.host_constants()) {
      if (read.contains(one.index)) out.host.push_back(one);
    }
    for (const ConstantCopy& copy : invariants_.constants.copies) {
      if (read.contains(copy.vertex)) out.copies.push_back(copy);
    }
  }

  Analysis& analysis_;
  const Cut& cut_;
  std::vector<Instruction> lines_;
  InvariantValues invariants_;
  OldOutputs inputs_;
};

}  // namespace

std::optional<VertexProgram> vertex_code(Analysis& analysis, const Cut& cut) {
  std::optional<VertexProgram> sums = VertexCode(analysis, cut).write(false);
  // The host's numbers have no instructions that could be followed.
  if (analysis.host_table) return sums;
  std::optional<VertexProgram> moved = VertexCode(analysis, cut).write(true);
  const auto slots = [](const VertexProgram& program) {
    return count_slots(program.shader).total();
  };
  const bool shorter =
      moved && broken_rules(moved->shader).empty() && (!sums || slots(*moved) < slots(*sums));
  return shorter ? std::move(moved) : std::move(sums);
}

}  // namespace plumb::shader
