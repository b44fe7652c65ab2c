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
  return result;
}

TEST(MeasuredTable, sums_transfers_of_one_direction_and_passes_of_one_step) {
  const Table table =
      measured_table(measured_program(), measured_result({0.25, 0.15, 2, 0}).points.front(),
                     example_predictions().points.front(), "by hand");

  EXPECT_EQ(render(table, Format::csv),
            "step,measured [ms],ito2007 [ms],error [%],roofline [ms],error [%]\n"
            "transfer in,400,500,25,,\n"
            "blur,2000,1750,-12.5,,\n"
            "transfer out,0,0,,,\n");
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
    return render(measured_table(ran, measured.points.front(), predicted.points.front(), ""),
                  Format::json);
  };

  EXPECT_EQ(text_of(read_back(program, program_from_json), read_back(result, result_from_json),
                    read_back(predictions, predictions_from_json)),
            text_of(program, result, predictions));
}

}  // namespace
}  // namespace plumb
