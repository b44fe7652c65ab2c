// plumb/records/names.h - enumerations as words: one table per enum, both directions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb {

// `names` holds one word per enumerator, in their order.
template <class Enum, std::size_t n>
std::string name_in(const std::array<std::string_view, n>& names, Enum value) {
  return std::string(names.at(static_cast<std::size_t>(value)));
}

// An unknown word is an input error that names the nearest and lists all.
template <class Enum, std::size_t n>
Enum value_in(const std::array<std::string_view, n>& names, std::string_view name,
              std::string_view what) {
  for (std::size_t i = 0; i < n; ++i) {
    if (names.at(i) == name) return static_cast<Enum>(i);
  }
  const std::vector<std::string> known(names.begin(), names.end());
  throw Error(ErrorKind::input, fmt::format("unknown {} '{}'; known are {}{}", what, name,
                                            fmt::join(known, ", "), did_you_mean(name, known)));
}

// The optional member's word through `from_name`; a refusal says where in the document.
template <class FromName, class Enum>
Enum named_or(const JsonView& view, std::string_view member, FromName from_name, Enum otherwise) {
  if (!view.has(member)) return otherwise;
  const std::string word = view.at(member).text();
  try {
    return from_name(word);
  } catch (const Error& error) {
    view.at(member).refuse(explain(error));
  }
}

}  // namespace plumb
