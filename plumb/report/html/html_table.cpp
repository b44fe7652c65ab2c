// plumb/report/html/html_table.cpp - rows and columns of a table as elements.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/html_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/report/html/escape.h"
#include "plumb/report/table_cells.h"

namespace plumb {
namespace {

// Pages have tens of thousands of cells: end tags that HTML lets one omit and quotation marks that
// it does not need are a fifth of their bytes.
std::string heading_element(const Table& table, std::size_t column) {
  const Column& described = table.columns[column];
  const std::string unit = described.unit.empty() ? ""
                                                  : fmt::format(" <span class=unit>{}</span>",
                                                                html_text(described.unit));
  return fmt::format("<th scope=col{}>{}{}", is_right_aligned(table, column) ? " class=n" : "",
                     html_text(described.name), unit);
}

// A number that is shown shorter than it is keeps nine digits beside it.
std::string value_attribute(const Cell& cell) {
  const auto* number = std::get_if<Number>(&cell.value);
  if (number == nullptr || missing_reason(cell)) return "";
  const std::string kept = fmt::format("{:.9g}", number->value);
  return kept == display(cell) ? "" : fmt::format(" data-value={}", kept);
}

std::string cell_element(const Cell& cell, bool right, bool leads) {
  const std::string value = value_attribute(cell);
  // The style puts what has a value to the right.
  const char* side = right == !value.empty() ? "" : right ? " class=n" : " class=t";
  return fmt::format("{}{}{}>{}", leads ? "<th scope=row" : "<td", side, value,
                     html_text(display(cell)));
}

// How many widths of a sheet of paper the table takes in the letters of other tables, at most 4:
// the style prints it so much smaller, for a browser would shrink all of the pages to fit it.
std::size_t sheets(const Table& table) {
  constexpr std::size_t letters = 110, longest = 28, gap = 2;  // longer texts are wrapped
  std::size_t width = 0;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    std::size_t most = table.columns[j].name.size();
    for (const std::vector<Cell>& row : table.rows) most = std::max(most, display(row[j]).size());
    width += std::min(most, longest) + gap;
  }
  return std::clamp<std::size_t>((width + letters - 1) / letters, 1, 4);
}

}  // namespace

std::string html_table(const Table& table) {
  require_shape(table);
  std::string html;
  if (!table.columns.empty() && !table.rows.empty()) {
    // A region that scrolls must be reachable by the keyboard.
    const std::size_t across = sheets(table);
    html += fmt::format("<div class=\"wide\" tabindex=\"0\"><table{}>",
                        across == 1 ? "" : fmt::format(" class=across{}", across));
    if (!table.title.empty()) html += fmt::format("<caption>{}</caption>", html_text(table.title));
    html += "<thead><tr>";
    for (std::size_t j = 0; j < table.columns.size(); ++j) html += heading_element(table, j);
    html += "<tbody>";
    for (const std::vector<Cell>& row : table.rows) {
      html += "<tr\n>";  // lines break within a tag: elsewhere that would be text of a cell
      for (std::size_t j = 0; j < row.size(); ++j)
        html += cell_element(row[j], is_right_aligned(table, j), j == 0);
    }
    html += "</table></div>\n";
  }
  const std::vector<std::string> notes = all_notes(table);
  if (notes.empty()) return html;
  html += "<ul class=\"notes\">";
  for (const std::string& note : notes) html += fmt::format("<li>{}</li>", html_text(note));
  return html + "</ul>\n";
}

}  // namespace plumb
