// tests/report/explanation_table_test.cpp - what a table says of parts without an interval.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/explanation_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::Not;

// Ten milliseconds of a step and one of the host, which was predicted to take that long.
Explanation explained(Seconds host) {
  const TimeInterval around{Seconds{8e-3}, Seconds{12e-3}};
  return {.point = "solver",
          .model = "plumbline",
          .parts = {{.name = "solve",
                     .measured = Seconds{10e-3},
                     .predicted = Seconds{10e-3},
                     .interval = around},
                    {.name = "host", .measured = Seconds{1e-3}, .predicted = host}},
          .measured = Seconds{11e-3},
          .predicted = Seconds{10e-3} + host,
          .interval = around};
}

TEST(ExplanationTable, a_part_that_takes_no_time_has_no_interval_to_state) {
  const char* const note = "90 % interval missing: the model states no interval";

  EXPECT_THAT(render(explanation_table(explained({})), Format::text), Not(HasSubstr(note)));
  EXPECT_THAT(render(explanation_table(explained(Seconds{1e-3})), Format::text), HasSubstr(note));
}

}  // namespace
}  // namespace plumb
