// plumb/base/printable.h - foreign text on a terminal: nothing in it is a command to the terminal.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plumb {

// Control characters, those of eight bits and those that turn the direction of a line among them,
// and bytes that are not UTF-8 become "\x1b"; line breaks and tabs stay.
std::string printable(std::string_view text);

// The same on one line: line breaks and tabs become blanks.
std::string printable_line(std::string_view text);

}  // namespace plumb
