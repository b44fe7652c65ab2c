// tests/report/prediction_table_test.cpp - one predicted point, part by part.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/prediction_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/records/example_records.h"
#include "tests/report/read_back.h"

namespace plumb {
namespace {

TEST(PartsTable, has_every_part_with_its_share_and_what_limits_it) {
  PredictedPoint point = example_predictions().points.front();
  point.predictions[0].transfer_in->cost.time = Seconds{0.25};  // T is 2 s

  const Table table = parts_table(point);

  EXPECT_EQ(render(table, Format::csv),
            "part,calls,data [MiB],ito2007 [ms],share [%],limited by,roofline [ms],share [%],"
            "limited by\n"
            "T1 transfer in,3,0.00390625,250,12.5,bandwidth,,,\n"
            "blur,3,0.00390625,750,37.5,latency,,,\n"
            "blur: add,3,0.00390625,1000,50,arithmetic,,,\n"
            "T3 transfer out,3,0.00390625,0,0,none,,,\n"
            "T,,,2000,100,arithmetic,,,\n");
  EXPECT_THAT(table.notes, testing::ElementsAre("profile example, paths wide, N 12, a/b ~",
                                                "ito2007: limited by arithmetic, 50.0 % of T"));
}

TEST(PartsTable, names_why_a_model_has_no_numbers) {
  const std::string text = render(parts_table(example_predictions().points.front()), Format::text);

  EXPECT_THAT(text, testing::HasSubstr("profile 'example' has no peak flops"));
}

TEST(PartsTable, of_a_record_read_back_is_the_same) {
  const Predictions written = example_predictions();
  const Predictions read = read_back(written, predictions_from_json);

  EXPECT_EQ(render(parts_table(read.points.front()), Format::json),
            render(parts_table(written.points.front()), Format::json));
}

}  // namespace
}  // namespace plumb
