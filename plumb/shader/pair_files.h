// plumb/shader/pair_files.h - pairs of programs from files, and allocations into a folder.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/allocation.h"
#include "plumb/records/provenance.h"
#include "plumb/shader/move.h"

namespace plumb::shader {

Shader read_shader_file(const std::string& path);

// "VS,PS", or a folder with vs.asm, ps.asm and, as write_allocation makes it, constants.json.
CheckedPair read_pair(const std::string& files);

// The paths that it reads, or would.
std::vector<std::string> files_of_pair(const std::string& files);

// What moved and why the rest stayed, as a record.
Allocation allocation_of(MoveMode mode, const Pair& before, const MoveResult& after,
                         const Provenance& provenance);

// Writes vs.asm, ps.asm, constants.json and moves.json; makes the folder where there is none.
void write_allocation(const std::string& folder, const Allocation& allocation,
                      const MoveResult& result);

}  // namespace plumb::shader
