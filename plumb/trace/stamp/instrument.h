// plumb/trace/stamp/instrument.h - stamps around memory accesses, written into PTX.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/ptx/module.h"
#include "plumb/trace/stamp/stage_text.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {

// What to stamp; an empty list chooses all of its kind.
struct Selection {
  std::vector<std::string> kernels;
  std::vector<std::string> lines;  // "12" or "stencil.cu:12"
  std::vector<Space> spaces;
  std::vector<std::string> opcodes;  // "ld.global.nc": the opcode or its beginning up to a dot
  std::vector<Access> accesses{Access::load, Access::region};
};

// Only every n-th block and every n-th warp of a block writes records; 1 for all.
struct Sampling {
  std::uint32_t blocks = 1;
  std::uint32_t warps = 1;
};

struct InstrumentOptions {
  Method method = Method::dependence;
  Selection selection;
  Sampling sampling;
  LogLayout layout;
  std::optional<Staging> staging;     // keep records in shared memory until a warp ends
  std::optional<std::uint32_t> only;  // rotating: of the selected stamps this one alone
};

// An access that was selected but cannot be stamped.
struct Skipped {
  Stamp stamp;
  std::string reason;
};

struct Instrumented {
  std::string ptx;
  std::vector<Stamp> stamps;
  std::vector<Skipped> skipped;
};

// Writes stamps around every selected access. The signatures of kernels stay; the module gains the
// globals of stamp.h. Refused (input): reserved names, a log that would be too large, nothing to
// stamp.
//
// Stores and reductions give nothing back: only a fence of the GPU's scope sees them done, so with
// every method but `naive` their time is the round trip to L2. Barriers hold the warp themselves.
Instrumented instrument(const ptx::Module& module, const InstrumentOptions& options);

// A function that is called and has `exit`; empty for none. There nothing writes out what was kept
// in shared memory, so such a module is refused with staging.
std::string_view function_that_exits(const ptx::Module& module);

// What `options` selects and cannot be stamped, also where nothing else is selected.
std::vector<Skipped> skipped_of(const ptx::Module& module, const InstrumentOptions& options);

// How many stamps `options` selects: the builds of the rotating mode, `only` = 0, 1, ...
std::uint32_t count_stamps(const ptx::Module& module, const InstrumentOptions& options);

}  // namespace plumb::trace
