// tests/report/measured_table_test.cpp - what was measured beside what was predicted.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/measured_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/records/example_records.h"
#include "tests/report/read_back.h"

namespace plumb {
namespace {

Step moved(Direction direction) {
  return {"move", Transfer{.direction = direction, .buffer = "a", .to = {}}};
}

// Two transfers in, the step that the example predicts, one transfer out.
Program measured_program() {
  Program program = small_program();
  program.steps = {moved(Direction::in),
                   moved(Direction::in),
                   {"blur", program.steps[0].action},
                   moved(Direction::out)};
  return program;
}

Result measured_result(std::vector<double> seconds) {
  Result result = example_result();
  Point& point = result.points.front();
  point.steps.clear();
  const Program program = measured_program();
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    point.steps.push_back({.name = program.steps[i].name,
                           .bytes = {},
                           .flops = {},
                           .launches = 1,
                           .time = quantity_of(std::vector{seconds[i]}, "s"),
                           .outliers = {}});
  }
  point.whole = quantity_of(std::vector{4.5}, "s");
  return result;
}

TEST(MeasuredTable, sums_transfers_of_one_direction_and_passes_of_one_step) {
  const Program program = measured_program();
  const Result result = measured_result({0.25, 0.15, 2, 0});
  const PredictedPoint predicted = example_predictions().points.front();
  const Table table = measured_table({.program = program,
                                      .measured = result.points.front(),
                                      .predicted = predicted,
                                      .expected = predicted,
                                      .note = "by hand"});

  EXPECT_EQ(render(table, Format::csv),
            "step,measured [ms],ito2007 [ms],error [%],roofline [ms],error [%]\n"
            "transfer in,400,500,25,,\n"
            "blur,2000,1750,-12.5,,\n"
            "transfer out,0,0,,,\n"
            "T (host time),4500,2250,-50,,\n");
  EXPECT_THAT(table.notes,
              testing::ElementsAre(
                  "profile example, paths wide; error: predicted over measured - 1", "by hand"));
}

TEST(MeasuredTable, of_records_read_back_is_the_same) {
  const Result result = measured_result({0.25, 0.15, 2, 0.1});
  const Predictions predictions = example_predictions();
  const Program program = measured_program();
  const auto text_of = [](const Program& ran, const Result& measured,
                          const Predictions& predicted) {
    return render(measured_table({.program = ran,
                                  .measured = measured.points.front(),
                                  .predicted = predicted.points.front(),
                                  .expected = predicted.points.front()}),
                  Format::json);
  };

  EXPECT_EQ(text_of(read_back(program, program_from_json), read_back(result, result_from_json),
                    read_back(predictions, predictions_from_json)),
            text_of(program, result, predictions));
}

TEST(MeasuredTable, says_which_of_several_points_it_is_about) {
  const Program program = measured_program();
  const Result result = measured_result({1, 1, 1, 1});
  const PredictedPoint predicted = example_predictions().points.front();

  EXPECT_EQ(measured_table({.program = program,
                            .measured = result.points.front(),
                            .predicted = predicted,
                            .expected = predicted,
                            .which = "n 8"})
                .title,
            predicted.application + ", n 8: measured and predicted");
}

TEST(MeasuredTable, says_what_the_expected_rounds_of_a_loop_would_give) {
  Program program = small_program();
  program.steps = {{"blur", Until{.steps = program.steps, .buffer = "a", .expected = 3}}};
  Result result = measured_result({1});
  Point& point = result.points.front();
  point.steps.front().loops = {{.name = "blur", .entered = 1, .rounds = exactly(12, "1")}};
  const PredictedPoint before = example_predictions().points.front();
  PredictedPoint after = before;
  after.predictions.front().passes.front().cost.time = Seconds{7};

  const Table table = measured_table(
      {.program = program, .measured = point, .predicted = after, .expected = before});

  EXPECT_THAT(table.notes,
              testing::Contains("predicted with the rounds that were executed (blur 12); with "
                                "those expected (blur 3): ito2007 T 2250 ms"));

  PredictedPoint none = before;
  for (Prediction& prediction : none.predictions) prediction.reason = "no profile";
  EXPECT_THAT(
      measured_table({.program = program, .measured = point, .predicted = none, .expected = none})
          .notes,
      testing::Not(testing::Contains(testing::HasSubstr("rounds"))))
      << "nothing is predicted";
}

}  // namespace
}  // namespace plumb
