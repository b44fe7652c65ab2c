// plumb/shader/optimal/invariant_values.cpp - computes invariant scalars once, packs them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/invariant_values.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace plumb::shader {
namespace {

constexpr FormId reserved_form = -2;  // a component that is taken, its value not computed yet

Source read_component(const RegisterComponent& place) {
  return {.reg = place.reg,
          .swizzle = replicate(place.component),
          .negate = place.negate,
          .letters = 1};
}

}  // namespace

InvariantValues::InvariantValues(Analysis& analysis, std::vector<Instruction>& out)
    : constants(analysis.pair.vertex, analysis.pair.fragment), analysis_(analysis), out_(out) {}

// Ports: one c# and one v#; the others are copied whole, once.
void InvariantValues::emit(Opcode op, Destination to, std::vector<Source> sources) {
  for (const File file : {File::constant, File::input}) {
    std::optional<int> first;
    for (Source& source : sources) {
      if (source.reg.file != file) continue;
      if (!first) first = source.reg.index;
      if (source.reg.index == *first) continue;
      const auto key = std::pair(file, source.reg.index);
      if (!copied_.contains(key)) {
        const Register copy = fresh_temporary();
        out_.push_back({.op = Opcode::mov, .destination = {copy}, .sources = {Source{source.reg}}});
        copied_[key] = copy;
      }
      source.reg = copied_[key];
    }
  }
  out_.push_back({.op = op, .destination = to, .sources = std::move(sources)});
}

FormId InvariantValues::form_of_atoms(const std::vector<AtomId>& atoms) {
  return analysis_.forms.form_of_terms({Term{atoms, 1}});
}

// A uniform of the fragment program, or a flat interpolant: there without any code.
std::optional<RegisterComponent> InvariantValues::leaf(FormId form) {
  const Polynomial& polynomial = analysis_.forms.polynomial(form);
  if (polynomial.size() != 1 || polynomial[0].atoms.size() != 1) return std::nullopt;
  if (std::fabs(polynomial[0].factor) != 1) return std::nullopt;
  const AtomId atom = polynomial[0].atoms[0];
  const Node& node = analysis_.graph[analysis_.forms.atom(atom).value];
  RegisterComponent place;
  if (node.operation == Operation::uniform) {
    const std::optional<int> index = constants.copy_of(node.index);
    if (!index) throw OutOfRegisters{};
    place = {{File::constant, *index}, node.component, false};
  } else if (const auto found = flat.find(atom); found != flat.end()) {
    place = found->second;
  } else {
    return std::nullopt;
  }
  if (polynomial[0].factor < 0) place.negate = !place.negate;
  return place;
}

std::optional<RegisterComponent> InvariantValues::find(FormId form, const Register* only) {
  const auto allowed = [&](const Register& reg) { return only == nullptr || reg == *only; };
  if (const std::optional<RegisterComponent> place = leaf(form); place && allowed(place->reg))
    return place;
  for (const Slot& slot : slots_) {
    if (!allowed(slot.reg)) continue;
    for (int c = 0; c < 4; ++c) {
      if (slot.forms[static_cast<std::size_t>(c)] == form)
        return RegisterComponent{slot.reg, c, false};
    }
  }
  if (const std::optional<double> number = analysis_.number_of(form))
    return literal_place(*number, only);
  return std::nullopt;
}

std::optional<RegisterComponent> InvariantValues::literal_place(double number,
                                                                const Register* only) {
  const auto value = static_cast<float>(number);
  for (const Definition& definition : literals_) {
    const Register reg{File::constant, definition.index};
    if (only != nullptr && reg != *only) continue;
    for (int c = 0; c < literal_count_[definition.index]; ++c) {
      if (definition.values[static_cast<std::size_t>(c)] == value)
        return RegisterComponent{reg, c, false};
    }
  }
  return std::nullopt;
}

// Numbers live in constants that the program defines, four to each.
Source InvariantValues::literals(const std::array<FormId, 4>& forms) {
  std::set<float> wanted;
  for (const FormId form : forms) {
    if (form >= 0) wanted.insert(static_cast<float>(*analysis_.number_of(form)));
  }
  Definition* home = nullptr;
  for (Definition& definition : literals_) {
    int missing = 0;
    for (const float value : wanted) {
      const Register reg{File::constant, definition.index};
      if (!literal_place(static_cast<double>(value), &reg)) ++missing;
    }
    if (literal_count_[definition.index] + missing <= 4) {
      home = &definition;
      break;
    }
  }
  if (home == nullptr) {
    const std::optional<int> index = constants.fresh();
    if (!index) throw OutOfRegisters{};
    literals_.push_back({.index = *index});
    home = &literals_.back();
  }
  const Register reg{File::constant, home->index};
  Source source{.reg = reg, .letters = 0};
  std::uint8_t last = 0;
  for (std::size_t p = 0; p < 4; ++p) {
    if (forms[p] >= 0) {
      const double number = *analysis_.number_of(forms[p]);
      std::optional<RegisterComponent> place = literal_place(number, &reg);
      if (!place) {
        int& count = literal_count_[home->index];
        home->values[static_cast<std::size_t>(count)] = static_cast<float>(number);
        place = RegisterComponent{reg, count++, false};
      }
      last = static_cast<std::uint8_t>(place->component);
    }
    source.swizzle[p] = last;
  }
  return source;
}

Source InvariantValues::vector(const std::array<std::optional<RegisterComponent>, 4>& places) {
  std::optional<RegisterComponent> first;
  bool together = true;
  for (const auto& place : places) {
    if (!place) continue;
    if (!first) first = place;
    together = together && place->reg == first->reg && place->negate == first->negate;
  }
  Source source{.reg = first->reg, .negate = first->negate, .letters = 0};
  if (!together) {
    source.reg = fresh_temporary();
    source.negate = false;
  }
  std::uint8_t last = static_cast<std::uint8_t>(first->component);
  for (std::size_t p = 0; p < 4; ++p) {
    if (places[p]) {
      if (!together) {
        emit(Opcode::mov, {source.reg, 1 << p}, {read_component(*places[p])});
      }
      last = static_cast<std::uint8_t>(together ? places[p]->component : static_cast<int>(p));
    }
    source.swizzle[p] = last;
  }
  return source;
}

// The register that has most of the values already and room for the others; null for none.
InvariantValues::Slot* InvariantValues::slot_with_room(std::vector<Slot>& slots,
                                                       const std::array<FormId, 4>& forms) {
  std::set<FormId> wanted;
  for (const FormId form : forms) {
    if (form >= 0) wanted.insert(form);
  }
  Slot* best = nullptr;
  std::size_t most = 0;
  for (Slot& slot : slots) {
    // A form may be there twice: as a part of another one it was computed in between.
    const auto have = static_cast<std::size_t>(std::ranges::count_if(wanted, [&](FormId form) {
      return std::ranges::find(slot.forms, form) != slot.forms.end();
    }));
    const auto room = static_cast<std::size_t>(std::ranges::count(slot.forms, -1));
    if (wanted.size() - have > room) continue;
    if (best == nullptr || have > most) {
      best = &slot;
      most = have;
    }
  }
  return best;
}

// The slot as an operand whose component p is forms[p].
Source InvariantValues::source_of(const Slot& slot, const std::array<FormId, 4>& forms) {
  Source source{.reg = slot.reg, .letters = 0};
  std::uint8_t last = 0;
  for (std::size_t p = 0; p < 4; ++p) {
    if (forms[p] >= 0) {
      last =
          static_cast<std::uint8_t>(std::ranges::find(slot.forms, forms[p]) - slot.forms.begin());
    }
    source.swizzle[p] = last;
  }
  return source;
}

// Constants that the host fills: no code.
Source InvariantValues::hosted(const std::array<FormId, 4>& forms) {
  Slot* slot = slot_with_room(hosted_, forms);
  if (slot == nullptr) {
    const std::optional<int> index = constants.fresh();
    if (!index) throw OutOfRegisters{};
    slot = &hosted_.emplace_back(Slot{{File::constant, *index}});
  }
  for (const FormId form : forms) {
    if (form < 0 || std::ranges::find(slot->forms, form) != slot->forms.end()) continue;
    *std::ranges::find(slot->forms, -1) = form;
  }
  return source_of(*slot, forms);
}

std::vector<HostConstant> InvariantValues::host_constants() {
  std::vector<HostConstant> out;
  for (const Slot& slot : hosted_) {
    for (std::size_t c = 0; c < 4; ++c) {
      if (slot.forms[c] < 0) continue;
      out.push_back(
          {false, slot.reg.index, static_cast<int>(c), analysis_.host_expression(slot.forms[c])});
    }
  }
  return out;
}

Source InvariantValues::vector(const std::array<FormId, 4>& forms) {
  bool numbers = true;
  std::array<std::optional<RegisterComponent>, 4> places;
  bool known = true;
  for (std::size_t p = 0; p < 4; ++p) {
    if (forms[p] < 0) continue;
    numbers = numbers && analysis_.number_of(forms[p]).has_value();
    places[p] = find(forms[p]);
    known = known && places[p].has_value();
  }
  if (numbers) return literals(forms);
  if (known) {  // all in one register already?
    bool together = true;
    std::optional<RegisterComponent> first;
    for (const auto& place : places) {
      if (!place) continue;
      if (!first) first = place;
      together = together && place->reg == first->reg && place->negate == first->negate;
    }
    if (together) return vector(places);
  }
  const auto can_host = [&](FormId form) { return form < 0 || analysis_.is_hosted(form); };
  if (std::ranges::all_of(forms, can_host)) return hosted(forms);
  Slot* room = slot_with_room(slots_, forms);
  if (room == nullptr) room = &slots_.emplace_back(Slot{fresh_temporary()});
  const auto at = static_cast<std::size_t>(room - slots_.data());
  const Register reg = slots_[at].reg;
  std::vector<std::pair<FormId, int>> missing;  // with the component that is reserved_form for it
  for (const FormId form : forms) {
    const auto is_form = [&](const auto& pair) { return pair.first == form; };
    if (form < 0 || std::ranges::find(slots_[at].forms, form) != slots_[at].forms.end() ||
        std::ranges::any_of(missing, is_form)) {
      continue;
    }
    const auto free = std::ranges::find(slots_[at].forms, -1);
    missing.emplace_back(form, static_cast<int>(free - slots_[at].forms.begin()));
    *free = reserved_form;
  }
  for (const auto& [form, component] : missing) {
    const std::optional<RegisterComponent> elsewhere = find(form);
    if (elsewhere) {
      emit(Opcode::mov, {reg, 1 << component}, {read_component(*elsewhere)});
    } else if (analysis_.is_hosted(form)) {
      // Beside a value that only the vertex program has; there may be no vertex code for this one.
      const Source constant = hosted({form, -1, -1, -1});
      emit(Opcode::mov, {reg, 1 << component},
           {read_component({constant.reg, constant.swizzle[0], false})});
    } else {
      compute(form, reg, component);
    }
    slots_[at].forms[static_cast<std::size_t>(component)] = form;
  }
  return source_of(slots_[at], forms);
}

Source InvariantValues::scalar(FormId form) {
  const Polynomial polynomial = analysis_.forms.polynomial(form);
  if (polynomial.size() == 1 && polynomial[0].factor == -1) {
    return negated(scalar(form_of_atoms(polynomial[0].atoms)));
  }
  Source source = vector({form, -1, -1, -1});
  source.swizzle = replicate(source.swizzle[0]);
  source.letters = 1;
  return source;
}

// Sums and products; the operands are packed where there is room.
void InvariantValues::compute(FormId form, Register reg, int component) {
  const Polynomial polynomial = analysis_.forms.polynomial(form);
  const Destination to{reg, 1 << component};
  if (analysis_.number_of(form)) return emit(Opcode::mov, to, {scalar(form)});
  if (polynomial.size() == 1) {
    const Term& term = polynomial[0];
    if (term.factor == 1 && term.atoms.size() == 1) {
      return compute_atom(term.atoms[0], reg, component);
    }
    if (term.factor == 1) {
      const Source first = scalar(form_of_atoms({term.atoms[0]}));
      const Source rest = scalar(form_of_atoms({term.atoms.begin() + 1, term.atoms.end()}));
      return emit(Opcode::mul, to, {first, rest});
    }
    const Source product = scalar(form_of_atoms(term.atoms));
    if (term.factor == -1) return emit(Opcode::mov, to, {negated(product)});
    return emit(Opcode::mul, to, {product, number(term.factor)});
  }
  Polynomial rest = polynomial;
  const Term last = rest.back();
  rest.pop_back();
  const Source sum = scalar(analysis_.forms.form_of_terms(rest));
  const Source product =
      last.atoms.empty() ? number(last.factor) : scalar(form_of_atoms(last.atoms));
  if (last.atoms.empty() || last.factor == 1) return emit(Opcode::add, to, {product, sum});
  if (last.factor == -1) return emit(Opcode::add, to, {negated(product), sum});
  emit(Opcode::mad, to, {product, number(last.factor), sum});
}

void InvariantValues::compute_atom(AtomId atom, Register reg, int component) {
  const Node node = analysis_.graph[analysis_.forms.atom(atom).value];
  std::vector<Source> operands;
  for (const Value operand : {node.a, node.b, node.c}) {
    if (operand != no_value) operands.push_back(scalar(analysis_.forms.form_of(operand)));
  }
  write_operation(*this, node.operation, {reg, 1 << component}, operands);
}

Source InvariantValues::number(double value) {
  return scalar(analysis_.forms.form_of_terms({Term{{}, value}}));
}

}  // namespace plumb::shader
