// cli/shader_files.h - pairs of programs from files, and allocations into a folder.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/allocation.h"
#include "plumb/report/table.h"
#include "plumb/shader/move.h"

namespace plumb::cli {

shader::Shader shader_from_file(const std::string& path);

// "VS,PS", or a folder with vs.asm, ps.asm and, as `plumb shader move` writes it, constants.json.
shader::CheckedPair pair_from(const std::string& word);

// Moves in the mode "paper" or "optimal".
shader::MoveResult move_in_mode(const std::string& mode, const shader::Pair& pair,
                                const shader::MoveOptions& options);

Allocation allocation_of(const std::string& mode, const shader::Pair& before,
                         const shader::MoveResult& after);

// vs.asm, ps.asm, constants.json, moves.json.
void write_allocation(const std::string& folder, const Allocation& allocation,
                      const shader::MoveResult& result);

// The subcommands of plumb shader, one file each.
int shader_slots_command(std::span<const std::string> words);
int shader_move_command(std::span<const std::string> words);
int shader_check_command(std::span<const std::string> words);
int shader_paper_command(std::span<const std::string> words);

}  // namespace plumb::cli
