// tests/records/verdict_test.cpp - the verdict of a point, texts by name, what references share.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/records/reference.h"

namespace plumb {
namespace {

StepResult step_of(std::vector<double> seconds, Bytes bytes = {}, Flops flops = {}) {
  StepResult step;
  step.name = "s";
  step.bytes = bytes;
  step.flops = flops;
  step.time = quantity_of(seconds, "s");
  return step;
}

Point point_with(Status status, bool checked) {
  Point point;
  point.status = status;
  point.verification.checked = checked;
  point.steps.push_back(step_of({4, 2}));
  return point;
}

TEST(Verdict, says_whether_it_was_checked_and_whether_it_is_noisy) {
  EXPECT_EQ(verdict_text(point_with(Status::ok, true)), "right");
  EXPECT_EQ(verdict_text(point_with(Status::unreliable, true)), "right, noisy");
  EXPECT_EQ(verdict_text(point_with(Status::ok, false)), "not checked");
  EXPECT_EQ(verdict_text(point_with(Status::unreliable, false)), "not checked, noisy");
  EXPECT_EQ(verdict_text(point_with(Status::wrong, true)), "WRONG");
  EXPECT_EQ(verdict_text(point_with(Status::skipped, false)), "refused");
  EXPECT_EQ(verdict_text(point_with(Status::error, false)), "error");
}

TEST(Verdict, a_row_is_noisy_by_its_own_interval) {
  Point point = point_with(Status::unreliable, true);
  point.max_noise = 0.1;

  EXPECT_EQ(noise_of(quantity_of(std::vector{9.0, 10.0, 11.0}, "s")), 0.1);
  EXPECT_EQ(noise_of(quantity_of(std::vector{0.0, 0.0, 1.0}, "s")), 0) << "nothing to compare with";
  EXPECT_FALSE(is_noisy(point, quantity_of(std::vector{9.0, 10.0, 11.0}, "s")));
  EXPECT_TRUE(is_noisy(point, quantity_of(std::vector{8.0, 10.0, 11.0}, "s")));
}

TEST(Verdict, doubt_names_the_rows_that_are_noisy_and_what_was_cut_short) {
  Point point = point_with(Status::ok, false);
  point.max_noise = 0.25;
  point.steps = {step_of({1, 1, 1}), step_of({1, 2, 3})};
  point.steps[1].name = "add";
  point.whole = quantity_of(std::vector{4.0, 5.0, 8.0}, "s");
  EXPECT_EQ(doubt_of(point, PointRows::steps_and_whole),
            "noise 50 % of 'add', 40 % of the whole after 3 samples (limit 25 %)");
  EXPECT_EQ(doubt_of(point, PointRows::credited_work), "noise 33 % after 3 samples (limit 25 %)");

  point.credit = {.flops = Flops{1}, .bytes = Bytes{1}, .iterations = 1};
  EXPECT_EQ(doubt_of(point, PointRows::credited_work), "noise 50 % after 3 samples (limit 25 %)");

  point.credit->steps = 2;
  EXPECT_EQ(doubt_of(point, PointRows::credited_work), "noise 33 % after 3 samples (limit 25 %)");
  EXPECT_EQ(credited_work(point).seconds, point.steps[0].time.value + point.steps[1].time.value);
  EXPECT_EQ(credited_work(point).flops, 1);

  point.credit->steps = 1;
  point.steps[1].time = quantity_of(std::vector{0.01, 1.0, 99.0}, "s");
  EXPECT_EQ(doubt_of(point, PointRows::credited_work), "noise 4950 % after 3 samples (limit 25 %)");

  point.max_noise = 100;
  EXPECT_EQ(doubt_of(point, PointRows::steps_and_whole), "");
  point.cut_short = true;
  EXPECT_EQ(doubt_of(point, PointRows::steps_and_whole),
            "cut short after 3 samples: less than --min-time and --min-samples ask for");
}

TEST(Verdict, one_sample_has_no_interval_and_is_in_doubt) {
  Point point = point_with(Status::ok, true);
  point.max_noise = 0.25;
  point.steps = {step_of({3})};
  EXPECT_FALSE(has_interval(point.steps[0].time));
  EXPECT_FALSE(is_noisy(point, point.steps[0].time));
  EXPECT_EQ(verdict_text(point), "right, one sample");
  EXPECT_EQ(doubt_of(point, PointRows::credited_work),
            "one sample has no interval: its noise is not known");

  point.cut_short = true;
  EXPECT_EQ(verdict_text(point), "right, cut short");

  point.cut_short = false;
  point.steps = {step_of({3, 3})};
  EXPECT_EQ(verdict_text(point), "right");
  EXPECT_EQ(doubt_of(point, PointRows::credited_work), "");
}

TEST(Verdict, a_wrong_point_has_no_times_that_mean_something) {
  EXPECT_TRUE(has_times(point_with(Status::unreliable, false)));
  EXPECT_FALSE(has_times(point_with(Status::wrong, true)));
  EXPECT_FALSE(has_times(Point{}));
}

TEST(CreditedWork, without_a_credit_all_steps_count) {
  Point point = point_with(Status::ok, true);
  point.steps.push_back(step_of({1, 1}, Bytes{10}, Flops{6}));
  const CreditedWork all = credited_work(point);

  EXPECT_THAT(all.samples, testing::ElementsAre(5, 3));
  EXPECT_EQ(all.seconds, 4) << "medians are added";
  EXPECT_EQ(all.flops_per_second(), 1.5);
  EXPECT_EQ(all.bytes_per_second(), 2.5);
}

TEST(CreditedWork, a_credit_is_that_of_the_last_step_per_iteration) {
  Point point = point_with(Status::ok, true);
  point.steps.push_back(step_of({8}));
  point.credit = {.flops = Flops{40}, .bytes = Bytes{80}, .iterations = 4};
  const CreditedWork last = credited_work(point);

  EXPECT_THAT(last.samples, testing::ElementsAre(2));
  EXPECT_EQ(last.seconds, 2);
  EXPECT_EQ(last.flops, 10);
  EXPECT_EQ(last.bytes_per_second(), 10);
}

TEST(NamedTexts, are_found_replaced_and_compared_by_name) {
  const NamedTexts texts{{"a", "1"}, {"b", "2"}};

  EXPECT_EQ(*text_named(texts, "b"), "2");
  EXPECT_EQ(text_named(texts, "c"), nullptr);
  EXPECT_EQ(with_text(texts, "a", "3"), (NamedTexts{{"a", "3"}, {"b", "2"}}));
  EXPECT_EQ(with_text(texts, "c", "3").size(), 3U);
  EXPECT_TRUE(has_all(texts, {{"b", "2"}}));
  EXPECT_FALSE(has_all(texts, {{"b", "3"}}));
  EXPECT_FALSE(has_all(texts, {{"c", "3"}}));
}

TEST(ReferenceStore, makes_each_form_once_and_forgets_another_problem) {
  ReferenceStore store;
  int made = 0;
  const auto make = [&] {
    ++made;
    return ReferenceStore::Arrays{{static_cast<double>(made)}};
  };
  EXPECT_EQ(store.of("M", "20", make)[0][0], 1);
  EXPECT_EQ(store.of("M", "64", make)[0][0], 2);
  EXPECT_EQ(store.of("M", "20", make)[0][0], 1) << "kept";
  EXPECT_EQ(store.of("L", "20", make)[0][0], 3);
  EXPECT_EQ(store.of("M", "20", make)[0][0], 4) << "forgotten when another problem came";
}

}  // namespace
}  // namespace plumb
