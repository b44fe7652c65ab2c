// plumb/application/place.cpp - how expressions and their places appear in messages, with any
// library.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/application/expression.h"

namespace plumb {

void refuse_at(const Place& place, const std::string& why) {
  throw Error(ErrorKind::input,
              fmt::format("{}:{}:{}: {}", place.file, place.line, place.column, why),
              place.text.substr(0, 200));
}

std::string Expression::description() const {
  if (text_.empty()) return fmt::format("{}", constant_);
  std::string text = fmt::format("expression '{}'", text_);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? " with " : ", ", scope_->name(slots_[i]),
                        scope_->value(slots_[i]));
  }
  return text;
}

bool Expression::uses(std::size_t slot) const {
  return std::ranges::find(slots_, slot) != slots_.end();
}

}  // namespace plumb
