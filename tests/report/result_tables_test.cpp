// tests/report/result_tables_test.cpp - tables made of records, without a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/result_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/workloads/workload.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// One iteration of 1000 flops and bytes that takes `microseconds`.
Point point_of(const std::string& variant, const std::string& size, const std::string& precision,
               double microseconds) {
  const auto variants = workload_named("himeno").variants;
  const auto form = std::ranges::find(variants, variant, &Variant::name);
  Point point;
  point.workload = "himeno";
  point.settings = {
      {"variant", variant}, {"size", size}, {"precision", precision}, {"iterations", "1"}};
  point.labels = {{"form", std::string(name_of(form->made_for))}};
  point.credit = {.flops = Flops{1000}, .bytes = Bytes{1000}, .iterations = 1};
  StepResult step;
  step.name = "iterations";
  step.launches = 3;
  step.time = quantity_of(std::vector(2, microseconds * 1e-6), "s");
  point.steps = {step};
  point.verification.checked = true;
  return point;
}

Point refused(Point point) {
  point.status = Status::skipped;
  point.reason = "too large";
  point.steps.clear();
  return point;
}

Point roof_of(const std::string& precision, double microseconds) {
  Point point = point_of("wide", "", precision, microseconds);
  point.roof = true;
  return point;
}

Result ladder(std::vector<Point> points, const NamedTexts& chosen = {}) {
  const Suite& suite = suite_named(workload_named("himeno"), "ladder");
  Result result{.provenance = {},
                .points = std::move(points),
                .layouts = suite.layouts(chosen, "a device"),
                .published = suite.published(chosen)};
  std::vector<Point> shown;
  for (const Point* point : shown_points(result, {})) shown.push_back(*point);
  for (std::string& remark : suite.remarks(shown))
    result.layouts.front().notes.push_back(std::move(remark));
  return result;
}

Json json_of(const Table& table) {
  return parse_json(render(table, Format::json), "table").at("tables").at(0);
}

// The cells of a column; what is missing as "-".
std::vector<std::string> column(const Table& table, const std::string& name) {
  const Json json = json_of(table);
  std::size_t place = 0;
  while (json.at("columns").at(place).at("name") != name) ++place;
  std::vector<std::string> cells;
  for (const Json& row : json.at("rows"))
    cells.push_back(row.at(place).is_null() ? "-" : row.at(place).dump());
  return cells;
}

// The lines below the table that say why a gain is missing.
std::vector<std::string> missing_gains(const Table& table) {
  std::vector<std::string> lines;
  const Json json = json_of(table);
  for (const Json& note : json.at("notes")) {
    const auto text = note.get<std::string>();
    if (text.starts_with("gain missing: ")) lines.push_back(text.substr(14));
  }
  return lines;
}

TEST(RowsTable, a_row_gains_over_the_one_above_it) {
  const Table table =
      result_tables(ladder({point_of("naive", "M", "f32", 3), point_of("wide", "M", "f32", 2),
                            point_of("two_step", "M", "f32", 1)}))
          .front();

  EXPECT_THAT(column(table, "gain"), ElementsAre("-", "1.5", "2.0"));
  EXPECT_THAT(missing_gains(table), ElementsAre("there is no row above"));
}

TEST(RowsTable, another_size_or_precision_above_gives_no_gain) {
  const Table table =
      result_tables(ladder({point_of("naive", "S", "f32", 4), point_of("wide", "S", "f32", 2),
                            point_of("naive", "S", "f64", 8), point_of("wide", "S", "f64", 2),
                            point_of("naive", "M", "f64", 80), point_of("wide", "M", "f64", 40)}))
          .front();

  EXPECT_THAT(column(table, "gain"), ElementsAre("-", "2.0", "-", "4.0", "-", "2.0"));
  EXPECT_THAT(missing_gains(table),
              ElementsAre("there is no row above", "the row above has another size or precision"));
}

TEST(RowsTable, a_row_without_a_time_says_why_once_and_gives_no_gain) {
  const Table table = result_tables(ladder({point_of("wide", "M", "f32", 2),
                                            refused(point_of("two_step", "M", "f32", 1)),
                                            point_of("naive", "M", "f32", 2)}))
                          .front();

  EXPECT_THAT(column(table, "gain"), ElementsAre("-", "-", "-"));
  EXPECT_THAT(column(table, "result"), ElementsAre("\"right\"", "\"refused\"", "\"right\""));
  EXPECT_THAT(missing_gains(table),
              ElementsAre("there is no row above", "the row above has no time"));
  EXPECT_THAT(render(table, Format::text), HasSubstr("time missing: variant two_step: too large"));
  EXPECT_THAT(render(table, Format::text), Not(HasSubstr("rate missing: ")));
}

TEST(RowsTable, the_only_point_is_not_named_where_its_time_is_missing) {
  const Table table = result_tables(ladder({refused(point_of("two_step", "M", "f32", 1))})).front();

  EXPECT_THAT(render(table, Format::text), HasSubstr("time missing: too large"));
}

TEST(RowsTable, a_form_for_cpus_is_not_compared_with_one_for_gpus) {
  const Table table =
      result_tables(ladder({point_of("naive", "S", "f32", 4), point_of("on_chip", "S", "f32", 1),
                            point_of("row", "S", "f32", 9), point_of("plane", "S", "f32", 3)}))
          .front();

  EXPECT_THAT(column(table, "gain"), ElementsAre("-", "4.0", "-", "3.0"));
  EXPECT_THAT(missing_gains(table),
              ElementsAre("there is no row above", "the row above is for another kind of device"));
}

TEST(RowsTable, what_was_read_before_an_interrupt_is_shown) {
  Point ended = refused(point_of("wide", "M", "f32", 4));
  ended.status = Status::error;
  ended.reason = "interrupted";
  ended.readings = {{.name = "gosa", .values = {0.5, 0.25}}};

  const Result result{
      .provenance = {},
      .points = {ended},
      .layouts = {
          {.title = "ladder",
           .columns = {
               {.title = "time", .kind = ColumnKind::time},
               {.title = "gosa", .kind = ColumnKind::reading, .name = "gosa", .digits = 3}}}}};
  const Table table = result_tables(result).front();

  EXPECT_THAT(column(table, "gosa"), ElementsAre("0.25"));
  EXPECT_THAT(column(table, "time"), ElementsAre("-"));
}

TEST(RowsTable, shares_refer_to_the_copy_of_the_same_precision) {
  Point failed = roof_of("f64", 1);
  failed.status = Status::error;
  failed.reason = "no memory";
  failed.steps.clear();
  const Table table = result_tables(ladder({point_of("wide", "M", "f32", 4), roof_of("f32", 1),
                                            point_of("wide", "M", "f64", 4), failed}))
                          .front();

  EXPECT_THAT(column(table, "of copy"), ElementsAre("0.25", "-"));
  EXPECT_THAT(render(table, Format::text),
              testing::AllOf(HasSubstr("of copy missing: the copy failed: no memory"),
                             HasSubstr("copy 1 GB/s (f32) in the same run")));
  const Table without = result_tables(ladder({point_of("wide", "M", "f32", 4)})).front();
  EXPECT_THAT(render(without, Format::text),
              HasSubstr("the run ended before the copy was measured"));
}

TEST(RowsTable, mixed_numbers_stand_beside_the_copy_of_f64) {
  const Table table = result_tables(ladder({point_of("wide", "M", "mixed", 4), roof_of("f32", 3),
                                            roof_of("f64", 1)}))
                          .front();

  EXPECT_THAT(column(table, "of copy"), ElementsAre("0.25"));
}

TEST(RowsTable, a_copy_that_makes_the_result_unreliable_is_marked) {
  Point row = point_of("naive", "M", "f32", 20);
  row.steps[0].time = quantity_of(std::vector{20e-6, 20e-6, 20e-6}, "s");
  Point noisy = roof_of("f32", 10);
  noisy.steps[0].time = quantity_of(std::vector{9e-6, 10e-6, 12e-6}, "s");
  noisy.max_noise = 0.005;
  Point steady = noisy;
  steady.settings = with_text(steady.settings, "precision", "f64");
  steady.steps[0].time = quantity_of(std::vector{10e-6, 10e-6, 10e-6}, "s");

  EXPECT_THAT(
      rows_table(ladder({row, noisy, steady}), ladder({row}).layouts.front()).notes,
      testing::Contains("copy 0.1 GB/s (f32; noisy, +- 15.0 %), 0.1 GB/s (f64) in the same run"));

  noisy.steps[0].time = quantity_of(std::vector{10e-6}, "s");
  steady.cut_short = true;
  EXPECT_THAT(rows_table(ladder({row, noisy, steady}), ladder({row}).layouts.front()).notes,
              testing::Contains(
                  "copy 0.1 GB/s (f32; one sample), 0.1 GB/s (f64; cut short) in the same run"));
}

TEST(RowsTable, a_reading_is_shown_with_how_far_it_is_off) {
  Point point = point_of("wide", "M", "f32", 1);
  point.readings = {{.name = "gosa", .values = {9, 0.75}, .expected = {9, 0.5}}};
  const NamedTexts official{{"coefficients", "official"}};

  const Table table = result_tables(ladder({point}, official)).front();

  EXPECT_THAT(column(table, "gosa"), ElementsAre("0.75"));
  EXPECT_THAT(column(table, "off double by"), ElementsAre("0.5"));
  EXPECT_THAT(render(table, Format::text),
              HasSubstr("gosa of iteration 1 in double on the host: 0.5"));
  point.readings.front().expected.clear();
  EXPECT_THAT(render(result_tables(ladder({point}, official)).front(), Format::text),
              testing::AllOf(HasSubstr("off double by missing: gosa was not verified"),
                             Not(HasSubstr("in double on the host"))));
}

TEST(RowsTable, the_paper_stands_beside_its_rungs_and_its_rival_has_a_row) {
  const Table table =
      result_tables(ladder({point_of("base", "M", "f32", 1), point_of("wide", "M", "f32", 1)},
                           {{"variant", "all"}}))
          .front();
  const std::string text = render(table, Format::text);

  EXPECT_THAT(column(table, "GTX 280"), ElementsAre("41.2", "24.7", "-"));
  EXPECT_THAT(column(table, "variant"),
              ElementsAre("\"previous implementation\"", "\"base\"", "\"wide\""));
  EXPECT_THAT(text, HasSubstr("iterations missing: the paper prints rates alone"));
  EXPECT_THAT(text, Not(HasSubstr("gosa missing: the paper")));
  EXPECT_THAT(text, HasSubstr("best: base M f32 with"));
}

// Kernel 3 and 5 as the thesis does them, beside ours.
Result thesis_result() {
  const auto point = [](const char* kernel, const char* variant, double microseconds) {
    Point made = point_of("wide", "", "f64", microseconds);
    made.workload = "livermore";
    made.settings = {{"variant", variant}, {"kernel", kernel}, {"precision", "f64"}};
    made.labels = {{"name", "a name"}, {"iterations of the loop", "27"}};
    return made;
  };
  const Suite& suite = suite_named(workload_named("livermore"), "mflops");
  return {.provenance = {},
          .points = {point("3", "thesis", 8), point("3", "best", 2), point("5", "thesis", 4),
                     refused(point("5", "best", 1))},
          .layouts = suite.layouts({{"variant", "thesis"}, {"span", "27"}}, "a device")};
}

TEST(BesideTable, pairs_points_that_differ_in_the_variant_alone) {
  const std::vector<Table> tables = result_tables(thesis_result());

  ASSERT_EQ(tables.size(), 3U);
  EXPECT_THAT(column(tables[0], "kernel"), ElementsAre("3", "5")) << "ours are not rows";
  EXPECT_THAT(column(tables[1], "its passes"), ElementsAre("3", "3"));
  EXPECT_THAT(column(tables[1], "our passes"), ElementsAre("3", "-"));
  EXPECT_THAT(column(tables[1], "its / ours"), ElementsAre("4.0", "-"));
  EXPECT_THAT(render(tables[1], Format::text), HasSubstr("only one of them ran"));
}

TEST(StatisticsTable, has_the_means_of_all_rates_that_are_shown) {
  const std::vector<Table> tables = result_tables(thesis_result());

  EXPECT_THAT(column(tables[2], "samples"), ElementsAre("2"));
  EXPECT_THAT(column(tables[2], "min"), ElementsAre("125.0"));
  EXPECT_THAT(column(tables[2], "HM"), ElementsAre("166.66666666666666"));
  EXPECT_THAT(column(tables[2], "AM"), ElementsAre("187.5"));
  EXPECT_THAT(column(tables[2], "max"), ElementsAre("250.0"));
  EXPECT_THAT(column(tables[2], "sd"), ElementsAre("62.5"));
}

TEST(RaceTable, shows_flops_or_bytes_and_why_a_candidate_cannot_run) {
  RaceResult race{.title = "tuning",
                  .work = 2000,
                  .unit = "B",
                  .candidates = {{.settings = {{"variant", "loop"}, {"chunk", "8"}},
                                  .times = {1e-6, 2e-6, 2e-6},
                                  .standing = "best"},
                                 {.settings = {{"variant", "wide"}},
                                  .times = {},
                                  .standing = "refused",
                                  .refused = "no GPU"}}};
  const Table table = race_table(race);

  EXPECT_THAT(column(table, "configuration"), ElementsAre("\"loop chunk 8\"", "\"wide\""));
  EXPECT_THAT(column(table, "bandwidth"), ElementsAre("1.0", "-"));
  EXPECT_THAT(render(table, Format::text), HasSubstr("time missing: no GPU"));
  race.unit = "flop";
  EXPECT_THAT(column(race_table(race), "rate"), ElementsAre("1.0", "-"));
}

TEST(ResultTables, are_the_same_from_the_file) {
  for (Result result :
       {ladder({point_of("base", "M", "f32", 1), roof_of("f32", 1)},
               {{"variant", "all"}, {"coefficients", "official"}}),
        thesis_result(), Result{.provenance = {}, .points = {point_of("wide", "M", "f32", 1)}}}) {
    result.races = {{.title = "r", .work = 1, .candidates = {}}};
    const Json json = to_json(result);

    const Result read = result_from_json(JsonView(json, "r.json"));

    EXPECT_EQ(render(result_tables(read), Format::text),
              render(result_tables(result), Format::text));
  }
}

}  // namespace
}  // namespace plumb
