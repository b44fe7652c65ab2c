// cli/completion.h - completion of commands, options and workloads by a shell.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/frame/command_line.h"

namespace plumb::cli {

struct CompletedCommand {
  std::string_view name;
  int (*run)(Arguments);
  std::string_view parts;  // "create|verify"; empty: none
};

// The script for "bash" or "zsh" from the options that the commands declare and the parameters of
// the workloads. An unknown shell is an input error that lists the known ones.
std::string completion_script(std::string_view shell, std::span<const CompletedCommand> commands);

// plumb completion SHELL
int completion_command(Arguments arguments, std::span<const CompletedCommand> commands);

}  // namespace plumb::cli
