// tests/report/profile_tables_test.cpp - a profile for people.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/profile_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/records/example_records.h"
#include "tests/report/read_back.h"

namespace plumb {
namespace {

using testing::HasSubstr;

Quantity quantity(double value, const char* unit) { return quantity_of(std::vector{value}, unit); }

TEST(Readable, chooses_the_prefix_that_suits_the_size) {
  EXPECT_EQ(readable(quantity(3.42e-6, "s")), "3.42 us");
  EXPECT_EQ(readable(quantity(4.27e12, "B/s")), "4.27 TB/s");
  EXPECT_EQ(readable(quantity(216 * 1024, "B")), "216 KiB");
  EXPECT_EQ(readable(quantity(1e12, "flop/s")), "1 Tflop/s");
  EXPECT_EQ(readable(quantity(1.5, "1")), "1.5");
  EXPECT_EQ(readable(quantity(30, "cycles")), "30 cycles");
}

TEST(ProbeTables, group_parameters_by_probe_and_end_with_what_was_left_out) {
  const std::vector<Table> tables = probe_tables(example_profile());

  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[0].title, "latency");
  EXPECT_THAT(render(tables[0], Format::csv), HasSubstr("latency.level1.time,1.65 ns,"));
  EXPECT_EQ(tables[1].title, "overlap");
  EXPECT_THAT(render(tables[1], Format::csv), HasSubstr("two rounds differ by 12.0 %"));
  EXPECT_EQ(render(tables[2], Format::csv),
            "what,why\ncompute of f64,the device has no double precision\n");
}

TEST(SummaryTable, has_a_line_for_what_was_measured_and_none_for_the_rest) {
  const Table table = summary_table(example_profile());

  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_THAT(render(table, Format::csv), HasSubstr("\"first cache, latency\",1.65 ns,sure\n"));
}

TEST(PaperTable, puts_the_sets_of_a_name_that_were_printed_before_the_devices_own) {
  Profile printed = example_profile();
  printed.provenance.device.name = "printed";
  printed.paths.resize(1);

  const Table table = paper_table(example_profile(), std::span(&printed, 1));

  EXPECT_EQ(render(table, Format::csv),
            "paths,device,B1 [MiB/s],L1 [us],B2 [MiB/s],L2 [us],B3 [MiB/s],L3 [us]\n"
            "wide,printed,953.67431640625,10,95367.431640625,30,476.837158203125,0\n"
            "wide,cpu-neoverse-n1,953.67431640625,10,95367.431640625,30,476.837158203125,0\n"
            "any,cpu-neoverse-n1,,,9536.7431640625,1,,\n");
}

TEST(ProfileTables, of_a_record_read_back_are_the_same) {
  const Profile written = example_profile();
  const Profile read = read_back(written, profile_from_json);

  EXPECT_EQ(render(probe_tables(read), Format::json), render(probe_tables(written), Format::json));
  EXPECT_EQ(render(summary_table(read), Format::json),
            render(summary_table(written), Format::json));
  EXPECT_EQ(render(paper_table(read, {}), Format::json),
            render(paper_table(written, {}), Format::json));
}

}  // namespace
}  // namespace plumb
