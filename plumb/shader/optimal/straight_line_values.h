// plumb/shader/optimal/straight_line_values.h - which register holds what at which instruction.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "plumb/shader/ir/build.h"

namespace plumb::shader {

// An operand that reads the result of an instruction.
struct Use {
  int instruction = 0;
  std::size_t source = 0;
};

// A register that has the components of a result, perhaps at other places and negated.
struct Holder {
  Register reg = {};
  std::array<int, 4> at{-1, -1, -1, -1};  // by component of the result
  bool negate = false;
};

// The source with another swizzle that reads `wanted` at the positions of `mask`; empty where the
// profile has none.
std::optional<Source> with_swizzle(const Source& source, const Swizzle& wanted, int mask);

// The source read through a second swizzle: position p reads what `source` has at by[p].
std::optional<Source> swizzled(const Source& source, const Swizzle& by, int mask);

// Values and uses of a fragment program that is a straight line without matrices.
class StraightLineValues {
 public:
  explicit StraightLineValues(const Shader& shader);

  [[nodiscard]] int count() const { return static_cast<int>(shader_.instructions.size()); }
  [[nodiscard]] const Instruction& instruction(int number) const {
    return shader_.instructions[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] bool writes_temporary(int number) const;
  [[nodiscard]] const std::vector<Use>& uses(int number) const {
    return uses_[static_cast<std::size_t>(number)];
  }

  // Whether all that the operand reads was made by `writer`.
  [[nodiscard]] bool reads_only(const Use& use, int writer) const;

  // Whether the source has the same values before instruction `to` as before `from`.
  [[nodiscard]] bool keeps(const Source& source, int from, int to) const;

  // Whether the instruction can stand beside `to`: its operands have the same values there, and
  // nothing between reads or writes what it writes.
  [[nodiscard]] bool can_move(int number, int to) const;

  // Registers that hold what `number` makes before it runs.
  [[nodiscard]] std::vector<Holder> holders(int number) const;

  // The operand that reads the holder instead of the result of `number`.
  [[nodiscard]] std::optional<Source> read_instead(int number, const Use& use,
                                                   const Holder& holder) const;

 private:
  using Registers = std::array<Values, 12>;

  [[nodiscard]] int positions(const Use& use) const;
  [[nodiscard]] Value value_in(const Register& reg, int component, int before) const;
  [[nodiscard]] int used_components(int number) const;

  const Shader& shader_;
  Graph graph_;
  StageValues values_;
  std::vector<Registers> before_;  // the temporaries, before each instruction
  std::vector<std::vector<Use>> uses_;
};

}  // namespace plumb::shader
