// plumb/shader/optimal/invariant_values.h - vertex code for what is the same for every pixel, and
// for vectors of it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "plumb/shader/free_registers.h"
#include "plumb/shader/optimal/analysis.h"
#include "plumb/shader/optimal/vertex_operations.h"

namespace plumb::shader {

// Thrown inside the writer of vertex code when temporaries or constants run out; never leaves it.
struct OutOfRegisters {};

inline constexpr int first_virtual = 100;  // temporaries from here on get their number last

// One component of a register.
struct RegisterComponent {
  Register reg = {};
  int component = 0;
  bool negate = false;
};

// Appends instructions for scalars and vectors; equal values are computed once. Temporaries are
// virtual. Every instruction keeps the port rules: a second c# or v# is copied first.
class InvariantValues : public VertexEmitter {
 public:
  InvariantValues(Analysis& analysis, std::vector<Instruction>& out);

  // An operand whose component p is forms[p]; -1: any. The values must lie in one register: they
  // are brought there, four to a register, where they are not.
  Source vector(const std::array<FormId, 4>& forms);
  // The same of known places.
  Source vector(const std::array<std::optional<RegisterComponent>, 4>& places);

  void emit(Opcode op, Destination to, std::vector<Source> sources) override;
  Register fresh_temporary() override { return {File::temporary, next_virtual_++}; }
  Source number(double value) override;
  [[nodiscard]] Profile profile() const override { return analysis_.pair.vertex.profile; }

  // Where a flat interpolant's value is in the vertex program.
  std::map<AtomId, RegisterComponent> flat;

  FreeConstants constants;

 private:
  struct Slot {
    Register reg;
    std::array<FormId, 4> forms{-1, -1, -1, -1};
  };

  Source scalar(FormId form);
  std::optional<RegisterComponent> find(FormId form, const Register* only = nullptr);
  std::optional<RegisterComponent> leaf(FormId form);
  std::optional<RegisterComponent> literal_place(double number, const Register* only);
  Source literals(const std::array<FormId, 4>& forms);
  void compute(FormId form, Register reg, int component);
  void compute_atom(AtomId atom, Register reg, int component);
  FormId form_of_atoms(const std::vector<AtomId>& atoms);
  static Slot* slot_with_room(std::vector<Slot>& slots, const std::array<FormId, 4>& forms);
  static Source source_of(const Slot& slot, const std::array<FormId, 4>& forms);
  Source hosted(const std::array<FormId, 4>& forms);

  Analysis& analysis_;
  std::vector<Instruction>& out_;
  std::vector<Slot> slots_;
  std::vector<Slot> hosted_;  // constants that the host fills
  std::vector<Definition> literals_;
  std::map<int, int> literal_count_;
  std::map<std::pair<File, int>, Register> copied_;
  int next_virtual_ = first_virtual;

 public:
  // The numbers that the code reads, as definitions.
  [[nodiscard]] std::vector<Definition> literal_definitions() const { return literals_; }
  // What the host must set.
  [[nodiscard]] std::vector<HostConstant> host_constants();
};

}  // namespace plumb::shader
