// plumb/shader/optimal/crossing.h - a cut: what stays in the fragment program, what must cross to
// it, and in which interpolants it does.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "plumb/shader/optimal/analysis.h"

namespace plumb::shader {

// Operands that need the same crossing values at the same places.
struct Group {
  std::vector<std::pair<int, std::size_t>> users;  // instruction, operand; none for a mere reload
  // By position of the operand; once it is a reload, by component of the register.
  std::array<FormId, 4> forms{-1, -1, -1, -1};
  std::array<int, 4> writers{-1, -1, -1, -1};
  bool texture = false;          // read as coordinates: no swizzle
  bool coordinate = false;       // the operand is a t#, so a reload needs a scratch register
  Register reg = {};             // the operand's register
  Swizzle swizzle = no_swizzle;  // the operand's

  // Decided by the layout.
  bool reload = false;  // a mov brings it into the register before the first user
  int interpolant = -1;
  Swizzle read = no_swizzle;  // of the interpolant or the constant
  int constant = -1;          // it is a constant of the fragment program: nothing crosses
};

// The same values, to be brought into the register by a mov.
Group as_reload(const Group& group);

// A constant of the fragment program that it did not have: numbers, or what the host computes.
struct NewConstant {
  int index = 0;
  std::array<FormId, 4> forms{-1, -1, -1, -1};
};

struct Cut {
  std::vector<int> live;  // components of each fragment instruction that are computed; 0: gone
  std::vector<Group> groups;
  std::vector<std::array<FormId, 4>> interpolants;  // what each carries; -1 for nothing
  std::vector<NewConstant> constants;
  int fragment_slots = 0;
  int texture_places = 0;  // coordinates that cross whole and differ in x or y: no two share a t#
  int mixed_groups = 0;    // what crosses to a register of which another part stays: loaded
};

// What stays and crosses when the instructions with `stay` set are computed by the fragment program
// though they could move. No layout yet: `fragment_slots` has no reloads.
Cut find_crossing(Analysis& analysis, const std::vector<bool>& stay);

struct LayoutResult {
  bool fits = false;
  bool exact = false;  // no layout of this cut has fewer loads, or none fits
};
// Places the groups in at most `interpolants` registers and counts the loads. A layout with more
// than `most_loads` does not fit.
LayoutResult lay_out(Analysis& analysis, Cut& cut, int interpolants, int most_loads);

}  // namespace plumb::shader
