// tests/report/html/fit_page_test.cpp - what goes where a page would be too large.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/fit_page.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumb {
namespace {

using testing::HasSubstr;

// A curve of 101 points, one of 3, a map, a table and a folded one.
std::vector<Section> example_sections() {
  Chart curves{.series = {{"long"}, {"short"}}};
  for (int i = 0; i <= 100; ++i) curves.series[0].points.push_back({.x = 1.0 * i, .y = 1});
  curves.series[1].points.resize(3);
  Chart map{.form = ChartForm::heat,
            .x = {.name = "x", .scale = AxisScale::category},
            .y = {.name = "y", .scale = AxisScale::category},
            .series = {{"cells"}}};
  for (std::size_t i = 0; i < 400; ++i)
    map.series[0].points.push_back({.x = static_cast<double>(i % 20),
                                    .y = static_cast<double>(i / 20),
                                    .value = static_cast<double>(i)});
  for (int i = 0; i < 20; ++i) map.x.categories.push_back(std::to_string(i));
  map.y.categories = map.x.categories;
  const Table table{.columns = {{"a"}}, .rows = {{"kept"}}};
  return {{.id = "s",
           .title = "S",
           .blocks = {curves, map, table, Folded{"all of it", {table, table}}}}};
}

std::size_t points_of(const std::vector<Section>& sections) {
  return std::get<Chart>(sections[0].blocks[0]).series[0].points.size();
}

TEST(FitPage, leaves_alone_what_fits) {
  std::vector<Section> sections = example_sections();

  EXPECT_EQ(fit_sections(sections, 101, points_of), "");
  EXPECT_EQ(points_of(sections), 101U);
}

TEST(FitPage, thins_long_curves_as_far_as_needed_and_keeps_their_ends) {
  std::vector<Section> sections = example_sections();

  const std::string said = fit_sections(sections, 30, points_of);

  EXPECT_THAT(said, HasSubstr("one point of 4, for the page would be too large"));
  const auto& chart = std::get<Chart>(sections[0].blocks[0]);
  ASSERT_EQ(chart.series[0].points.size(), 26U);
  EXPECT_EQ(chart.series[0].points.front().x, 0);
  EXPECT_EQ(chart.series[0].points[1].x, 4);
  EXPECT_EQ(chart.series[0].points.back().x, 100);
  EXPECT_EQ(chart.series[1].points.size(), 3U);
  EXPECT_EQ(std::get<Chart>(sections[0].blocks[1]).series[0].points.size(), 400U);
  EXPECT_TRUE(std::holds_alternative<Folded>(sections[0].blocks[3]));
}

TEST(FitPage, leaves_out_folded_tables_last_and_says_so_in_their_place) {
  std::vector<Section> sections = example_sections();
  const auto size = [](const std::vector<Section>& all) {
    std::vector<Json> charts;
    return html_section(all[0], false, charts).size();
  };

  const std::string said = fit_sections(sections, 1, size);

  EXPECT_THAT(said, HasSubstr("2 folded tables are left out, for the page is too large"));
  EXPECT_TRUE(std::holds_alternative<Table>(sections[0].blocks[2]));
  EXPECT_THAT(std::get<Sentence>(sections[0].blocks[3]).text, HasSubstr("all of it: left out"));
  const auto& map = std::get<Chart>(sections[0].blocks[1]);
  ASSERT_EQ(map.series[0].points.size(), 100U);
  EXPECT_EQ(map.series[0].points[11].value, 2 * 20 + 2);
  EXPECT_EQ(map.series[0].points[11].y, 1);
  EXPECT_EQ(map.x.categories[1], "2");
  sections = example_sections();
  EXPECT_THAT(fit_sections(sections, size(sections) - 1, size), HasSubstr("one point of 2"));
}

}  // namespace
}  // namespace plumb
