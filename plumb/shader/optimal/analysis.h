// plumb/shader/optimal/analysis.h - what could move: the affine values of a fragment program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "plumb/shader/ir/build.h"
#include "plumb/shader/ir/polynomial.h"
#include "plumb/shader/move.h"

namespace plumb::shader {

// A value as sum of factor * interpolant plus a rest, all factors the same for every pixel.
struct AffineForm {
  std::vector<std::pair<AtomId, FormId>> products;  // interpolant, its factor
  FormId rest = 0;
};

// How the interpolants of a form are declared.
struct Looked {
  bool varies = false;    // else it is the same for every pixel, wherever that is looked at
  bool centroid = false;  // with _centroid
  bool partial = true;    // all with _pp
};

// A pair and all that is known of its values before any cut is chosen.
class Analysis {
 public:
  // With `host_table`, the host can compute what depends on constants alone.
  explicit Analysis(const Pair& pair, bool host_table = false);
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  const Pair& pair;
  bool host_table;
  Graph graph;
  StageValues vertex;
  StageValues fragment;
  Normalizer forms;
  std::vector<int> needed;    // components of each fragment instruction that reach an output
  std::vector<bool> movable;  // all needed components are affine and the vertex stage can make them
  std::vector<MoveOutcome> outcomes;  // of the fragment instructions; `none` where movable
  std::vector<int> free_constants;    // of the fragment program

  [[nodiscard]] const Instruction& instruction(int number) const {
    return pair.fragment.instructions[static_cast<std::size_t>(number)];
  }
  // The form of raw_value, computed once.
  FormId operand_form(int number, std::size_t source, std::size_t position);

  // Positions, bit 0 is x, that operand `source` needs when only `live` of the result is.
  [[nodiscard]] int positions(int number, std::size_t source, int live) const;

  // The value of the register behind a position of an operand, without the operand's sign.
  [[nodiscard]] Value raw_value(int number, std::size_t source, std::size_t position);

  // The form split by interpolants; `value` must be movable.
  AffineForm split(FormId form);
  bool is_movable(FormId form);
  [[nodiscard]] Looked looked_at(FormId form) const;
  // The number that the form is, if it is one.
  [[nodiscard]] std::optional<double> number_of(FormId form) const;
  // Whether there is a host table and the form can be in it.
  bool is_hosted(FormId form);
  // The form as the host computes it; is_hosted() must hold.
  HostExpression host_expression(FormId form);
  // Invariant is what is the same for every pixel: built of constants, uniforms and flat
  // interpolants.
  [[nodiscard]] bool is_invariant(const Polynomial& polynomial) const;
  [[nodiscard]] bool moves(AtomId atom) const {
    return graph[forms.atom(atom).value].variation == Variation::affine;
  }

 private:
  void find_needed();
  void find_movable();
  MoveOutcome outcome_of(int number);
  bool can_emit(AtomId atom);
  // Words of the host's expression; above the most it may have where there is none.
  int host_size(FormId form);
  int host_size_of(AtomId atom);
  HostExpression host_atom(AtomId atom);

  [[nodiscard]] int read_positions(const Instruction& one, std::size_t source, int live) const;

  std::map<FormId, bool> movable_forms_;
  std::map<FormId, int> host_sizes_;
  std::vector<std::vector<int>> positions_;  // per operand, where they do not depend on the mask
  std::vector<std::vector<std::array<FormId, 4>>> operand_forms_;
};

// Matrix instructions as one dp3 or dp4 per row: the same slots, and every operand is one register.
Shader without_matrices(const Shader& shader);

// Outcomes of the program that was given, from those of the one without matrices: an instruction
// moved if all its rows did, and else has the outcome of the first row that stayed.
std::vector<MoveOutcome> outcomes_of_given(const Shader& given,
                                           const std::vector<MoveOutcome>& rows);

}  // namespace plumb::shader
