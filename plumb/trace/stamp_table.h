// plumb/trace/stamp_table.h - what is stamped and how, as an instrumented module says it itself.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::trace {

// How the second reading is made to come after the access (paper 002, section 5.1).
enum class Method {
  dependence,   // an instruction that reads the loaded value; its predicate is false at run time
  fence,        // fence.acq_rel.cta
  naive,        // nothing
  paper_fence,  // __threadfence_block(), which today's compiler writes as membar.cta
  paper_dummy   // if (dummy < 0) d = d + 1, evaluated at the access
};

enum class Access { load, atomic, barrier, store, region };

// Where the data is; `generic` where PTX does not say, `none` for barriers and regions.
enum class Space { none, generic, global, shared, local, constant, texture, surface };

struct Stamp {
  std::uint32_t id = 0;
  std::string kernel;  // the function it stands in
  Access access = Access::load;
  Space space = Space::none;
  Method method = Method::dependence;
  bool guarded = false;        // under a predicate
  unsigned registers = 1;      // of 32 bits, that the access writes
  std::string opcode;          // "ld.global.nc.v4.f32"; of a region its name
  std::uint32_t ptx_line = 0;  // in the text before instrumenting
  std::string source;          // "stencil.cu:12"; empty without line information
};

// Where the log's records are: by SM, by warp of the SM, by slot.
struct LogLayout {
  std::uint32_t processors = 160;
  std::uint32_t warps = 64;   // of a processor
  std::uint32_t slots = 256;  // of a warp
};

std::string_view name_of(Method method);
std::string_view name_of(Access access);
std::string_view name_of(Space space);
Method method_from_name(std::string_view name);  // an unknown name is an input error
Access access_from_name(std::string_view name);
Space space_from_name(std::string_view name);

// What an instrumented module says about itself, in its global `plumb_trace_stamps`: so the machine
// code made from it carries all that is needed to check it and to read its log.
struct StampTable {
  LogLayout layout;
  std::vector<Stamp> stamps;
};
std::string to_text(const StampTable& table);
StampTable stamp_table_from_text(std::string_view text);  // an input error when it is none

// Names that an instrumented module adds; a module that has them already is refused.
inline constexpr std::string_view never_name = "plumb_trace_never";   // a constant word, always 0
inline constexpr std::string_view log_name = "plumb_trace_log";       // see log.h
inline constexpr std::string_view table_name = "plumb_trace_stamps";  // the stamp table
inline constexpr std::string_view stamps_file = "plumb.stamps";       // stamps carry its lines

// The lines of `stamps_file` that the readings of a stamp and its access carry into the machine
// code. Far beyond the lines of any source: the assembler leaves out a row of its line table when
// only the file changes and the number of the line does not.
constexpr std::uint32_t unmarked_line = 10'000'000;
constexpr std::uint32_t first_line(std::uint32_t id) { return unmarked_line + 1 + 3 * id; }
constexpr std::uint32_t access_line(std::uint32_t id) { return unmarked_line + 2 + 3 * id; }
constexpr std::uint32_t second_line(std::uint32_t id) { return unmarked_line + 3 + 3 * id; }

}  // namespace plumb::trace
