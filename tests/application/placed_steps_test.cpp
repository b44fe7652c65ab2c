// tests/application/placed_steps_test.cpp - queues, devices, parts and restoring in application
// files.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/walk.h"
#include "tests/application/application_text.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string head = R"(name = "a"
[parameters]
n = 8
[[queue]]
name = "main"
[[queue]]
name = "there"
device = 1
[[buffer]]
name = "x"
type = "float"
count = "n"
[[buffer]]
name = "far"
type = "float"
count = "n"
device = 1
)";

TEST(PlacedSteps, a_pass_says_its_queue_what_it_waits_for_and_its_part) {
  const Program program = application(head + R"(
[[pass]]
name = "go"
transfer = "within"
buffer = "x"
to = "far"
count = "n/2"
from_offset = "n/4"
to_offset = "n/2"
[[pass]]
name = "work"
queue = "there"
after = ["go"]
points = "n"
over = ["i = 1 .. 3"]
flops = "i"
)")
                              .program();

  ASSERT_EQ(program.steps.size(), 2U);
  EXPECT_EQ(program.queues.at(1).device, 1U);
  const auto& part = std::get<Transfer>(program.steps[0].action);
  EXPECT_EQ(part.count, 4U);
  EXPECT_EQ(part.from_offset, 2U);
  EXPECT_EQ(part.to_offset, 4U);
  EXPECT_EQ(program.steps[1].queue, "there");
  EXPECT_THAT(program.steps[1].after, ElementsAre("go"));
  EXPECT_EQ(std::get<Repeat>(program.steps[1].action).steps.size(), 3U);
}

TEST(PlacedSteps, passes_inside_a_loop_keep_their_queues) {
  const Program program = application(head + R"(
[loop.l]
repeat = 5
after = ["first"]
[[pass]]
name = "first"
points = 1
[[pass]]
name = "a"
loop = "l"
queue = "there"
after = ["b"]
points = 1
[[pass]]
name = "b"
loop = "l"
points = 1
)")
                              .program();

  EXPECT_THAT(program.steps.at(1).after, ElementsAre("first"));
  const auto& loop = std::get<Repeat>(program.steps.at(1).action);
  EXPECT_EQ(loop.count, 5U);
  EXPECT_EQ(loop.steps.at(0).queue, "there");
  EXPECT_THAT(loop.steps.at(0).after, ElementsAre("b"));
  EXPECT_EQ(loop.steps.at(1).queue, "");
}

TEST(PlacedSteps, what_restores_is_neither_a_step_nor_predicted) {
  const Application app = application(head + R"(
[[pass]]
name = "put back"
restore = true
transfer = "in"
buffer = "x"
[[pass]]
name = "work"
points = 5
)");
  std::vector<std::string> walked;

  app.each_step([&](std::size_t, const std::string& name, const Step&) { walked.push_back(name); });
  const Program program = app.program();

  EXPECT_THAT(walked, ElementsAre("work"));
  ASSERT_EQ(program.restore.size(), 1U);
  EXPECT_EQ(program.restore[0].name, "put back");
  EXPECT_EQ(program.steps.size(), 1U);
}

TEST(PlacedSteps, what_checks_is_neither_a_step_nor_predicted) {
  const Application app = application(head + R"(
[[pass]]
name = "work"
points = 5
[[pass]]
name = "count wrong"
check = true
over = ["u = 1 .. 3"]
[loop.again]
repeat = 2
check = true
[[pass]]
name = "look again"
loop = "again"
points = 1
)");
  std::vector<std::string> walked;

  app.each_step([&](std::size_t, const std::string& name, const Step&) { walked.push_back(name); });
  const Program program = app.program();

  EXPECT_THAT(walked, ElementsAre("work"));
  EXPECT_EQ(program.steps.size(), 1U);
  ASSERT_EQ(program.check.size(), 2U);
  EXPECT_EQ(program.check[0].name, "count wrong");
  EXPECT_EQ(demand_of(program.check[0]).launches, 3U);
  EXPECT_EQ(program.check[1].name, "again");
  EXPECT_EQ(demand_of(program.check[1]).launches, 2U);
}

std::string refusal_of_text(const std::string& text) {
  return refusal([&] { return application(head + text).program(); });
}

TEST(PlacedSteps, what_is_wrong_is_refused_at_its_place) {
  EXPECT_THAT(refusal_of_text("[[pass]]\nname = 'p'\npoints = 1\nqueue = 'mian'\n"),
              HasSubstr("unknown queue 'mian'; did you mean 'main'?"));
  EXPECT_THAT(refusal_of_text("[[pass]]\nname = 'p'\npoints = 1\nafter = ['q']\n"),
              HasSubstr("step 'p' waits for 'q', which is not beside it"));
  EXPECT_THAT(
      refusal_of_text("[[pass]]\nname = 'p'\ntransfer = 'in'\nbuffer = 'x'\nfrom_offset = 1\n"),
      HasSubstr("a part of a buffer needs a 'count'"));
  EXPECT_THAT(
      refusal_of_text("[[pass]]\nname = 'p'\ntransfer = 'in'\nbuffer = 'x'\ncount = 'n+1'\n"),
      HasSubstr("9 elements from 0 on: 'x' has 8"));
  EXPECT_THAT(refusal_of_text("[[pass]]\nname = 'p'\npoints = 1\nrestore = true\n"),
              HasSubstr("every pass restores or checks: nothing is left to time"));
  EXPECT_THAT(refusal_of_text("[loop.l]\nrepeat = 2\n[[pass]]\nname = 'p'\nloop = 'l'\npoints = 1\n"
                              "restore = true\n"),
              HasSubstr("a pass inside a loop is repeated with it; state 'restore = true' of the "
                        "loop"));
  EXPECT_THAT(refusal_of_text("[[pass]]\nname = 'p'\npoints = 1\n[[pass]]\nname = 'q'\n"
                              "check = true\nrestore = true\n"),
              HasSubstr("a pass restores before an execution or checks behind it, not both"));
  EXPECT_THAT(refusal_of_text("[[queue]]\nname = 'main'\n[[pass]]\nname = 'p'\npoints = 1\n"),
              HasSubstr("queue 'main' is named twice"));
  EXPECT_THAT(
      refusal_of_text("[[queue]]\nname = 'q'\ndevice = 1.5\n[[pass]]\nname = 'p'\npoints = 1\n"),
      HasSubstr("expected the place of a device: 0, 1, ..."));
}

// The documents' examples are what they say.
TEST(PlacedSteps, the_examples_can_be_read) {
  EXPECT_EQ(application_at("docs/applications/overlap.toml").program().queues.size(), 2U);
  const Program two = application_at("docs/applications/two_devices.toml").program();
  EXPECT_EQ(devices_of(two), 2U);
  EXPECT_EQ(two.restore.size(), 1U);
}

}  // namespace
}  // namespace plumb
