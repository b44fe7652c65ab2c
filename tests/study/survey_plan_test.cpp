// tests/study/survey_plan_test.cpp - a survey's sizes, order and budget, without a device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_plan.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/study/profiles.h"
#include "plumb/study/survey_budget.h"

namespace plumb::study {
namespace {

using testing::HasSubstr;

// The user's folder for data is an empty one of the test's own.
class PlanSurvey : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::temp_directory_path() / fmt::format("plumb_survey_{}", ::getpid()))
                  .string();
    ::setenv("XDG_DATA_HOME", folder_.c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static SurveyPlan plan(const Profile& profile, Seconds budget) {
    return plan_survey(surveyed_device(profile), &profile, budget, budget);
  }
  static std::set<std::string> planned(const SurveyPlan& plan, const std::string& place) {
    std::set<std::string> workloads;
    for (const SurveyPoint& point : plan.points) {
      if (point.left_out.empty() && point.place == place) workloads.insert(point.planned.name);
    }
    return workloads;
  }

  // The same with a sixteenth of its caches: making large points takes time.
  static Profile with_small_caches(Profile profile) {
    for (Finding& parameter : profile.parameters) {
      if (parameter.name.starts_with("capacity.level"))
        parameter.value = scaled(parameter.value, 1.0 / 16, "B");
    }
    return profile;
  }

  Profile arm_ = find_profile("pocl-aarch64");
  Profile small_ = with_small_caches(arm_);

 private:
  std::string folder_;
};

TEST_F(PlanSurvey, sizes_follow_the_largest_cache_that_the_probes_found) {
  const Profile h200 = find_profile("h200-cuda");

  const SurveySizes gpu = survey_sizes(surveyed_device(h200), &h200);
  const SurveySizes cpu = survey_sizes(surveyed_device(arm_), &arm_);

  const auto largest =
      static_cast<std::uint64_t>(finding_named(h200, "capacity.level3")->value.value);
  EXPECT_EQ(gpu.in_cache.count, largest / 2);
  EXPECT_EQ(gpu.in_memory.count, 16 * largest);
  EXPECT_EQ(cpu.in_cache.count, 2'965'760 / 2) << "it was found in one of two rounds";
  EXPECT_EQ(cpu.in_memory.count, 16 * 4'090'197);
}

TEST_F(PlanSurvey, sizes_of_an_unreliable_level_stay_within_and_beyond_its_interval) {
  Profile doubtful = find_profile("h200-cuda");
  for (Finding& parameter : doubtful.parameters) {
    if (parameter.name != "capacity.level3") continue;
    parameter.confidence = Confidence::unreliable;
    parameter.value.low = 40e6;
    parameter.value.high = 70e6;
  }

  const SurveySizes sizes = survey_sizes(surveyed_device(doubtful), &doubtful);

  EXPECT_EQ(sizes.in_cache.count, 20'000'000);
  EXPECT_EQ(sizes.in_memory.count, 16ULL * 70'000'000);
}

TEST_F(PlanSurvey, sizes_stay_within_the_memory_and_beyond_a_cache_that_is_shared) {
  SurveyedDevice device = surveyed_device(arm_);
  device.cache = Bytes{100'000'000};
  const SurveySizes shared = survey_sizes(device, &arm_);
  device.largest_allocation = Bytes{220'000'000};
  const SurveySizes limited = survey_sizes(device, &arm_);
  device.description.memory = Bytes{80'000'000};
  const SurveySizes small = survey_sizes(device, &arm_);

  EXPECT_EQ(shared.in_memory.count, 200'000'000);
  EXPECT_EQ(limited.in_memory.count, 200'000'000);
  EXPECT_EQ(small.in_memory.count, 0) << "nothing in so little memory is beyond the cache";
  EXPECT_EQ(small.in_cache.count, 2'965'760 / 2);
}

TEST_F(PlanSurvey, without_levels_there_are_points_in_memory_alone) {
  SurveyedDevice device = surveyed_device(arm_);

  const SurveySizes sizes = survey_sizes(device, nullptr);

  EXPECT_EQ(sizes.in_cache.count, 0);
  EXPECT_EQ(sizes.in_memory.count, device.description.memory.count / 8);
}

TEST_F(PlanSurvey, every_workload_has_both_sizes_and_the_first_of_each_come_first) {
  const SurveyPlan five_minutes = plan(small_, Seconds{300});

  std::set<std::string> all;
  for (const Workload& workload : catalogue()) all.insert(std::string(workload.name));
  EXPECT_EQ(planned(five_minutes, "in memory"), all);
  EXPECT_EQ(planned(five_minutes, "in cache"), all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(five_minutes.points[i].place, "in memory");
    EXPECT_EQ(five_minutes.points[i].rank, 0);
  }
  EXPECT_TRUE(std::ranges::is_sorted(five_minutes.points, {}, &SurveyPoint::rank));
}

TEST_F(PlanSurvey, every_point_has_its_prediction_its_place_and_its_time) {
  for (const SurveyPoint& point : plan(small_, Seconds{300}).points) {
    EXPECT_GT(point.execution, Seconds{0}) << point.planned.label;
    EXPECT_GT(point.estimate, point.execution) << point.planned.label;
    ASSERT_TRUE(point.planned.predicted);
    EXPECT_EQ(*text_named(point.planned.labels, "data"), point.place);
  }
}

TEST_F(PlanSurvey, what_is_not_predicted_comes_behind_what_is) {
  Profile in_part = small_;  // without it a model has no word for kernels that compute
  std::erase_if(in_part.parameters,
                [](const Finding& one) { return one.name.starts_with("compute."); });

  const SurveyPlan made = plan(in_part, Seconds{300});

  bool some = false;
  for (std::size_t i = 1; i < made.points.size(); ++i) {
    const SurveyPoint& before = made.points[i - 1];
    const SurveyPoint& point = made.points[i];
    if (before.rank != point.rank || before.place != point.place) continue;
    some = some || point.execution == Seconds{};
    EXPECT_FALSE(before.execution == Seconds{} && point.execution > Seconds{})
        << before.planned.label << ", " << point.planned.label;
  }
  EXPECT_TRUE(some);
}

TEST_F(PlanSurvey, what_does_not_fit_is_dropped_from_the_end) {
  const SurveyPlan short_plan = plan(small_, Seconds{12});

  Seconds sum{};
  for (const SurveyPoint& point : short_plan.points) {
    if (point.left_out.empty()) sum += point.estimate;
  }
  EXPECT_LE(sum, Seconds{12});
  EXPECT_TRUE(short_plan.points.front().left_out.empty());
  EXPECT_EQ(short_plan.points.back().left_out, beyond_budget);
}

TEST_F(PlanSurvey, what_takes_too_long_is_made_smaller_but_stays_in_memory) {
  const auto largest = [&](Seconds budget) {
    Bytes most{};
    for (const SurveyPoint& point : plan(small_, budget).points)
      most.count = std::max(most.count, point.memory.count);
    return most.count;
  };

  EXPECT_LT(largest(Seconds{12}), largest(Seconds{3000}));
  for (const SurveyPoint& point : plan(small_, Seconds{12}).points) {
    if (point.place != "in memory") continue;
    EXPECT_GT(point.memory.count, 4'090'197 / 16) << point.planned.label;
  }
}

TEST_F(PlanSurvey, a_survey_that_goes_on_with_less_time_has_the_same_points) {
  const SurveyPlan first = plan(small_, Seconds{300});

  const SurveyPlan later = plan_survey(surveyed_device(small_), &small_, Seconds{300}, Seconds{10});

  ASSERT_EQ(later.points.size(), first.points.size());
  for (std::size_t i = 0; i < first.points.size(); ++i) {
    EXPECT_EQ(later.points[i].planned.forms.front().values(),
              first.points[i].planned.forms.front().values());
  }
  EXPECT_EQ(later.points.back().left_out, beyond_budget);
}

// What a survey by the one profile measured of `points`, as its folder holds it.
SurveyRecords records_of(const SurveyPlan& plan, std::size_t points) {
  SurveyRecords records;
  for (std::size_t i = 0; i < points; ++i) {
    const SurveyPoint& planned = plan.points[i];
    Point point;
    point.workload = planned.planned.name;
    point.settings = planned.planned.forms.front().values();
    point.labels = planned.planned.labels;
    point.memory = planned.memory;
    records.results[point.workload].points.push_back(std::move(point));
  }
  return records;
}

TEST_F(PlanSurvey, what_is_measured_is_kept_where_the_profile_now_asks_for_other_sizes) {
  const SurveyPlan first = plan(small_, Seconds{300});
  SurveyRecords records = records_of(first, 12);
  Profile other = small_;
  for (Finding& parameter : other.parameters)
    if (parameter.name.starts_with("capacity.level"))
      parameter.value = scaled(parameter.value, 0.5, "B");
  records.results.begin()->second.points.front().interrupted = true;

  const SurveyPlan later =
      plan_survey(surveyed_device(other), &other, Seconds{300}, Seconds{300}, records);

  EXPECT_EQ(std::ranges::count(later.points, true, &SurveyPoint::kept), 11);
  EXPECT_GE(std::ranges::count(later.points, true, &SurveyPoint::resized), 6);
  for (const SurveyPoint& point : later.points) {
    if (!point.kept) continue;
    EXPECT_EQ(point.estimate, Seconds{0}) << point.planned.label;
    const Point* measured = kept_point(records, point.planned.name, point.place, point.rank, {});
    ASSERT_NE(measured, nullptr);
    EXPECT_EQ(point.memory, measured->memory);
  }
  EXPECT_EQ(count_kept(records), 11);
}

TEST_F(PlanSurvey, what_was_measured_before_points_had_ranks_is_known_by_its_settings) {
  const SurveyPlan first = plan(small_, Seconds{300});
  SurveyRecords records = records_of(first, 3);
  for (auto& [workload, result] : records.results)
    for (Point& point : result.points)
      std::erase_if(point.labels, [](const auto& label) { return label.first == rank_label; });

  const SurveyPlan later =
      plan_survey(surveyed_device(small_), &small_, Seconds{300}, Seconds{300}, records);

  EXPECT_EQ(std::ranges::count(later.points, true, &SurveyPoint::kept), 3);
  EXPECT_EQ(std::ranges::count(later.points, true, &SurveyPoint::resized), 0);
}

TEST_F(PlanSurvey, a_device_that_is_not_probed_yet_has_a_plan_without_predictions) {
  SurveyedDevice device = surveyed_device(arm_);
  device.description.memory = Bytes{32'000'000};

  const SurveyPlan unknown = plan_survey(device, nullptr, Seconds{3000}, Seconds{3000});

  ASSERT_FALSE(unknown.points.empty());
  EXPECT_EQ(unknown.points.front().execution, Seconds{0});
  EXPECT_GT(unknown.points.front().estimate, Seconds{0});
}

TEST(SurveyBudget, is_spent_by_time_and_corrects_its_estimates_by_what_points_took) {
  SurveyBudget budget(Seconds{100});
  EXPECT_TRUE(budget.affords(Seconds{100}));
  EXPECT_EQ(budget.corrected(Seconds{10}), Seconds{10});

  budget.point_took(Seconds{20}, Seconds{45});
  budget.spent_so_far(Seconds{50});

  EXPECT_EQ(budget.left(), Seconds{50});
  EXPECT_EQ(budget.corrected(Seconds{10}), Seconds{20}) << "(45 + 5) / (20 + 5)";
  EXPECT_TRUE(budget.affords(Seconds{25}));
  EXPECT_FALSE(budget.affords(Seconds{26}));
}

TEST(SurveyBudget, one_wild_point_does_not_decide_alone) {
  SurveyBudget budget(Seconds{100});

  budget.point_took(Seconds{1}, Seconds{1000});
  EXPECT_EQ(budget.corrected(Seconds{1}), Seconds{5});
}

TEST(SurveyBudget, a_rule_gives_long_executions_five_samples_and_short_ones_their_share) {
  EXPECT_EQ(survey_rule(Seconds{3}, Seconds{300}).timeout, Seconds{15});
  EXPECT_EQ(survey_rule(Seconds{0.001}, Seconds{300}).timeout, Seconds{2});
  EXPECT_LT(survey_rule(Seconds{0}, Seconds{6}).timeout, Seconds{0.2});
  for (const double budget : {0.001, 1.0, 1e5}) {
    const StopRule rule = survey_rule(Seconds{0}, Seconds{budget});
    EXPECT_NO_THROW(check(rule));
    EXPECT_LE(rule.min_time, rule.timeout);
  }
}

}  // namespace
}  // namespace plumb::study
