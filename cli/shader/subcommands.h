// cli/shader/subcommands.h - the subcommands of plumb shader, one file each.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/frame/commands.h"

namespace plumb::cli {

int shader_slots_command(Arguments arguments);
int shader_move_command(Arguments arguments);
int shader_check_command(Arguments arguments);
int shader_paper_command(Arguments arguments);

}  // namespace plumb::cli
