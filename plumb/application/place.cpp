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

const Expression::Written& Expression::written() const {
  static const Written nowhere;
  return written_ == nullptr ? nowhere : *written_;
}

void Expression::set_place(const Place& place) {
  if (written_ == nullptr) written_ = std::make_unique<Written>();
  written_->place = place;
}

std::string Expression::description() const {
  const auto& [text, slots, scope, place] = written();
  if (text.empty()) return fmt::format("{}", constant_);
  std::string described = fmt::format("expression '{}'", text);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    described += fmt::format("{}{} = {}", i == 0 ? " with " : ", ", scope->name(slots[i]),
                             scope->value(slots[i]));
  }
  return described;
}

bool Expression::uses(std::size_t slot) const {
  return std::ranges::find(slots(), slot) != slots().end();
}

}  // namespace plumb
