// plumb/shader/language/tokens.h - the words of a program's text, comments gone, names replaced.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

enum class TokenKind : std::uint8_t { word, number, sign };

struct Token {
  TokenKind kind = TokenKind::sign;
  std::string text = {};  // words in lower case
  Place place = {};
};

// One statement per line; `text` lies as long as the lines are used.
using Statement = std::vector<Token>;

// Splits the text into statements. `#define NAME words` replaces NAME from there on; what an #if
// leaves out is not read; #line and #pragma have no meaning here; other directives are refused. A
// mark of the byte order in front is skipped.
std::vector<Statement> statements_of(std::string_view text, std::string_view name);

// An input error "name:line:column: message" with the line as its detail.
[[noreturn]] void refuse_at(std::string_view text, std::string_view name, Place place,
                            const std::string& message);

}  // namespace plumb::shader
