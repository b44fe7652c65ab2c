// cli/frame/commands.h - the commands of plumb: each takes its words and returns the exit code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/frame/command_line.h"

namespace plumb::cli {

int devices_command(Words words);
int himeno_command(Words words);
int list_command(Words words);
int livermore_command(Words words);
int predict_command(Words words);
int probe_command(Words words);
int run_command(Words words);
int shader_command(Words words);
int survey_command(Words words);
int trace_command(Words words);
int tune_command(Words words);

}  // namespace plumb::cli
