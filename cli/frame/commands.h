// cli/frame/commands.h - the commands of plumb: each takes its words and returns the exit code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/frame/command_line.h"

namespace plumb::cli {

int artifact_command(Arguments arguments);
int compare_command(Arguments arguments);
int devices_command(Arguments arguments);
int doctor_command(Arguments arguments);
int explain_command(Arguments arguments);
int export_command(Arguments arguments);
int himeno_command(Arguments arguments);
int list_command(Arguments arguments);
int livermore_command(Arguments arguments);
int poisson_command(Arguments arguments);
int predict_command(Arguments arguments);
int probe_command(Arguments arguments);
int report_command(Arguments arguments);
int run_command(Arguments arguments);
int shader_command(Arguments arguments);
int survey_command(Arguments arguments);
int trace_command(Arguments arguments);
int tune_command(Arguments arguments);

}  // namespace plumb::cli
