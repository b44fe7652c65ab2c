// tests/model/decide_test.cpp - port, stay or too close, and how sure that is.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/decide.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

Prediction taking(double seconds, double spread, const char* model = "plumbline") {
  Prediction prediction;
  prediction.model = model;
  prediction.passes = {{.step = "s",
                        .name = "s",
                        .calls = 1,
                        .bytes = {},
                        .flops = {},
                        .cost = {.time = Seconds{seconds}, .spread = Seconds{spread}}}};
  return prediction;
}

Prediction refusing(const char* model) {
  Prediction prediction;
  prediction.model = model;
  prediction.reason = "no paths";
  return prediction;
}

TEST(Decide, is_sure_where_the_intervals_are_far_apart) {
  const std::vector own{taking(1, 0.1)};
  const std::vector rival{taking(3, 0.3)};

  const Decision port = decide({own}, {rival});
  const Decision stay = decide({rival}, {own});

  EXPECT_EQ(port.choice, Choice::port);
  EXPECT_DOUBLE_EQ(port.ratio, 3);
  EXPECT_GT(port.probability, 0.999);
  EXPECT_EQ(stay.choice, Choice::stay);
  EXPECT_NEAR(stay.probability, 1 - port.probability, 1e-12);
}

TEST(Decide, the_end_of_an_interval_is_reached_in_one_of_twenty_cases) {
  const std::vector own{taking(1, 0.25)};

  const Decision decision = decide({own}, Seconds{1.25});

  EXPECT_NEAR(decision.probability, 0.95, 1e-4);
  EXPECT_EQ(decision.choice, Choice::port);
}

TEST(Decide, intervals_that_overlap_are_too_close) {
  const std::vector own{taking(1, 0.3)};
  const std::vector rival{taking(1.1, 0.3)};

  const Decision decision = decide({own}, {rival});

  EXPECT_EQ(decision.choice, Choice::too_close);
  EXPECT_GT(decision.probability, 0.5);
}

TEST(Decide, the_first_model_that_predicts_both_has_the_say) {
  const std::vector own{refusing("plumbline"), taking(1, 0, "ito2007")};
  const std::vector rival{taking(9, 1), taking(2, 0, "ito2007")};

  const Decision decision = decide({own, 0.2}, {rival, 0.2});

  EXPECT_EQ(decision.model, "ito2007");
  EXPECT_EQ(decision.choice, Choice::port);
  EXPECT_EQ(decide({{own.data(), 1}}, {rival}).choice, Choice::unknown);
}

Prediction abstaining(Refusal refusal, const char* why) {
  Prediction prediction = refusing("plumbline");
  prediction.reason = why;
  prediction.refusal = refusal;
  return prediction;
}

TEST(Decide, where_plumbline_abstains_nobody_decides) {
  const std::vector own{taking(1, 0.1), taking(1, 0, "ito2007")};
  const std::vector rival{abstaining(Refusal::abstention, "small groups"), taking(9, 0, "ito2007")};

  const Decision decision = decide({own, 0.2, "a"}, {rival, 0.2, "b"});
  const Decision against_time = decide({rival, 0.2, "b"}, Seconds{100});

  EXPECT_EQ(decision.choice, Choice::unknown);
  EXPECT_EQ(decision.reason, "plumbline abstains on b: small groups");
  EXPECT_TRUE(decision.model.empty());
  EXPECT_EQ(against_time.choice, Choice::unknown);
  EXPECT_EQ(decide({{own.data() + 1, 1}, 0.2}, {{rival.data() + 1, 1}, 0.2}).choice, Choice::port)
      << "ito2007 was asked for alone";
}

TEST(Decide, a_program_that_fits_on_one_device_alone_belongs_there) {
  const std::vector fits{taking(1, 0.1), taking(1, 0, "ito2007")};
  const std::vector large{abstaining(Refusal::no_room, "needs 8 GiB"), taking(9, 0, "ito2007")};
  const std::vector written_down{taking(1, 0, "ito2007")};

  const Decision port = decide({fits, 0.2, "a"}, {large, 0.2, "b"});
  const Decision stay = decide({large, 0.2, "b"}, {fits, 0.2, "a"});
  const Decision known = decide({large, 0.2, "b"}, Seconds{100});

  EXPECT_EQ(port.choice, Choice::port);
  EXPECT_EQ(port.reason, "does not fit on b");
  EXPECT_EQ(stay.choice, Choice::stay);
  EXPECT_EQ(stay.reason, "does not fit on b");
  EXPECT_EQ(known.choice, Choice::stay);
  EXPECT_EQ(decide({large, 0.2, "b"}, {large, 0.2, "c"}).reason, "does not fit on b, nor on c");
  EXPECT_EQ(decide({written_down, 0.2, "g80"}, {large, 0.2, "b"}).reason,
            "does not fit on b; whether it fits on g80 is not known");
}

TEST(Decide, a_model_in_place_of_plumbline_says_so) {
  const std::vector own{taking(1, 0, "ito2007")};
  const std::vector both{taking(9, 1), taking(2, 0, "ito2007")};

  EXPECT_TRUE(decide({own, 0.2}, {both, 0.2}).in_place_of_plumbline);
  EXPECT_FALSE(decide({both, 0.2}, {both, 0.2}).in_place_of_plumbline);
}

TEST(Decide, a_model_without_intervals_is_trusted_for_what_its_paper_measured_alone) {
  Profile written_down;
  Profile probed;
  probed.parameters.push_back({.name = "launch.gap", .value = {}, .method = {}, .note = {}});

  const std::vector own{taking(1, 0, "ito2007")};
  EXPECT_EQ(decide({own, assumed_error(written_down)}, Seconds{2}).choice, Choice::port);
  EXPECT_EQ(decide({own, assumed_error(probed)}, Seconds{2}).choice, Choice::too_close);
}

}  // namespace
}  // namespace plumb
