// plumb/report/html/section.cpp - sections as elements.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/section.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/report/html/escape.h"
#include "plumb/report/html/html_table.h"

namespace plumb {
namespace {

std::string folded(const std::string& summary, const std::string& content) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", html_text(summary), content);
}

// Writes blocks; numbers the charts.
class BlockWriter {
 public:
  BlockWriter(bool drawn, std::vector<Json>& charts) : drawn_(drawn), charts_(&charts) {}

  std::string operator()(const Sentence& sentence) const {
    return fmt::format("<p>{}</p>\n", html_text(sentence.text));
  }
  std::string operator()(const Answer& answer) const {
    std::string html = fmt::format("<div class=\"answer\" id=\"{}\"><h3>{}</h3>", answer.id,
                                   html_text(answer.question));
    for (const std::string& line : answer.lines) html += fmt::format("<p>{}</p>", html_text(line));
    return html + "</div>\n";
  }
  std::string operator()(const Table& table) const { return html_table(table); }
  std::string operator()(const Folded& one) const {
    std::string tables;
    for (const Table& table : one.tables) tables += html_table(table);
    return folded(one.title, tables);
  }
  std::string operator()(const Chart& chart) {
    std::string html = fmt::format("<figure class=\"chart\"><figcaption>{}{}</figcaption>\n",
                                   html_text(chart.title), source_of(chart));
    if (drawn_) html += canvas_of(chart);
    if (!chart.note.empty())
      html += fmt::format("<p class=\"note\">{}</p>\n", html_text(chart.note));
    const Table table = chart_table(chart);
    html += drawn_ ? folded("the same as a table", html_table(table)) : unfolded(table);
    return html + "</figure>\n";
  }

 private:
  static std::string source_of(const Chart& chart) {
    if (chart.source.empty()) return "";
    return fmt::format(" <span class=\"source\">{}</span>", html_text(chart.source));
  }

  static std::string unfolded(const Table& table) {
    constexpr std::size_t rows_of_a_screen = 24;
    return table.rows.size() > rows_of_a_screen ? folded("the values", html_table(table))
                                                : html_table(table);
  }

  std::string canvas_of(const Chart& chart) {
    const std::size_t number = charts_->size();
    charts_->push_back(to_json(chart));
    return fmt::format(
        "<div class=\"canvas {}\" data-chart=\"{}\" tabindex=\"0\" role=\"img\" "
        "aria-label=\"{}; the arrow keys read its values, a table follows\"></div>\n"
        "<output aria-live=\"polite\"></output>\n",
        chart.form == ChartForm::heat || chart.form == ChartForm::timeline ? "tall" : "plain",
        number, html_text(chart.title));
  }

  bool drawn_;
  std::vector<Json>* charts_;
};

}  // namespace

Block table_block(Table table) {
  constexpr std::size_t most_rows = 16;
  if (table.rows.size() <= most_rows || table.title.empty()) return table;
  std::string title = fmt::format("{} ({} rows)", table.title, table.rows.size());
  table.title.clear();
  return Folded{std::move(title), {std::move(table)}};
}

std::string html_section(const Section& section, bool drawn, std::vector<Json>& charts) {
  std::string html =
      fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", section.id, html_text(section.title));
  BlockWriter writer(drawn, charts);
  for (const Block& block : section.blocks) html += std::visit(writer, block);
  return html + "</section>\n";
}

}  // namespace plumb
