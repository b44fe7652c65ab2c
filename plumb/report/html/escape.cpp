// plumb/report/html/escape.cpp - the few characters that mean something to a browser.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/escape.h"

#include <nlohmann/json.hpp>

#include "plumb/base/printable.h"

namespace plumb {
namespace {

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
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : printable(text)) escaped += entity_of(c);
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
