// tests/report/sweep_tables_test.cpp - many predicted points; a device against another or a time.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/sweep_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/records/example_records.h"
#include "tests/report/read_back.h"

namespace plumb {
namespace {

using testing::ElementsAre;

// A point that takes `seconds`, all of it memory bandwidth.
PredictedPoint point_of(const char* profile, const char* size, double seconds) {
  Prediction prediction;
  prediction.model = "ito2007";
  prediction.passes = {{.step = "work",
                        .name = "work",
                        .calls = 1,
                        .bytes = Bytes{4},
                        .flops = {},
                        .cost = {.time = Seconds{seconds}, .movement = Seconds{seconds}}}};
  return {.application = "app",
          .settings = {{"N", size}, {"K", "3"}},
          .profile = profile,
          .paths = "wide",
          .predictions = {prediction}};
}

Decision decided(Choice choice, double probability) {
  return {.choice = choice, .model = "ito2007", .ratio = 1, .probability = probability};
}

std::string sweep_of(std::span<const PredictedPoint> points) {
  SweepTable table;
  for (const PredictedPoint& point : points) table.add(point);
  return render(std::move(table).finish(), Format::json);
}

TEST(SweepTable, has_columns_for_what_differs_and_a_note_for_the_rest) {
  SweepTable table;
  table.add(point_of("g80", "8", 0.5));
  table.add(point_of("g80", "16", 2));

  const Table finished = std::move(table).finish();

  EXPECT_EQ(render(finished, Format::csv),
            "N,ito2007 T [ms],limited by\n8,500,memory bandwidth\n16,2000,memory bandwidth\n");
  EXPECT_THAT(finished.notes, ElementsAre("profile g80, paths wide, K 3"));
}

TEST(SweepTable, of_a_record_read_back_is_the_same) {
  Predictions written = example_predictions();
  written.points.push_back(written.points.front());
  written.points.back().settings.front().second = "24";
  const Predictions read = read_back(written, predictions_from_json);

  EXPECT_EQ(sweep_of(read.points), sweep_of(written.points));
}

TEST(AgainstTable, names_the_faster_device_with_its_probability) {
  AgainstTable table;
  table.add(point_of("old", "8", 2), point_of("new", "8", 0.5), decided(Choice::stay, 0.01));
  table.add(point_of("old", "16", 1), point_of("new", "16", 4), decided(Choice::port, 0.97));
  table.add(point_of("old", "32", 1), point_of("new", "32", 1.2), decided(Choice::too_close, 0.62));

  const Table finished = std::move(table).finish();

  EXPECT_EQ(finished.title, "old against new");
  EXPECT_EQ(render(finished, Format::csv),
            "N,model,T on old [ms],T on new [ms],ratio,verdict\n"
            "8,ito2007,2000,500,0.25,\"new is faster, 99 %\"\n"
            "16,ito2007,1000,4000,4,\"old is faster, 97 %\"\n"
            "32,ito2007,1000,1200,1.2,\"too close to call, old is faster with 62 %\"\n");
}

TEST(AgainstTable, shows_the_device_that_has_the_model_where_the_other_lacks_it) {
  PredictedPoint lacking = point_of("old", "8", 0);
  lacking.predictions.front().passes.clear();
  lacking.predictions.front().reason = "profile 'old' has no peak flops";
  AgainstTable table;
  table.add(lacking, point_of("new", "8", 0.5), {});
  table.add(point_of("old", "16", 1), lacking, {});

  const Table finished = std::move(table).finish();

  EXPECT_EQ(render(finished, Format::csv),
            "N,model,T on old [ms],T on new [ms],ratio,verdict\n"
            "8,ito2007,,500,,no verdict\n"
            "16,ito2007,1000,,,no verdict\n");
  EXPECT_THAT(
      render(finished, Format::text),
      testing::AllOf(testing::HasSubstr("T on old missing: profile 'old' has no peak flops"),
                     testing::HasSubstr("T on new missing: profile 'old' has no peak flops")));
}

TEST(AgainstTable, says_port_or_stay_against_a_known_time) {
  AgainstTable table;
  table.add(point_of("g80", "8", 1), Seconds{2}, decided(Choice::port, 1));
  table.add(point_of("g80", "16", 1), Seconds{0.5}, decided(Choice::stay, 0));

  EXPECT_EQ(render(std::move(table).finish(), Format::csv),
            "N,model,T on g80 [ms],now [ms],ratio,verdict\n"
            "8,ito2007,1000,2000,2,\"port, >99 %\"\n"
            "16,ito2007,1000,500,0.5,\"stay, >99 %\"\n");
}

TEST(AgainstTable, says_why_there_is_no_verdict_and_who_decided) {
  Decision nobody;
  nobody.reason = "plumbline abstains on g80: small groups";
  Decision deputy = decided(Choice::port, 1);
  deputy.in_place_of_plumbline = true;
  Decision alone = decided(Choice::port, 1);
  alone.reason = "does not fit on new";
  AgainstTable table;
  table.add(point_of("g80", "8", 1), Seconds{2}, nobody);
  table.add(point_of("g80", "16", 1), Seconds{2}, deputy);
  table.add(point_of("g80", "32", 1), Seconds{2}, nobody);

  const Table finished = std::move(table).finish();

  EXPECT_EQ(render(finished, Format::csv),
            "N,model,T on g80 [ms],now [ms],ratio,verdict\n"
            "8,ito2007,1000,2000,2,no verdict\n"
            "16,ito2007,1000,2000,2,\"port, >99 % (by ito2007, not by plumbline)\"\n"
            "32,ito2007,1000,2000,2,no verdict\n");
  EXPECT_EQ(
      std::ranges::count(finished.notes, "no verdict: plumbline abstains on g80: small groups"), 1);
  EXPECT_EQ(verdict_text(alone, "old is faster", "new is faster"), "old: does not fit on new");
}

TEST(AgainstTable, says_whose_verdict_it_is_where_there_is_one) {
  const auto notes_of = [](int decisions, int reasons) {
    AgainstTable table;
    for (int i = 0; i < decisions; ++i)
      table.add(point_of("g80", "8", 1), Seconds{2}, decided(Choice::port, 1));
    for (int i = 0; i < reasons; ++i) {
      Decision nobody;
      nobody.reason = "reason " + std::to_string(i);
      table.add(point_of("g80", "8", 1), Seconds{2}, nobody);
    }
    return std::move(table).finish().notes;
  };
  const std::string ratio = "ratio: the second time over the first";
  const std::string whose =
      "; the verdict is that of the first model that predicts both, with the probability that its "
      "intervals give it";

  EXPECT_EQ(notes_of(1, 0), std::vector{ratio + whose});
  EXPECT_EQ(notes_of(0, 1), (std::vector<std::string>{ratio, "no verdict: reason 0"}));
  EXPECT_EQ(notes_of(1, 1).front(), ratio + whose + "; where plumbline abstains there is none");
  EXPECT_EQ(notes_of(1, 4).back(), "1 more reason for no verdict");
  EXPECT_EQ(notes_of(1, 5).back(), "2 more reasons for no verdict");
}

TEST(AgainstTable, of_records_read_back_is_the_same) {
  const Predictions written = example_predictions();
  const Predictions read = read_back(written, predictions_from_json);
  AgainstTable before;
  before.add(written.points.front(), written.points.front(), decided(Choice::port, 0.95));
  AgainstTable after;
  after.add(read.points.front(), read.points.front(), decided(Choice::port, 0.95));

  EXPECT_EQ(render(std::move(after).finish(), Format::json),
            render(std::move(before).finish(), Format::json));
}

}  // namespace
}  // namespace plumb
