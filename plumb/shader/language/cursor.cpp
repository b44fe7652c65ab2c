// plumb/shader/language/cursor.cpp - taking and refusing words.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/cursor.h"

#include <fmt/format.h>

namespace plumb::shader {

bool Cursor::accept(std::string_view sign) {
  if (!is(sign)) return false;
  ++at_;
  return true;
}

void Cursor::expect(std::string_view sign) {
  if (!accept(sign)) refuse(fmt::format("expected '{}'{}", sign, found()));
}

const Token& Cursor::word(const char* what) {
  if (at_end() || here().kind != TokenKind::word) {
    refuse(fmt::format("expected {}{}", what, found()));
  }
  return next();
}

void Cursor::refuse(const std::string& message) const { refuse_at(text_, name_, place(), message); }

void Cursor::refuse_last(const std::string& message) {
  if (at_ > 0) --at_;
  refuse(message);
}

void Cursor::refuse_place(Place place, const std::string& message) const {
  refuse_at(text_, name_, place, message);
}

std::string Cursor::found() const {
  return at_end() ? " before the end of the line" : fmt::format(", found '{}'", here().text);
}

Place Cursor::end_place() const {
  Place place = line_->back().place;
  place.column += static_cast<int>(line_->back().text.size());
  return place;
}

}  // namespace plumb::shader
