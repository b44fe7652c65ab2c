// plumb/trace/stamp/instrument.h - stamps around memory accesses, written into PTX.
//
// This is the main header of the room that writes stamps. It needs PTX with 64-bit addresses, no
// assembler and no GPU:
//
//   const ptx::Module module = ptx::parse_module(read_text_file("in.ptx"), "in.ptx");
//   InstrumentOptions options;
//   options.selection.kernels = {"blur"};  // every load and marked region of it
//   const Instrumented made = instrument(module, options);
//   write_whole("out.ptx", made.ptx);
//
// prepared_module.h makes several builds of one module and proves each; prepared_program.h does so
// for all kernels of a Program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/ptx/module.h"
#include "plumb/ptx/print.h"
#include "plumb/records/stamp.h"
#include "plumb/trace/log_layout.h"
#include "plumb/trace/stamp/choose_accesses.h"
#include "plumb/trace/stamp/draw_text.h"
#include "plumb/trace/stamp/stage_text.h"

namespace plumb::trace {

struct InstrumentOptions {
  StampMethod method = StampMethod::dependence;
  Selection selection;
  Sampling sampling;
  LogLayout layout;
  std::optional<Staging> staging;     // keep records in shared memory until a warp ends
  std::optional<std::uint32_t> only;  // rotating: of the selected stamps this one alone
  // Of kernels whose warps are not all stamped, by name: registers that a thread may have.
  std::map<std::string, unsigned> most_registers = {};
};

struct Instrumented {
  std::string ptx;
  std::string log;     // the global that the records go to
  std::string window;  // that of the ends of a window of time; empty: there is none
  std::vector<Stamp> stamps;
  std::vector<SkippedAccess> skipped;
};

// Writes stamps around every selected access. The signatures of kernels stay; the module gains the
// globals of stamp_table.h. Refused (input): reserved names, a log that would be too large, nothing
// to stamp.
//
// Stores and reductions give nothing back: only a fence of the GPU's scope sees them done, so with
// every method but `naive` their time is the round trip to L2. Barriers hold the warp themselves.
Instrumented instrument(const ptx::Module& module, const InstrumentOptions& options);

// The same with accesses of this module that were chosen before, for several builds: the method and
// the selection of `options` are those that they were chosen with. Where there is a `sink` it
// receives the text, piece by piece, and none is kept.
Instrumented instrument(const ptx::Module& module, const ChosenAccesses& chosen,
                        const InstrumentOptions& options, const ptx::PieceSink& sink = {});

// A function that is called and has `exit`; empty for none. There nothing writes out what was kept
// in shared memory, so such a module is refused with staging.
std::string_view function_that_exits(const ptx::Module& module);

}  // namespace plumb::trace
