// plumb/report/html/fit_page.cpp - thinner curves, then no folded tables.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/fit_page.h"

#include <fmt/format.h>

namespace plumb {
namespace {

// One point of `every` stays, and the last.
void thin_curve(ChartSeries& series, std::size_t every) {
  constexpr std::size_t short_curve = 16;  // points: fewer do not matter
  if (series.style != SeriesStyle::line || series.points.size() <= short_curve) return;
  std::vector<ChartPoint> kept;
  for (std::size_t i = 0; i < series.points.size(); ++i)
    if (i % every == 0 || i + 1 == series.points.size())
      kept.push_back(std::move(series.points[i]));
  series.points = std::move(kept);
}

std::vector<std::string> every_second(const std::vector<std::string>& names) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < names.size(); i += 2) kept.push_back(names[i]);
  return kept;
}

// Every second cell of every second row stays.
void thin_map(Chart& map) {
  constexpr std::size_t small_map = 256;  // cells
  if (map.series.empty() || map.series[0].points.size() <= small_map) return;
  std::vector<ChartPoint> kept;
  for (const ChartPoint& cell : map.series[0].points) {
    const auto column = static_cast<std::size_t>(cell.x);
    const auto row = static_cast<std::size_t>(cell.y);
    if (column % 2 != 0 || row % 2 != 0) continue;
    kept.push_back(cell);
    kept.back().x /= 2;
    kept.back().y /= 2;
  }
  map.series[0].points = std::move(kept);
  map.x.categories = every_second(map.x.categories);
  map.y.categories = every_second(map.y.categories);
}

void thin_maps(std::vector<Section>& sections) {
  for (Section& section : sections) {
    for (Block& block : section.blocks) {
      auto* chart = std::get_if<Chart>(&block);
      if (chart != nullptr && chart->form == ChartForm::heat) thin_map(*chart);
    }
  }
}

void thin_curves(std::vector<Section>& sections, std::size_t every) {
  for (Section& section : sections) {
    for (Block& block : section.blocks) {
      auto* chart = std::get_if<Chart>(&block);
      if (chart == nullptr || chart->form != ChartForm::plot) continue;
      for (ChartSeries& series : chart->series) thin_curve(series, every);
    }
  }
}

std::size_t leave_out_folded(std::vector<Section>& sections) {
  std::size_t left_out = 0;
  for (Section& section : sections) {
    for (Block& block : section.blocks) {
      const auto* folded = std::get_if<Folded>(&block);
      if (folded == nullptr) continue;
      left_out += folded->tables.size();
      block = Sentence{fmt::format("{}: left out, for the page would be too large", folded->title)};
    }
  }
  return left_out;
}

}  // namespace

std::string fit_sections(std::vector<Section>& sections, std::size_t most,
                         const std::function<std::size_t(const std::vector<Section>&)>& size_of) {
  if (size_of(sections) <= most) return "";
  constexpr const char* way_out = "reports of fewer files show everything";
  const std::vector<Section> whole = sections;
  for (const std::size_t every : {2U, 4U, 8U}) {
    sections = whole;
    thin_curves(sections, every);
    if (size_of(sections) <= most)
      return fmt::format("long curves show one point of {}, for the page would be too large; {}",
                         every, way_out);
  }
  thin_maps(sections);
  const std::size_t tables = leave_out_folded(sections);
  return fmt::format(
      "long curves show one point of 8, large maps one cell of 4, and {} folded tables are left "
      "out, for the page {} too large; {}",
      tables, size_of(sections) <= most ? "would be" : "is", way_out);
}

}  // namespace plumb
