// cli/shader/subcommands.h - the subcommands of plumb shader, one file each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/frame/commands.h"

namespace plumb::cli {

int shader_slots_command(Words words);
int shader_move_command(Words words);
int shader_check_command(Words words);
int shader_paper_command(Words words);

}  // namespace plumb::cli
