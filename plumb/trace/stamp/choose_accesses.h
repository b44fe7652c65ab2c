// plumb/trace/stamp/choose_accesses.h - which of the accesses of a module are to be stamped.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "plumb/ptx/module.h"
#include "plumb/records/stamp.h"
#include "plumb/trace/stamp/find_accesses.h"

namespace plumb::trace {

// What to stamp; an empty list chooses all of its kind.
struct Selection {
  std::vector<std::string> kernels;
  std::vector<std::string> lines;  // "12" or "stencil.cu:12"
  std::vector<MemorySpace> spaces;
  std::vector<std::string> opcodes;  // "ld.global.nc": the opcode or its beginning up to a dot
  std::vector<AccessKind> accesses{AccessKind::load, AccessKind::region};
};

// Points into the module.
struct ChosenAccesses {
  std::vector<FoundAccess> accesses;   // their stamps are numbered in order
  std::vector<SkippedAccess> skipped;  // selected, but they cannot be stamped
  std::size_t found = 0;               // whether selected or not
  std::set<MemorySpace> left;          // memory with loads that get no stamp
};

ChosenAccesses choose_accesses(const ptx::Module& module, const Selection& selection,
                               StampMethod method);

}  // namespace plumb::trace
