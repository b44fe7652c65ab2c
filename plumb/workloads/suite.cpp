// plumb/workloads/suite.cpp - reading what was chosen for a suite.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/suite.h"

namespace plumb {

std::string chosen_or(const NamedTexts& chosen, std::string_view name, std::string_view otherwise) {
  const std::string* text = text_named(chosen, name);
  return text != nullptr ? *text : std::string(otherwise);
}

NamedTexts with_others(NamedTexts lists, const NamedTexts& chosen) {
  for (const auto& [name, text] : chosen) {
    if (text_named(lists, name) == nullptr) lists.emplace_back(name, text);
  }
  return lists;
}

}  // namespace plumb
