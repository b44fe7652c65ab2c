// plumb/shader/optimal/analysis.cpp - finds needed components and movable instructions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/analysis.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plumb/shader/free_registers.h"
#include "plumb/shader/optimal/vertex_operations.h"

namespace plumb::shader {
namespace {

// A longer expression of the host is not worth a constant: it is a file that nobody reads.
constexpr int most_host_words = 256;

// An interpolant that is the same at all corners is flat.
Leaves fragment_leaves(Graph& graph, const Pair& pair, const StageValues& vertex) {
  Leaves leaves = plain_leaves(graph, pair.fragment);
  leaves.interpolant = [&graph, &vertex, &pair](int index, int c) {
    const Value value =
        vertex.coordinates.at(static_cast<std::size_t>(index))[static_cast<std::size_t>(c)];
    const bool flat = value != no_value && graph[value].variation <= Variation::uniform;
    return graph.interpolant(index, c, flat ? Variation::flat : Variation::affine,
                             !flat && is_centroid(pair.fragment, File::coordinate, index));
  };
  return leaves;
}

}  // namespace

Analysis::Analysis(const Pair& given, bool with_host_table)
    : pair(given),
      host_table(with_host_table),
      vertex(build_values(graph, pair.vertex, plain_leaves(graph, pair.vertex))),
      fragment(build_values(graph, pair.fragment, fragment_leaves(graph, pair, vertex))),
      forms(graph),
      free_constants(unused_constants(given.fragment)) {
  for (const Instruction& one : pair.fragment.instructions) {
    std::vector<int>& read = positions_.emplace_back();
    for (std::size_t s = 0; s < one.sources.size(); ++s) {
      read.push_back(read_positions(one, s, one.destination.mask));
    }
    operand_forms_.emplace_back(one.sources.size(), std::array<FormId, 4>{-1, -1, -1, -1});
  }
  find_needed();
  find_movable();
}

int Analysis::positions(int number, std::size_t source, int live) const {
  const Instruction& one = instruction(number);
  const Shape shape = info_of(one.op).shape;
  if (shape == Shape::parallel) return live;
  if (shape != Shape::special) return positions_[static_cast<std::size_t>(number)][source];
  return read_positions(one, source, live);
}

int Analysis::read_positions(const Instruction& one, std::size_t source, int live) const {
  Instruction narrowed = one;
  narrowed.destination.mask = live;
  narrowed.sources[source].swizzle = no_swizzle;
  return components_read(pair.fragment, narrowed, source);
}

FormId Analysis::operand_form(int number, std::size_t source, std::size_t position) {
  FormId& form = operand_forms_[static_cast<std::size_t>(number)][source][position];
  if (form < 0) form = forms.form_of(raw_value(number, source, position));
  return form;
}

Value Analysis::raw_value(int number, std::size_t source, std::size_t position) {
  const Value value =
      fragment.instructions[static_cast<std::size_t>(number)].operands[source][position];
  return instruction(number).sources[source].negate ? graph.negate(value) : value;
}

// Backwards from outputs and kills.
void Analysis::find_needed() {
  const std::vector<Instruction>& all = pair.fragment.instructions;
  needed.assign(all.size(), 0);
  for (std::size_t i = all.size(); i-- > 0;) {
    const File to = all[i].destination.reg.file;
    if (all[i].op == Opcode::texkill || to == File::target || to == File::depth) {
      needed[i] = all[i].op == Opcode::texkill ? 15 : all[i].destination.mask;
    }
    if (needed[i] == 0) continue;
    for (std::size_t s = 0; s < all[i].sources.size(); ++s) {
      if (all[i].sources[s].reg.file != File::temporary) continue;
      const int read = positions(static_cast<int>(i), s, needed[i]);
      for (std::size_t p = 0; p < 4; ++p) {
        const int by = fragment.instructions[i].written_by[s][p];
        if ((read >> p & 1) != 0 && by >= 0) {
          needed[static_cast<std::size_t>(by)] |= 1 << all[i].sources[s].swizzle[p];
        }
      }
    }
  }
}

void Analysis::find_movable() {
  for (std::size_t i = 0; i < pair.fragment.instructions.size(); ++i) {
    outcomes.push_back(outcome_of(static_cast<int>(i)));
    movable.push_back(outcomes.back().condition == Condition::none);
  }
}

MoveOutcome Analysis::outcome_of(int number) {
  const Instruction& one = instruction(number);
  const auto at = static_cast<std::size_t>(number);
  if (needed[at] == 0) return {Condition::dead, "nothing needs its result"};
  if (is_texture(one.op)) {
    return {Condition::c1,
            fmt::format("{} exists in fragment programs only", info_of(one.op).name)};
  }
  if (one.destination.reg.file != File::temporary) {
    return {Condition::c2,
            fmt::format("{} exists in fragment programs only", name_of(one.destination.reg))};
  }
  bool all = true;
  for (std::size_t c = 0; c < 4; ++c) {
    if ((needed[at] >> c & 1) == 0) continue;
    all = all && is_movable(forms.form_of(fragment.instructions[at].results[c]));
  }
  if (all) return {};
  for (std::size_t s = 0; s < one.sources.size(); ++s) {
    const int read = positions(number, s, needed[at]);
    for (std::size_t p = 0; p < 4; ++p) {
      const int by = fragment.instructions[at].written_by[s][p];
      if ((read >> p & 1) == 0 || by < 0 || movable[static_cast<std::size_t>(by)]) continue;
      MoveOutcome outcome{Condition::c4, "needs the result of an instruction that stays", {by}};
      const std::vector<int>& more = outcomes[static_cast<std::size_t>(by)].chain;
      outcome.chain.insert(outcome.chain.end(), more.begin(), more.end());
      return outcome;
    }
  }
  return {Condition::c3,
          "not an affine function of interpolated values that a vertex program can make"};
}

bool Analysis::is_invariant(const Polynomial& polynomial) const {
  return std::ranges::all_of(polynomial, [&](const Term& term) {
    return std::ranges::all_of(term.atoms, [&](AtomId id) {
      return graph[forms.atom(id).value].variation <= Variation::flat;
    });
  });
}

bool Analysis::is_movable(FormId form) {
  if (const auto known = movable_forms_.find(form); known != movable_forms_.end()) {
    return known->second;
  }
  bool good = true;
  bool centre = false;
  bool centroid = false;
  const Polynomial polynomial = forms.polynomial(form);
  for (const Term& term : polynomial) {
    int moving = 0;
    for (const AtomId id : term.atoms) {
      if (moves(id)) {
        ++moving;
        const Node& node = graph[forms.atom(id).value];
        good = good && node.operation == Operation::interpolant;
        (node.number != 0 ? centroid : centre) = true;
      } else {
        good = good && can_emit(id);
      }
    }
    good = good && moving <= 1;
  }
  good = good && !(centre && centroid);  // one interpolant is looked at in one place
  movable_forms_[form] = good;
  return good;
}

// Whether vertex code can make the atom: an invariant leaf, or an operation of its table.
bool Analysis::can_emit(AtomId id) {
  const Node node = graph[forms.atom(id).value];
  if (node.variation > Variation::flat) return false;
  // As a form of its own it is one word longer.
  if (host_size_of(id) < most_host_words) return true;
  if (node.operation == Operation::uniform || node.operation == Operation::interpolant) return true;
  if (!vertex_computes(node.operation)) return false;
  for (const Value operand : {node.a, node.b, node.c}) {
    if (operand == no_value) continue;
    const FormId form = forms.form_of(operand);
    if (!is_invariant(forms.polynomial(form)) || !is_movable(form)) return false;
  }
  return true;
}

Looked Analysis::looked_at(FormId form) const {
  Looked out;
  for (const Term& term : forms.polynomial(form)) {
    for (const AtomId id : term.atoms) {
      if (!moves(id)) continue;
      const Node& node = graph[forms.atom(id).value];
      const Declaration* declared = declaration_of(pair.fragment, {File::coordinate, node.index});
      out.varies = true;
      out.centroid = out.centroid || node.number != 0;
      out.partial = out.partial && declared != nullptr && declared->partial;
    }
  }
  return out;
}

std::optional<double> Analysis::number_of(FormId form) const {
  const Polynomial& polynomial = forms.polynomial(form);
  if (polynomial.empty()) return 0;
  if (polynomial.size() == 1 && polynomial[0].atoms.empty()) return polynomial[0].factor;
  return std::nullopt;
}

bool Analysis::is_hosted(FormId form) { return host_table && host_size(form) <= most_host_words; }

int Analysis::host_size(FormId form) {
  if (const auto known = host_sizes_.find(form); known != host_sizes_.end()) return known->second;
  int size = 0;
  const Polynomial polynomial = forms.polynomial(form);
  for (const Term& term : polynomial) {
    ++size;
    for (const AtomId id : term.atoms)
      size = std::min(size + host_size_of(id), most_host_words + 1);
  }
  host_sizes_[form] = size;
  return size;
}

int Analysis::host_size_of(AtomId id) {
  if (!host_table || !forms.atom(id).uniform) return most_host_words + 1;
  const Node node = graph[forms.atom(id).value];
  if (node.operation == Operation::uniform) return 1;
  if (!host_computes(node.operation)) return most_host_words + 1;
  int size = 1;
  for (const Value operand : {node.a, node.b, node.c}) {
    if (operand != no_value) size += host_size(forms.form_of(operand));
  }
  return size;
}

HostExpression Analysis::host_atom(AtomId id) {
  const Node node = graph[forms.atom(id).value];
  HostExpression out{.operation = node.operation, .index = node.index, .component = node.component};
  if (node.operation == Operation::uniform) return out;
  for (const Value operand : {node.a, node.b, node.c}) {
    if (operand != no_value) out.operands.push_back(host_expression(forms.form_of(operand)));
  }
  return out;
}

// A sum of products, from the first term on.
HostExpression Analysis::host_expression(FormId form) {
  const auto number = [](double value) {
    return HostExpression{.operation = Operation::number, .number = static_cast<float>(value)};
  };
  if (const std::optional<double> constant = number_of(form)) return number(*constant);
  HostExpression sum{.operation = Operation::add};
  const Polynomial polynomial = forms.polynomial(form);
  for (const Term& term : polynomial) {
    HostExpression product{.operation = Operation::multiply};
    for (const AtomId id : term.atoms) product.operands.push_back(host_atom(id));
    if (product.operands.empty() || (term.factor != 1 && term.factor != -1)) {
      product.operands.push_back(number(term.factor));
    }
    HostExpression value =
        product.operands.size() == 1 ? std::move(product.operands[0]) : std::move(product);
    if (term.factor == -1 && !term.atoms.empty()) {
      value = HostExpression{.operation = Operation::negate, .operands = {std::move(value)}};
    }
    sum.operands.push_back(std::move(value));
  }
  return sum.operands.size() == 1 ? HostExpression(sum.operands[0]) : sum;
}

AffineForm Analysis::split(FormId form) {
  std::map<AtomId, Polynomial> factors;
  Polynomial rest;
  const Polynomial polynomial = forms.polynomial(form);
  for (const Term& term : polynomial) {
    Term factor{{}, term.factor};
    AtomId moving = -1;
    for (const AtomId id : term.atoms) {
      if (moves(id)) {
        moving = id;
      } else {
        factor.atoms.push_back(id);
      }
    }
    (moving < 0 ? rest : factors[moving]).push_back(std::move(factor));
  }
  AffineForm out{.products = {}, .rest = forms.form_of_terms(std::move(rest))};
  for (auto& [atom, terms] : factors) {
    out.products.emplace_back(atom, forms.form_of_terms(std::move(terms)));
  }
  return out;
}

Shader without_matrices(const Shader& shader) {
  Shader out = shader;
  out.instructions.clear();
  for (const Instruction& instruction : shader.instructions) {
    const OpcodeInfo& info = info_of(instruction.op);
    if (info.shape != Shape::matrix) {
      out.instructions.push_back(instruction);
      continue;
    }
    for (int row = 0; row < info.rows; ++row) {
      Instruction dot = instruction;
      dot.op = info.columns == 3 ? Opcode::dp3 : Opcode::dp4;
      dot.destination.mask = 1 << row;
      dot.sources[1].reg = row_of(instruction.sources[1], row);
      out.instructions.push_back(std::move(dot));
    }
  }
  return out;
}

std::vector<MoveOutcome> outcomes_of_given(const Shader& given,
                                           const std::vector<MoveOutcome>& rows) {
  // Links may lead forward: all rows have their instruction before any link is followed.
  std::vector<int> origin;
  std::vector<int> counts;
  for (std::size_t i = 0; i < given.instructions.size(); ++i) {
    const OpcodeInfo& info = info_of(given.instructions[i].op);
    counts.push_back(info.shape == Shape::matrix ? info.rows : 1);
    origin.insert(origin.end(), static_cast<std::size_t>(counts.back()), static_cast<int>(i));
  }
  std::vector<MoveOutcome> out;
  std::size_t at = 0;
  for (const int count : counts) {
    MoveOutcome outcome = rows[at];
    for (int row = 0; row < count; ++row, ++at) {
      if (outcome.condition == Condition::none) outcome = rows[at];
    }
    for (int& link : outcome.chain) link = origin[static_cast<std::size_t>(link)];
    out.push_back(std::move(outcome));
  }
  return out;
}

}  // namespace plumb::shader
