// plumb/records/executed_rounds.h - a program whose loops are expected to take the rounds that were
// executed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/records/program.h"
#include "plumb/records/result.h"

namespace plumb {

// A loop until a condition of a measured program.
struct LoopRounds {
  std::string name;
  std::uint64_t expected = 0;  // as the program says where the loop first stands
  std::uint64_t executed = 0;  // as was measured, the mean of all times that it was entered
};

// The loops of the program that the point was measured with, in their order and by name; those that
// were not entered are left out.
std::vector<LoopRounds> loop_rounds(Program program, const Point& point);

// The program with the executed rounds as the expected ones.
Program with_executed_rounds(Program program, const Point& point);

}  // namespace plumb
