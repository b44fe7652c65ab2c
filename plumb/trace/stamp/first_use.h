// plumb/trace/stamp/first_use.h - where a kernel first uses what it loaded.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "plumb/ptx/module.h"
#include "plumb/trace/stamp/find_accesses.h"

namespace plumb::trace {

// Finds for each load the one place behind it where its value is first used, and notes it in
// `first_use`; else `why_not` says why there is none. That place is an instruction that the load
// dominates: in its block, or in one that only leads on from there. A copy is followed to what uses
// the copy; where nothing in its block does, the value goes on to other code, such as the next
// iteration of a loop, and the copy counts as the use.
void find_first_uses(const ptx::Module& module, std::span<FoundAccess> accesses);

}  // namespace plumb::trace
