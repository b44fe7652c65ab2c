// plumb/report/html/escape.cpp - the few characters that mean something to a browser.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/escape.h"

#include <nlohmann/json.hpp>

#include "plumb/base/printable.h"

namespace plumb {
namespace {

// Characters that turn the direction of a line around: a name could show as another one.
bool turns_direction(std::string_view three_bytes) {
  return (three_bytes >= "\xe2\x80\xaa" && three_bytes <= "\xe2\x80\xae") ||
         (three_bytes >= "\xe2\x81\xa6" && three_bytes <= "\xe2\x81\xa9");
}

std::string entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return std::string(1, c);
  }
}

}  // namespace

std::string html_text(std::string_view text) { return html_text_lines(printable_line(text)); }

std::string html_text_lines(std::string_view text) {
  const std::string shown_text = printable(text);
  std::string escaped;
  escaped.reserve(shown_text.size());
  for (std::size_t i = 0; i < shown_text.size(); ++i) {
    if (shown_text[i] == '\xe2' && turns_direction(std::string_view(shown_text).substr(i, 3))) {
      escaped += "\xef\xbf\xbd";  // the replacement character
      i += 2;
      continue;
    }
    escaped += entity_of(shown_text[i]);
  }
  return escaped;
}

std::string script_json(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) escaped += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return escaped;
}

}  // namespace plumb
