// tests/report/advice_test.cpp - what is to blame, and what a reader can type.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/advice.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::HasSubstr;

ExplainedPart part(const char* name, double measured, double predicted, Term wrong) {
  return {
      .name = name, .measured = Seconds{measured}, .predicted = Seconds{predicted}, .wrong = wrong};
}

Explanation took(double measured, double predicted) {
  return {.point = "lu",
          .model = "plumbline",
          .parts = {part("first", 1, 2, Term::none), part("small", 0.4, 0.1, Term::host),
                    part("large", 3, 1, Term::level)},
          .measured = Seconds{measured},
          .predicted = Seconds{predicted},
          .interval = TimeInterval{Seconds{predicted / 1.1}, Seconds{predicted * 1.1}}};
}

TEST(Advice, blames_the_part_with_the_largest_difference_whose_term_is_known) {
  const Explanation explanation = took(4, 2);

  const ExplainedPart* reason = main_reason(explanation);

  ASSERT_NE(reason, nullptr);
  EXPECT_EQ(reason->name, "large");
}

TEST(Advice, blames_nothing_where_the_whole_is_as_predicted) {
  EXPECT_EQ(main_reason(took(2.1, 2)), nullptr);
  Explanation silent = took(4, 2);
  silent.parts = {part("first", 4, 2, Term::none)};
  EXPECT_EQ(main_reason(silent), nullptr);
}

TEST(Advice, half_of_the_time_is_as_far_off_as_twice_the_time) {
  EXPECT_DOUBLE_EQ(distance_off(took(1, 2)), distance_off(took(4, 2)));
  EXPECT_GT(distance_off(took(5, 2)), distance_off(took(4, 2)));
}

TEST(Advice, is_a_command_with_its_options) {
  const Explanation slow = took(4, 2);

  EXPECT_THAT(what_to_run(slow, *main_reason(slow), "lu", "results/profile.json"),
              HasSubstr("plumb run lu --variant NAME --predict -p results/profile.json"));
  for (const Term term : {Term::clocks, Term::host})
    EXPECT_THAT(what_to_run(slow, part("x", 4, 2, term), "lu"), HasSubstr("plumb doctor"));
}

TEST(Advice, is_none_where_nothing_was_lost) {
  const Explanation fast = took(1, 2);

  EXPECT_EQ(what_to_run(fast, *main_reason(fast), "lu"), "");
}

TEST(Advice, has_other_words_for_every_term) {
  const std::set<std::string> words{plain_words(Term::none),      plain_words(Term::clocks),
                                    plain_words(Term::queueing),  plain_words(Term::transfers),
                                    plain_words(Term::level),     plain_words(Term::pattern),
                                    plain_words(Term::occupancy), plain_words(Term::arithmetic),
                                    plain_words(Term::volume),    plain_words(Term::host)};

  EXPECT_EQ(words.size(), 10U);
}

}  // namespace
}  // namespace plumb
