// plumb/shader/paper/carriers.h - M4 of paper 004: the free outputs that carry moved values.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "plumb/shader/ir/build.h"

namespace plumb::shader {

// One free output R_X and what it carries: per component the moved instruction whose result it is,
// and the register it was in.
struct Carrier {
  int temporary = 0;
  std::array<int, 4> by{-1, -1, -1, -1};
};

// Which outputs carry what when the instructions in `moved` leave the fragment program. Values are
// distinguished by the instruction that made them, not by their register (erratum 7).
class Carriers {
 public:
  // The first free output is `first`.
  Carriers(const Pair& pair, const StageValues& values, const std::vector<bool>& moved, int first);

  [[nodiscard]] const std::vector<Carrier>& all() const { return carriers_; }
  [[nodiscard]] int first() const { return first_; }
  [[nodiscard]] int end() const { return first_ + static_cast<int>(carriers_.size()); }

  // The t# that an operand of what stays reads now; empty: its register, as before.
  [[nodiscard]] std::optional<int> operand(int instruction, std::size_t source) const;

  // What a moved instruction leaves behind where it stood: a mov of these components from t#.
  struct Reload {
    int coordinate = 0;
    int mask = 0;
  };
  [[nodiscard]] std::optional<Reload> reload(int instruction) const;

 private:
  std::array<int, 4> moved_writers(std::size_t number, std::size_t source, int& stays) const;
  void find_reloads();
  void plan();
  int carrier_for(int temporary, const std::array<int, 4>& by);

  const Pair& pair_;
  const StageValues& values_;
  const std::vector<bool>& moved_;
  int first_;
  std::vector<Carrier> carriers_;
  std::map<std::pair<int, std::size_t>, int> operands_;  // instruction, source: t#
  std::map<int, Reload> reloads_;
};

}  // namespace plumb::shader
