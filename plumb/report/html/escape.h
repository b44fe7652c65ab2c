// plumb/report/html/escape.h - foreign text in a page: nothing in it is markup or script.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "plumb/base/json.h"

namespace plumb {

// For the text of an element or a quoted attribute. Control characters are shown as on a terminal,
// so that none reverses or hides what follows.
std::string html_text(std::string_view text);

// The same with its line breaks, for <pre>.
std::string html_text_lines(std::string_view text);

// For <script type="application/json">: no `<`, so that no text ends the element or opens a
// comment. Texts that are not UTF-8 are shown as on a terminal.
std::string script_json(const Json& value);

}  // namespace plumb
