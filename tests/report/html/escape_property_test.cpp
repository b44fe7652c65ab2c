// tests/report/html/escape_property_test.cpp - any text comes back from a page as it was shown.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "plumb/base/printable.h"
#include "plumb/report/html/escape.h"

namespace plumb {
namespace {

std::string draw_hostile_text() {
  static const std::vector<std::string> pieces{
      "<",    ">",  "&", "\"", "'",  "</script>", "<!--", "]]>", "a", "µ", "\n",
      "\x1b", "\0", ";", "=",  "\\", "`",         "&lt;", "{{",  "∞", "é", "\xff"};
  std::string text;
  for (const auto& piece :
       *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)))
    text += piece;
  return text;
}

std::string unescaped(std::string text) {
  const std::pair<const char*, const char*> entities[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  for (const auto& [entity, character] : entities) {
    for (std::size_t at = text.find(entity); at != std::string::npos;
         at = text.find(entity, at + 1))
      text.replace(at, std::string(entity).size(), character);
  }
  return text;
}

RC_GTEST_PROP(EscapeProperty, text_means_itself, ()) {
  const std::string text = draw_hostile_text();

  const std::string escaped = html_text(text);

  RC_ASSERT(escaped.find_first_of("<>\"'") == std::string::npos);
  RC_ASSERT(unescaped(escaped) == printable_line(text));
}

RC_GTEST_PROP(EscapeProperty, data_of_a_script_is_the_same_json_without_markup, ()) {
  const Json json = {printable(draw_hostile_text()), 1.5};

  const std::string escaped = script_json(json);

  RC_ASSERT(escaped.find('<') == std::string::npos);
  RC_ASSERT(parse_json(escaped, "data") == json);
}

}  // namespace
}  // namespace plumb
