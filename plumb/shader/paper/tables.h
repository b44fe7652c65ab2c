// plumb/shader/paper/tables.h - tables 6, 7 and 8 of paper 004 and the programs behind them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "plumb/shader/move.h"

namespace plumb::shader {

// One row. The files lie in docs/shaders/ikeda2005; -1: the paper has no number there.
struct PaperProgram {
  int table = 0;
  std::string_view name;
  std::string_view vertex;
  std::string_view fragment;  // empty: the paper's program has none
  int vertex_before = -1;     // V0
  int fragment_before = -1;   // P0
  int vertex_after = -1;      // V
  int fragment_after = -1;    // P
};

std::span<const PaperProgram> paper_programs();

// What our programs need, in slots.
struct PaperRow {
  Slots vertex;
  Slots fragment;
  Slots paper_vertex;  // by the paper's method
  Slots paper_fragment;
  Slots best_vertex;  // by the best cut
  Slots best_fragment;
  std::string without_gain;  // of the paper's method
};

// `text_of` gives the text of a file of docs/shaders/ikeda2005.
Pair paper_pair(const PaperProgram& program,
                const std::function<std::string(std::string_view)>& text_of);
PaperRow measure(const PaperProgram& program,
                 const std::function<std::string(std::string_view)>& text_of);

}  // namespace plumb::shader
