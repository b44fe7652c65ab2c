// cli/frame/print_error.h - an error as people see it: one line, then its details.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

namespace plumb::cli {

// On standard error. What a file brought into the message does not command the terminal.
void print_error(const std::exception& error);

}  // namespace plumb::cli
