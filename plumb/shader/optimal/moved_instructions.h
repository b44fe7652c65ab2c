// plumb/shader/optimal/moved_instructions.h - vertex code that follows the fragment program's own
// instructions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "plumb/shader/optimal/crossing.h"
#include "plumb/shader/optimal/invariant_values.h"

namespace plumb::shader {

// Where the vertex program has the components of its old oT#.
using OldOutputs = std::map<std::pair<int, int>, RegisterComponent>;

// Appends what the interpolants of a cut need, instruction by instruction as the fragment program
// has it. Products stay factored and vectors stay vectors, where sums of products (vertex_code.cpp)
// multiply out.
class MovedInstructions {
 public:
  MovedInstructions(Analysis& analysis, const Cut& cut, InvariantValues& out,
                    const OldOutputs& inputs);

  // False: an instruction has no vertex code, so this is not a way to write the cut.
  bool write();

 private:
  // A component of an interpolant that an instruction's result fills.
  struct Output {
    int interpolant = 0;
    int component = 0;
    int of_result = 0;
  };

  void find_outputs();
  void find_needed();
  void write_plain_outputs();
  bool write_instruction(int number);
  bool write_directly(const Instruction& one, int number);
  void copy_outputs(int number, const Register& from);
  Register register_for(int number);
  std::optional<Source> operand(int number, std::size_t s, const std::array<int, 4>& positions);
  std::optional<std::vector<Source>> operands(int number, const std::array<int, 4>& positions);

  Analysis& analysis_;
  const Cut& cut_;
  InvariantValues& out_;
  const OldOutputs& inputs_;
  std::vector<int> needed_;                     // components of each instruction
  std::vector<std::array<int, 4>> last_use_;    // the last instruction that reads a component
  std::map<int, std::vector<Output>> outputs_;  // by instruction
  std::vector<std::pair<std::pair<int, int>, Output>> plain_outputs_;  // of old oT#
  std::array<std::array<int, 4>, 12> writer_{};  // of each component of r#, so far
  std::array<Register, 12> now_{};               // where r# is
};

}  // namespace plumb::shader
