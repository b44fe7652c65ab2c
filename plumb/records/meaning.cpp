// plumb/records/meaning.cpp - meanings by name.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/meaning.h"

#include <array>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 4> meaning_names{"own", "chunks", "split", "second_kind"};

}  // namespace

std::string name_of(Meaning meaning) { return name_in(meaning_names, meaning); }
Meaning meaning_from_name(std::string_view name) {
  return value_in<Meaning>(meaning_names, name, "meaning");
}

}  // namespace plumb
