// plumb/trace/stamp_table.h - what an instrumented module says about itself: names, lines, stamps.
//
// A stamp is two readings of the clock around one access. Writing stamps (stamp/) and proving them
// (certify/) agree here on how machine code carries them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/records/stamp.h"
#include "plumb/trace/log_layout.h"

namespace plumb::trace {

// A global of an instrumented module: so the machine code made from it carries all that is needed
// to check it and to read its log.
struct StampTable {
  LogLayout layout;
  std::vector<Stamp> stamps;
  // Of these kinds of memory every load has a stamp: machine code with another one is not of this
  // text.
  std::vector<MemorySpace> wholly_stamped = {};
};
std::string to_text(const StampTable& table);
// The same with stamps that lie elsewhere, of a large module more than fit beside its text; those
// of `table` are not asked.
std::string to_text(const StampTable& table, std::span<const Stamp* const> stamps);
StampTable stamp_table_from_text(std::string_view text);  // else an input error

// Names that an instrumented module adds; a module that has them already is refused. They end with
// the number of its text, so that stamped files of one program (nvcc -rdc=true) are linked with a
// log and a table each. Files of the same text, as instances of one template give, have the same
// names: they are weak.
struct StampNames {
  std::string unit;    // the number, in hexadecimal digits
  std::string never;   // a word that is always 0
  std::string log;     // see log_layout.h
  std::string table;   // the stamp table
  std::string window;  // see stamp/window_text.h
  std::string file;    // stamps carry its lines
};
StampNames names_for(std::string_view text);

inline constexpr std::string_view table_prefix = "plumb_trace_stamps_";
inline constexpr std::string_view stamps_prefix = "plumb.stamps.";

// The lines of that file that the readings of a stamp and its access carry into the machine
// code. Far beyond the lines of any source: the assembler leaves out a row of its line table when
// only the file changes and the number of the line does not.
constexpr std::uint32_t program_line = 9'999'999;  // the program's own code, where it has no lines
constexpr std::uint32_t unmarked_line = 10'000'000;  // what stamps consist of besides
constexpr std::uint32_t first_line(std::uint32_t id) { return unmarked_line + 1 + 3 * id; }
constexpr std::uint32_t access_line(std::uint32_t id) { return unmarked_line + 2 + 3 * id; }
constexpr std::uint32_t second_line(std::uint32_t id) { return unmarked_line + 3 + 3 * id; }

}  // namespace plumb::trace
