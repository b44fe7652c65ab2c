// plumb/shader/language/operands.h - registers, masks and swizzles from the words of a statement.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "plumb/shader/language/cursor.h"
#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// A register as it stands, with its index: c[4], c[a0.x + NAME + 1], c2[aL].
struct RegisterWords {
  Register reg = {};
  Place place = {};
  bool relative = false;
  int address = 0;
};
RegisterWords read_register(Cursor& cursor);

// ".xy"; all four where there is none.
int read_mask(Cursor& cursor);

Destination read_destination(Cursor& cursor);
Source read_source(Cursor& cursor);

// The number in the digits of a word that was just taken: of a register, of a usage.
int read_index(Cursor& cursor, std::string_view digits);

}  // namespace plumb::shader
