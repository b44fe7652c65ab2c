// tests/cli/himeno_tables_test.cpp - what stands in the rows of plumb himeno, without a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/himeno_points.h"
#include "cli/himeno_words.h"
#include "plumb/base/json.h"

namespace plumb::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// An iteration of 1000 flops that takes `microseconds`.
HimenoPoint point_of(std::string variant, std::string size, std::string precision,
                     double microseconds) {
  HimenoPoint point;
  point.variant = std::move(variant);
  point.size = std::move(size);
  point.precision = std::move(precision);
  point.iterations = 1;
  point.time = Seconds{microseconds * 1e-6};
  point.flops = 1000;
  point.bytes = 1000;
  return point;
}

HimenoPoint refused(HimenoPoint point) {
  point.reason = "too large";
  return point;
}

Json table_of(const std::vector<HimenoPoint>& points) {
  return parse_json(render(himeno_table(points, {}), Format::json), "table");
}

// The column `gain`; what is missing as "-".
std::vector<std::string> gains(const Json& table) {
  std::size_t place = 0;
  while (table.at("columns").at(place).at("name") != "gain") ++place;
  std::vector<std::string> column;
  for (const Json& row : table.at("rows"))
    column.push_back(row.at(place).is_null() ? "-" : row.at(place).dump());
  return column;
}

// The lines below the table that say why a gain is missing.
std::vector<std::string> missing_gains(const Json& table) {
  std::vector<std::string> lines;
  for (const Json& note : table.at("notes")) {
    const auto text = note.get<std::string>();
    if (text.starts_with("gain missing: ")) lines.push_back(text.substr(14));
  }
  return lines;
}

device::Info info_of(device::Kind kind, std::uint64_t units) {
  device::Info info;
  info.kind = kind;
  info.compute_units = units;
  return info;
}

std::vector<std::string> planned(const char* variants, device::Kind kind) {
  HimenoWords words;
  words.variants = variants;
  words.sizes = "5x6x7";  // nothing was tuned for it
  std::vector<std::string> names;
  for (const Settings& settings : himeno_plan(words, himeno_cases(words).front(), info_of(kind, 0)))
    names.push_back(settings.text("variant"));
  return names;
}

TEST(HimenoTable, a_row_gains_over_the_one_above_it) {
  const Json table = table_of({point_of("naive", "M", "f32", 3), point_of("wide", "M", "f32", 2),
                               point_of("two_step", "M", "f32", 1)});

  EXPECT_THAT(gains(table), ElementsAre("-", "1.5", "2.0"));
  EXPECT_THAT(missing_gains(table), ElementsAre("the first rung gains over nothing"));
}

TEST(HimenoTable, another_size_or_precision_above_gives_no_gain) {
  const Json table =
      table_of({point_of("naive", "S", "f32", 4), point_of("wide", "S", "f32", 2),
                point_of("naive", "S", "f64", 8), point_of("wide", "S", "f64", 2),
                point_of("naive", "M", "f64", 80), point_of("wide", "M", "f64", 40)});

  EXPECT_THAT(gains(table), ElementsAre("-", "2.0", "-", "4.0", "-", "2.0"));
  EXPECT_THAT(missing_gains(table), ElementsAre("the first rung gains over nothing",
                                                "the row above has another size or precision"));
}

TEST(HimenoTable, a_row_without_a_time_above_gives_no_gain_and_has_none) {
  const Json table =
      table_of({point_of("wide", "M", "f32", 2), refused(point_of("two_step", "M", "f32", 0)),
                refused(point_of("on_chip", "M", "f32", 0)), point_of("naive", "M", "f32", 2)});

  EXPECT_THAT(gains(table), ElementsAre("-", "-", "-", "-"));
  EXPECT_THAT(missing_gains(table),
              ElementsAre("the first rung gains over nothing", "the row above has no time"));
}

TEST(HimenoTable, a_form_for_cpus_is_not_compared_with_one_for_gpus) {
  const Json table = table_of({point_of("naive", "S", "f32", 4), point_of("on_chip", "S", "f32", 1),
                               point_of("row", "S", "f32", 9), point_of("plane", "S", "f32", 3),
                               point_of("naive", "S", "f32", 6), point_of("blocked", "S", "f32", 3),
                               point_of("wide", "S", "f32", 1)});

  EXPECT_THAT(gains(table), ElementsAre("-", "4.0", "-", "3.0", "0.5", "2.0", "-"));
  EXPECT_THAT(missing_gains(table), ElementsAre("the first rung gains over nothing",
                                                "the row above is for another kind of device"));
}

TEST(HimenoTable, a_gosa_that_was_not_computed_on_the_host_is_not_shown) {
  HimenoPoint point = point_of("wide", "M", "f32", 1);
  const auto text = [&] { return render(himeno_table({&point, 1}, {}), Format::text); };

  EXPECT_THAT(text(), Not(HasSubstr("in double on the host")));
  point.gosa_reference = 0.5;
  EXPECT_THAT(text(), HasSubstr("gosa of iteration 1 in double on the host: 0.5"));
}

TEST(HimenoTable, the_row_of_the_paper_alone_is_explained_once) {
  HimenoTableOptions options;
  options.paper = true;

  const std::string text =
      render(himeno_table(std::vector{point_of("base", "M", "f32", 1)}, options), Format::text);

  EXPECT_THAT(text, HasSubstr("iterations missing: the paper prints rates alone"));
  EXPECT_THAT(text, Not(HasSubstr("gosa missing")));
  EXPECT_THAT(text, HasSubstr("best: base M f32 with"));
}

TEST(HimenoPlan, all_climbs_the_paper_then_the_forms_for_gpus_then_those_for_cpus) {
  for (const device::Kind kind : {device::Kind::gpu, device::Kind::cpu}) {
    EXPECT_THAT(planned("all", kind),
                ElementsAre("base", "barrier", "swap", "shape", "resident", "threads", "padding",
                            "naive", "wide", "two_step", "on_chip", "row", "plane", "blocked"));
  }
  EXPECT_EQ(planned("all", device::Kind::gpu).size(), workload_named("himeno").variants.size());
}

TEST(HimenoPlan, the_default_is_the_fastest_form_for_the_kind_of_device) {
  EXPECT_THAT(planned("", device::Kind::gpu), ElementsAre("wide"));
  EXPECT_THAT(planned("", device::Kind::cpu), ElementsAre("blocked"));
}

TEST(HimenoPlan, groups_follow_the_device_unless_they_are_set) {
  HimenoWords words;
  words.sizes = "5x6x7";
  const auto groups = [&](const device::Info& info) {
    return himeno_plan(words, himeno_cases(words).front(), info).front().count("groups");
  };

  EXPECT_EQ(groups(info_of(device::Kind::cpu, 16)), 32U);
  EXPECT_EQ(groups(info_of(device::Kind::gpu, 108)), 108U);
  EXPECT_EQ(groups(info_of(device::Kind::cpu, 0)), 4U);  // what it is where nobody knows
  words.settings = {"groups=5"};
  EXPECT_EQ(groups(info_of(device::Kind::cpu, 16)), 5U);
}

}  // namespace
}  // namespace plumb::cli
