// plumb/trace/stamp/register_limits.h - how many registers stamps may take before an SM holds fewer
// blocks.
//
// Registers are given to a kernel, not to a warp: what the stamps of a few blocks need takes room
// from all. Where it is limited the assembler keeps some of them in local memory instead.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "plumb/trace/certify/cubin.h"
#include "plumb/trace/certify/perturbation.h"

namespace plumb::trace {

// Of a thread, by kernel: the most with which as many blocks of `shape` are resident as in
// `original`, the machine code without stamps. Empty where that is not known.
std::map<std::string, unsigned> register_limits(const Cubin& original, const BlockShape& shape);

}  // namespace plumb::trace
