// tests/report/html/chart_test.cpp - charts as data, as tables, and their texts escaped.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/chart.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/report/html/escape.h"
#include "plumb/report/html/html_table.h"
#include "plumb/report/read_tables.h"

namespace plumb {
namespace {

using testing::HasSubstr;

Chart plotted() {
  return {.title = "latency",
          .x = {"footprint", "B", AxisScale::log2},
          .y = {"time", "ns"},
          .series = {{"a", SeriesStyle::line, {{.x = 4096, .y = 17.25}}},
                     {"b",
                      SeriesStyle::line,
                      {{.x = 8192, .y = 20, .interval = ChartInterval{19, 21}}}}},
          .marks = {{.at = 5000, .label = "level 1"}}};
}

TEST(Chart, its_table_has_every_point) {
  EXPECT_EQ(render(chart_table(plotted()), Format::csv),
            "series,footprint [B],time [ns],low,high\na,4096,17.25,,\nb,8192,20,19,21\n");
}

TEST(Chart, its_json_has_the_points_with_their_intervals) {
  const Json json = to_json(plotted());

  EXPECT_EQ(json["series"][0]["points"].dump(), "[[4096.0,17.25]]");
  EXPECT_EQ(json["series"][1]["points"].dump(), "[[8192.0,20.0,19.0,21.0]]");
  EXPECT_EQ(json["marks"][0]["label"], "level 1");
}

TEST(Chart, bars_are_a_row_per_category_with_gaps) {
  Chart chart{.form = ChartForm::bars,
              .x = {.name = "rung", .scale = AxisScale::category, .categories = {"p", "q"}},
              .y = {"rate", "GFLOPS"},
              .series = {{"S", SeriesStyle::bars, {{.x = 1, .y = 3}}}}};

  EXPECT_EQ(render(chart_table(chart), Format::csv), "rung,S [GFLOPS]\np,\nq,3\n");
}

TEST(Chart, a_timeline_is_a_row_per_lane_and_label) {
  Chart chart{.form = ChartForm::timeline,
              .x = {"time", "us"},
              .y = {.name = "lane", .scale = AxisScale::category, .categories = {"SM 0", "SM 1"}},
              .series = {{"bars",
                          SeriesStyle::bars,
                          {{.x = 0, .y = 1, .value = 2, .label = "load"},
                           {.x = 3, .y = 1, .value = 4, .label = "load"}}}}};

  EXPECT_EQ(render(chart_table(chart), Format::csv), "lane,what,bars,time [us]\nSM 1,load,2,6\n");
}

TEST(Chart, units_suit_the_largest_value) {
  EXPECT_EQ(shown_unit("s", 3e-9).name, "ns");
  EXPECT_EQ(shown_unit("s", 2e-3).name, "ms");
  EXPECT_EQ(shown_unit("B/s", 4e12).name, "GB/s");
  EXPECT_EQ(shown_unit("B/s", 4e13).name, "TB/s");
  EXPECT_EQ(shown_unit("parsec", 1).name, "parsec");
}

TEST(Escape, leaves_nothing_that_means_something_to_a_browser) {
  EXPECT_EQ(html_text("<b a=\"x\" b='y'>&amp;\n"),
            "&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp; ");
  EXPECT_EQ(html_text("a\xe2\x80\xaez\x1b"), "a\\xe2\\x80\\xaez\\x1b");
  EXPECT_EQ(html_text("\xff"), "\\xff");
  EXPECT_EQ(script_json(Json{"</script>\xff"}), "[\"\\u003c/script>\xef\xbf\xbd\"]");
}

TEST(HtmlTable, keeps_all_digits_beside_what_it_shows) {
  const Table table{.title = "t",
                    .columns = {{"what"}, {"rate", "GB/s"}},
                    .rows = {{"copy", significant(4266.128309, 4)}, {"none", Missing{"no time"}}}};

  const std::string html = html_table(table);

  EXPECT_THAT(html, HasSubstr("<td data-value=4266.12831>4266<"));
  EXPECT_THAT(html, HasSubstr("<td class=n>-<"));
  EXPECT_THAT(html, HasSubstr("<li>rate missing: no time</li>"));
}

TEST(ReadTables, gives_back_what_was_written) {
  const Table table{.title = "t",
                    .columns = {{"what"}, {"rate", "GB/s"}, {"n"}},
                    .rows = {{"copy", significant(42.5, 4), 7}, {"none", Missing{}, -1}},
                    .notes = {"a note"}};
  const Json json = parse_json(render(table, Format::json), "tables.json");

  const std::vector<Table> read = tables_from_json(JsonView(json, "tables.json"));

  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(render(read[0], Format::json), render(table, Format::json));
}

TEST(ReadTables, refuses_a_row_that_is_too_short) {
  const Json json = parse_json(
      R"({"title": "", "columns": [{"name": "a", "unit": ""}], "rows": [[]], "notes": []})",
      "x.json");
  try {
    (void)tables_from_json(JsonView(json, "x.json"));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(explain(error), "x.json: /rows/0: 0 cells for 1 columns");
  }
}

}  // namespace
}  // namespace plumb
