// plumb/shader/language/rules.h - the rules of each profile: a program that breaks none is legal.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

struct Violation {
  Place place;
  std::string_view rule;  // "swizzle", "constant read port", ...
  std::string message;
};

// How many registers and slots a profile has. Paper 004, section 2.2; Direct3D 9 reference.
struct Limits {
  int temporaries = 12;
  int constants = 96;
  int inputs = 16;         // v#; of a fragment program the two colours
  int coordinates = 8;     // oT#, t#
  int samplers = 0;        // s#
  int constant_reads = 1;  // different c# that one instruction may read
  int slots = 128;
  int arithmetic = 128;
  int texture = 0;
};
Limits limits_of(Profile profile);

// Every broken rule, in the order of the text.
std::vector<Violation> broken_rules(const Shader& shader);

// Those of one instruction by itself: registers, masks, swizzles, modifiers, ports.
void check_instruction(const Shader& shader, const Instruction& instruction,
                       std::vector<Violation>& violations);

// Those of branches, loops and calls: what fits together, how deep and how many.
void check_flow(const Shader& shader, std::vector<Violation>& violations);

// The instructions as they may follow each other, every branch taken, with the bodies of
// subroutines where they are called; the program itself where it is a straight line.
std::vector<const Instruction*> execution_order(const Shader& shader);

// The source swizzles that ps_2_0 has: .xyzw .wzyx .yzxw .zxyw .x .y .z .w.
inline constexpr std::array<Swizzle, 8> fragment_swizzles{{no_swizzle,
                                                           {3, 2, 1, 0},
                                                           {1, 2, 0, 3},
                                                           {2, 0, 1, 3},
                                                           replicate(0),
                                                           replicate(1),
                                                           replicate(2),
                                                           replicate(3)}};
bool is_fragment_swizzle(const Swizzle& swizzle);

// An oT# must be written as .x, .xy, .xyz or .xyzw.
bool is_prefix(int mask);

}  // namespace plumb::shader
