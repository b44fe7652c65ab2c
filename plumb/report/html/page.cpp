// plumb/report/html/page.cpp - the frame of the page: head, policy, sections, foot.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/page.h"

#include <fmt/format.h>

#include "plumb/report/html/escape.h"
#include "plumb/report/profile_tables.h"
#include "plumb/report/result_tables.h"

namespace plumb {

std::string html_page(const ReportInputs& inputs) {
  std::string body;
  const auto add = [&](const std::vector<Table>& tables) {
    body += fmt::format("<pre>{}</pre>\n", html_text(render(tables, Format::md)));
  };
  for (const ReportedProfile& one : inputs.profiles) add({summary_table(one.profile)});
  for (const ReportedResult& one : inputs.results) add(result_tables(one.result));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<title>{}</title></head>\n<body>\n{}</body></html>\n",
      html_text(inputs.title), body);
}

}  // namespace plumb
