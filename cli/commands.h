// cli/commands.h - the commands of plumb: each takes its words and returns the exit code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command_line.h"

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

// The whole command line as it was typed, quoted for a shell; every record carries it.
void remember_command_line(const std::string& program, Words words);
const std::string& command_line();

}  // namespace plumb::cli
