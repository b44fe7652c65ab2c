// plumb/report/html/page.cpp - the frame of the page: head, policy, sections, foot.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/page.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/report/html/bundle.h"
#include "plumb/report/html/escape.h"
#include "plumb/report/html/fit_page.h"
#include "plumb/report/html/sections.h"

namespace plumb {
namespace {

unsigned digit_value(char digit) {
  return static_cast<unsigned>(digit >= 'a' ? digit - 'a' + 10 : digit - '0');
}

// Hexadecimal digits as the Base64 that a policy wants.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  unsigned bits = 0, held = 0;
  for (const char digit : hex) {
    held = (held << 4U) | digit_value(digit);
    bits += 4;
    if (bits < 6) continue;
    bits -= 6;
    text += letters[(held >> bits) & 63U];
    held &= (1U << bits) - 1;
  }
  if (bits > 0) text += letters[(held << (6 - bits)) & 63U];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

// Nothing is loaded, and nothing but the style and script of this program runs.
std::string policy(bool drawn) {
  return fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; {}img-src data:; base-uri 'none'; form-action "
      "'none'",
      base64_of_hex(embedded::report_style_sha256()),
      drawn
          ? fmt::format("script-src 'sha256-{}'; ", base64_of_hex(embedded::report_script_sha256()))
          : "");
}

std::vector<Section> all_sections(const ReportInputs& inputs) {
  std::vector<Section> sections{summary_section(inputs)};
  const auto append = [&](std::vector<Section> more) {
    std::ranges::move(more, std::back_inserter(sections));
  };
  append({prediction_section(inputs), roofline_section(inputs)});
  append(nameplate_sections(inputs));
  append(workload_sections(inputs));
  append({beside_section(inputs), trace_section(inputs), allocation_section(inputs),
          provenance_section(inputs)});
  std::erase_if(sections, [](const Section& section) { return section.blocks.empty(); });
  return sections;
}

std::string navigation(const std::vector<Section>& sections) {
  std::string html = "<nav aria-label=\"sections\"><ul>";
  for (const Section& section : sections)
    html += fmt::format("<li><a href=\"#{}\">{}</a></li>", section.id, html_text(section.title));
  return html + "</ul></nav>\n";
}

std::string foot(bool wanted, bool drawn) {
  constexpr const char* left_out =
      "Made with --tables: every chart is a table here, and the page has no script.";
  constexpr const char* how =
      "This program was built without the script that draws charts; every chart is a table here. "
      "Built where a network is, with cmake -DPLUMB_REPORT_JS=ON, it has them: make the report "
      "again from the same records.";
  if (!drawn)
    return fmt::format("<footer><p class=\"no-charts\">{}</p></footer>\n", wanted ? how : left_out);
  return fmt::format(
      "<footer><details><summary>Charts by Apache ECharts: notices</summary><pre>{}</pre></details>"
      "</footer>\n",
      html_text_lines(embedded::report_notices()));
}

std::string page_of(const ReportInputs& inputs, const std::vector<Section>& sections, bool drawn) {
  std::vector<Json> charts;
  std::string body;
  for (const Section& section : sections) body += html_section(section, drawn, charts);
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<a class=\"skip\" href=\"#summary\">to the summary</a>\n<header><h1>{}</h1>\n{}</header>\n"
      "<main>\n{}</main>\n{}",
      policy(drawn), html_text(inputs.title), embedded::report_style(), html_text(inputs.title),
      navigation(sections), body, foot(inputs.charts, drawn));
  if (drawn) {
    page += fmt::format("<script type=\"application/json\" id=\"charts\">{}</script>\n<script>{}",
                        script_json(Json(charts)), embedded::report_script());
    page += "</script>\n";
  }
  return page + "</body>\n</html>\n";
}

constexpr std::size_t room_of_the_frame = 60000;  // head, style, notices, navigation

// What sections and the data of their charts take; timelines do not count.
std::size_t written_bytes(const std::vector<Section>& sections, bool drawn) {
  std::size_t bytes = 0;
  for (const Section& section : sections) {
    std::vector<Json> charts;
    bytes += html_section(section, drawn, charts).size();
    for (const Json& chart : charts)
      if (chart["form"] != "timeline") bytes += script_json(chart).size();
  }
  return bytes;
}

}  // namespace

FittedPage fitted_page(const ReportInputs& inputs) {
  const bool drawn = inputs.charts && !embedded::report_script().empty();
  std::vector<Section> sections = all_sections(inputs);
  const std::size_t frame = drawn ? embedded::report_script().size() : 0;
  const std::string left_out =
      fit_sections(sections, most_page_bytes - std::min(most_page_bytes, frame + room_of_the_frame),
                   [&](const std::vector<Section>& all) { return written_bytes(all, drawn); });
  if (!left_out.empty())
    sections.front().blocks.emplace_back(Sentence{fmt::format("In this report {}.", left_out)});
  return {page_of(inputs, sections, drawn), left_out};
}

std::string html_page(const ReportInputs& inputs) { return fitted_page(inputs).html; }

}  // namespace plumb
