// plumb/records/named_texts.cpp - looking up texts by name; as a JSON object.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/named_texts.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace plumb {

const std::string* text_named(const NamedTexts& texts, std::string_view name) {
  const auto found = std::ranges::find(texts, name, &NamedTexts::value_type::first);
  return found == texts.end() ? nullptr : &found->second;
}

NamedTexts with_text(NamedTexts texts, std::string_view name, std::string text) {
  const auto found = std::ranges::find(texts, name, &NamedTexts::value_type::first);
  if (found == texts.end()) {
    texts.emplace_back(name, std::move(text));
  } else {
    found->second = std::move(text);
  }
  return texts;
}

bool has_all(const NamedTexts& texts, const NamedTexts& wanted) {
  return std::ranges::all_of(wanted, [&](const auto& pair) {
    const std::string* text = text_named(texts, pair.first);
    return text != nullptr && *text == pair.second;
  });
}

Json json_of(const NamedTexts& texts) {
  Json json = Json::object();
  for (const auto& [name, text] : texts) json[name] = text;
  return json;
}

NamedTexts named_texts_from_json(const JsonView& view) {
  NamedTexts texts;
  for (const std::string& name : view.member_names())
    texts.emplace_back(name, view.at(name).text());
  return texts;
}

}  // namespace plumb
