// plumb/shader/ir/polynomial.h - values as sums of products, so that equal ones look alike.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "plumb/shader/ir/graph.h"

namespace plumb::shader {

using AtomId = int;
using FormId = int;

// factor * atoms[0] * atoms[1] * ...
struct Term {
  std::vector<AtomId> atoms;  // in order, with repetitions
  double factor = 1;
};
using Polynomial = std::vector<Term>;  // by atoms; no term twice, no factor 0

// What a sum of products cannot look into: an input, a uniform, 1 / x, a texture read.
struct Atom {
  Value value = no_value;  // the first value that was this atom
  bool uniform = false;
  bool interpolated = false;  // a function of the vertex, interpolated
};

// Normal forms of the values of one graph. Two values are equal in exact arithmetic if their forms
// are, up to the rounding of numbers that programs fold: factors within 4 units in the last place
// of a float count as equal, or within 32 (4e-6) when pairs are compared, whose numbers took
// different ways. The converse does not hold: rcp(x * y) and rcp(x) * rcp(y) are different forms.
class Normalizer {
 public:
  // With `vertex_value`, an interpolant or a colour is what the vertex program writes there, and
  // interpolation is linear; else it is an atom.
  explicit Normalizer(const Graph& graph, std::function<Value(const Node&)> vertex_value = {})
      : graph_(graph), vertex_value_(std::move(vertex_value)) {}

  FormId form_of(Value value);
  // The form of these terms, in any order and with repetitions.
  FormId form_of_terms(Polynomial terms);
  [[nodiscard]] const Polynomial& polynomial(FormId form) const {
    return polynomials_[static_cast<std::size_t>(form)];
  }
  [[nodiscard]] const Atom& atom(AtomId id) const { return atoms_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] bool is_uniform(FormId form) const;
  // Whether two forms became one though their factors differ, or a number was folded that float32
  // cannot hold: then equal means equal up to the rounding of numbers.
  [[nodiscard]] bool has_rounded() const { return rounded_ || graph_.has_rounded(); }

 private:
  using AtomKey = std::array<std::int64_t, 7>;
  using FormKey = std::vector<std::int64_t>;

  [[nodiscard]] std::size_t most_terms() const;
  Polynomial expand(Value value);
  static Polynomial product(const Polynomial& a, const Polynomial& b);
  Polynomial interpolated(Value at_vertex, bool centroid);
  static Polynomial single(AtomId atom) { return {Term{{atom}, 1}}; }
  AtomId atom_of(const AtomKey& key, Value value, bool uniform, bool interpolated = false);
  AtomId operation_atom(Value value);
  std::optional<Polynomial> in_vertex_terms(Value value);
  Polynomial applied(Operation operation, FormId a, FormId b, Value value);
  std::optional<float> folded(const Node& node);
  FormId insert(Polynomial polynomial);
  [[nodiscard]] std::int64_t rounded(double factor) const;

  bool rounded_ = false;
  const Graph& graph_;
  std::function<Value(const Node&)> vertex_value_;
  std::map<Value, FormId> known_;
  std::map<AtomKey, AtomId> atom_ids_;
  std::map<FormKey, FormId> form_ids_;
  std::vector<Atom> atoms_;
  std::vector<Polynomial> polynomials_;
};

}  // namespace plumb::shader
