// plumb/records/named_texts.h - texts by name in a fixed order: settings, labels, definitions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/base/json.h"

namespace plumb {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

// The text of that name; null where there is none.
const std::string* text_named(const NamedTexts& texts, std::string_view name);

// The same with another text under that name; a new name goes to the end.
NamedTexts with_text(NamedTexts texts, std::string_view name, std::string text);

// Whether `texts` has all of `wanted`.
bool has_all(const NamedTexts& texts, const NamedTexts& wanted);

Json json_of(const NamedTexts& texts);  // an object
NamedTexts named_texts_from_json(const JsonView& view);

}  // namespace plumb
