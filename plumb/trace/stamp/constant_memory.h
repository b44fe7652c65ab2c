// plumb/trace/stamp/constant_memory.h - whether a module leaves room in constant memory.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/ptx/module.h"

namespace plumb::trace {

// A module has 64 KiB of constants; true where those that it declares leave no room for what
// stamps add. Alignment is counted at its most, so a module that is nearly full counts as full.
bool constant_memory_is_full(const ptx::Module& module);

}  // namespace plumb::trace
