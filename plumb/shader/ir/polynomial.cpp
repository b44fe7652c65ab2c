// plumb/shader/ir/polynomial.cpp - sums and products multiplied out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/ir/polynomial.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace plumb::shader {
namespace {

// A longer sum or product becomes an atom. A search asks for many forms, a proof once for each
// output.
constexpr std::size_t most_terms_of_search = 128;
constexpr std::size_t most_terms_of_proof = 1024;

void tidy(Polynomial& polynomial) {
  std::ranges::sort(polynomial, [](const Term& a, const Term& b) { return a.atoms < b.atoms; });
  Polynomial out;
  for (Term& term : polynomial) {
    if (!out.empty() && out.back().atoms == term.atoms) {
      out.back().factor += term.factor;
    } else {
      out.push_back(std::move(term));
    }
  }
  std::erase_if(out, [](const Term& term) { return term.factor == 0; });
  polynomial = std::move(out);
}

// 1 - x
Polynomial other_of(Polynomial x) {
  for (Term& term : x) term.factor = -term.factor;
  x.push_back({{}, 1});
  tidy(x);
  return x;
}

}  // namespace

std::size_t Normalizer::most_terms() const {
  return vertex_value_ ? most_terms_of_proof : most_terms_of_search;
}

FormId Normalizer::form_of(Value value) {
  if (const auto found = known_.find(value); found != known_.end()) return found->second;
  const FormId form = insert(expand(value));
  known_[value] = form;
  return form;
}

FormId Normalizer::form_of_terms(Polynomial terms) {
  for (Term& term : terms) std::ranges::sort(term.atoms);
  tidy(terms);
  return insert(std::move(terms));
}

// What the finer rounding makes equal, the coarser one does too.
std::int64_t Normalizer::rounded(double factor) const {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(factor));
  return static_cast<std::int64_t>((bits + 16) >> (vertex_value_ ? 5 : 2));
}

FormId Normalizer::insert(Polynomial polynomial) {
  FormKey key;
  for (const Term& term : polynomial) {
    key.push_back(rounded(term.factor));
    key.push_back(-1 - static_cast<std::int64_t>(term.atoms.size()));
    key.insert(key.end(), term.atoms.begin(), term.atoms.end());
  }
  const auto [place, fresh] =
      form_ids_.try_emplace(std::move(key), static_cast<FormId>(polynomials_.size()));
  if (fresh) {
    polynomials_.push_back(std::move(polynomial));
  } else if (!rounded_) {
    rounded_ =
        !std::ranges::equal(polynomial, polynomials_[static_cast<std::size_t>(place->second)], {},
                            &Term::factor, &Term::factor);
  }
  return place->second;
}

bool Normalizer::is_uniform(FormId form) const {
  return std::ranges::all_of(polynomial(form), [&](const Term& term) {
    return std::ranges::all_of(term.atoms, [&](AtomId id) { return atom(id).uniform; });
  });
}

Polynomial Normalizer::expand(Value value) {
  const Node& node = graph_[value];
  switch (node.operation) {
    case Operation::number:
      if (node.number == 0) return {};
      if (!std::isfinite(node.number)) break;
      return {Term{{}, static_cast<double>(node.number)}};
    case Operation::add: {
      Polynomial sum = polynomial(form_of(node.a));
      const Polynomial& more = polynomial(form_of(node.b));
      sum.insert(sum.end(), more.begin(), more.end());
      tidy(sum);
      if (sum.size() <= most_terms()) return sum;
      break;
    }
    case Operation::negate: {
      Polynomial negative = polynomial(form_of(node.a));
      for (Term& term : negative) term.factor = -term.factor;
      return negative;
    }
    case Operation::multiply: {
      const FormId a = form_of(node.a);
      const FormId b = form_of(node.b);
      if (polynomial(a).size() * polynomial(b).size() > most_terms()) break;
      return product(polynomial(a), polynomial(b));
    }
    case Operation::interpolant:
      if (vertex_value_) return interpolated(vertex_value_(node), node.number != 0);
      break;
    default:
      break;
  }
  if (const std::optional<float> number = folded(node)) {
    return *number == 0 ? Polynomial{} : Polynomial{Term{{}, static_cast<double>(*number)}};
  }
  if (vertex_value_) {
    if (std::optional<Polynomial> written = in_vertex_terms(value)) return std::move(*written);
  }
  return single(operation_atom(value));
}

Polynomial Normalizer::applied(Operation operation, FormId a, FormId b, Value value) {
  const bool uniform = is_uniform(a) && (b < 0 || is_uniform(b));
  const AtomKey key{static_cast<std::int64_t>(operation), 0, 0, 0, a, b, -1};
  return single(atom_of(key, value, uniform));
}

// A vertex program writes some operations by others, so that a pair and the pair it became have one
// form: |x| as max(x, -x), x^y as 2^(y log x), a choice as a product with 0 or 1. Which of two
// operands a minimum names first is nothing in exact arithmetic.
std::optional<Polynomial> Normalizer::in_vertex_terms(Value value) {
  const Node node = graph_[value];
  const auto ordered = [&](Operation operation, FormId a, FormId b) {
    return applied(operation, std::min(a, b), std::max(a, b), value);
  };
  switch (node.operation) {
    case Operation::minimum:
    case Operation::maximum:
      return ordered(node.operation, form_of(node.a), form_of(node.b));
    case Operation::absolute: {
      Polynomial negative = polynomial(form_of(node.a));
      for (Term& term : negative) term.factor = -term.factor;
      return ordered(Operation::maximum, form_of(node.a), insert(std::move(negative)));
    }
    case Operation::saturate: {
      const FormId above = insert(ordered(Operation::maximum, form_of(node.a), insert({})));
      return ordered(Operation::minimum, above, insert({Term{{}, 1}}));
    }
    case Operation::power: {
      const Polynomial log = applied(Operation::logarithm, form_of(node.a), -1, value);
      const FormId y = form_of(node.b);
      return applied(Operation::power_of_two, insert(product(log, polynomial(y))), -1, value);
    }
    case Operation::less:
      return other_of(applied(Operation::at_least, form_of(node.a), form_of(node.b), value));
    case Operation::select: {
      const FormId b = form_of(node.b);
      const FormId c = form_of(node.c);
      const Polynomial first = applied(Operation::at_least, form_of(node.a), insert({}), value);
      Polynomial out = product(first, polynomial(b));
      const Polynomial second = product(other_of(first), polynomial(c));
      out.insert(out.end(), second.begin(), second.end());
      tidy(out);
      return out;
    }
    default:
      return std::nullopt;
  }
}

// An operation on numbers that the graph could not fold: they came through an interpolant.
std::optional<float> Normalizer::folded(const Node& node) {
  if (node.a == no_value || node.c != no_value || node.operation == Operation::sample) {
    return std::nullopt;
  }
  const auto number_of = [&](Value value) -> std::optional<float> {
    if (value == no_value) return 0.0F;
    const Polynomial& form = polynomial(form_of(value));
    if (form.empty()) return 0.0F;
    if (form.size() > 1 || !form[0].atoms.empty()) return std::nullopt;
    return static_cast<float>(form[0].factor);
  };
  const std::optional<float> a = number_of(node.a);
  const std::optional<float> b = number_of(node.b);
  if (!a || !b) return std::nullopt;
  const std::optional<float> value = fold(node.operation, *a, *b);
  rounded_ = rounded_ || (value && !is_exact(node.operation, *a, *b, *value));
  return value && std::isfinite(*value) ? value : std::nullopt;
}

Polynomial Normalizer::product(const Polynomial& a, const Polynomial& b) {
  Polynomial out;
  for (const Term& x : a) {
    for (const Term& y : b) {
      Term term{x.atoms, x.factor * y.factor};
      term.atoms.insert(term.atoms.end(), y.atoms.begin(), y.atoms.end());
      std::ranges::sort(term.atoms);
      out.push_back(std::move(term));
    }
  }
  tidy(out);
  return out;
}

// Interpolation is linear: uniform factors leave it, the rest is interpolated product by product.
Polynomial Normalizer::interpolated(Value at_vertex, bool centroid) {
  Polynomial out;
  const Polynomial inside = polynomial(form_of(at_vertex));
  for (const Term& term : inside) {
    Term outside{{}, term.factor};
    std::vector<AtomId> rest;
    for (const AtomId id : term.atoms) (atom(id).uniform ? outside.atoms : rest).push_back(id);
    if (!rest.empty()) {
      const FormId form = insert({Term{rest, 1}});
      const AtomKey key{static_cast<std::int64_t>(Operation::interpolant),
                        form,
                        centroid ? 1 : 0,
                        -1,
                        -1,
                        -1,
                        -1};
      outside.atoms.push_back(atom_of(key, at_vertex, false, true));
    }
    std::ranges::sort(outside.atoms);
    out.push_back(std::move(outside));
  }
  tidy(out);
  return out;
}

AtomId Normalizer::atom_of(const AtomKey& key, Value value, bool uniform, bool interpolated) {
  const auto [place, fresh] = atom_ids_.try_emplace(key, static_cast<AtomId>(atoms_.size()));
  if (fresh) atoms_.push_back({value, uniform, interpolated});
  return place->second;
}

AtomId Normalizer::operation_atom(Value value) {
  const Node node = graph_[value];
  AtomKey key{static_cast<std::int64_t>(node.operation),
              node.index,
              node.component,
              std::bit_cast<std::int32_t>(node.number),
              -1,
              -1,
              -1};
  if (node.operation == Operation::color && vertex_value_) {
    key[1] = -1;  // which colour register it came through does not matter
    key[2] = -1;
    key[4] = form_of(vertex_value_(node));
    return atom_of(key, value, false);
  }
  const bool leaf = node.a == no_value;
  bool uniform = leaf ? node.variation <= Variation::uniform : node.operation != Operation::sample;
  std::size_t at = 4;
  for (const Value operand : {node.a, node.b, node.c}) {
    if (operand != no_value) {
      const FormId form = form_of(operand);
      key[at] = form;
      uniform = uniform && is_uniform(form);
    }
    ++at;
  }
  return atom_of(key, value, uniform);
}

}  // namespace plumb::shader
