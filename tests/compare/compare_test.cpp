// tests/compare/compare_test.cpp - points matched by their settings, sides read from files, rules.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/compare/compare.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/compare/fail_on.h"
#include "tests/compare/made_up_runs.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ComparedSide side_with(const std::string& file, std::vector<MeasuredStep> steps) {
  ComparedSide side{.name = file, .runs = {}};
  side.runs.push_back(made_up_run(file, std::move(steps)));
  return side;
}

MeasuredStep step_with(MeasuredStep step, const std::string& name, const std::string& value) {
  step.settings.emplace_back(name, value);
  return step;
}

RunComparison compare_two(const ComparedSide& first, const ComparedSide& second,
                          const CompareOptions& options = {}) {
  return compare(first, {&second, 1}, options).front();
}

template <class Call>
std::string compare_refusal(const Call& call) {
  try {
    (void)call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "accepted";
}

TEST(Compare, matches_points_by_settings_whatever_their_order) {
  const ComparedSide first =
      side_with("a", {made_up_step("1", {1}), made_up_step("2", {2}), made_up_step("3", {3})});
  const ComparedSide second =
      side_with("b", {made_up_step("4", {9}), made_up_step("2", {5}), made_up_step("1", {4})});

  const RunComparison comparison = compare_two(first, second);

  ASSERT_EQ(comparison.steps.size(), 2U);
  EXPECT_EQ(comparison.steps[0].first, 1);
  EXPECT_EQ(comparison.steps[0].second, 4);
  EXPECT_EQ(comparison.steps[1].second, 5);
  EXPECT_THAT(comparison.only_first, ElementsAre("made up n=3: step"));
  EXPECT_THAT(comparison.only_second, ElementsAre("made up n=4: step"));
}

TEST(Compare, leaves_out_settings_that_one_side_does_not_have_and_says_so) {
  const ComparedSide first = side_with("a", {made_up_step("1", {1})});
  const ComparedSide second = side_with("b", {step_with(made_up_step("1", {2}), "newer", "x")});

  const RunComparison comparison = compare_two(first, second);

  EXPECT_EQ(comparison.steps.size(), 1U);
  EXPECT_THAT(comparison.notes,
              ElementsAre("made up: only one side has the settings newer; they are not compared"));
}

TEST(Compare, refuses_points_that_differ_only_in_what_is_not_compared) {
  const ComparedSide first = side_with("a.json", {made_up_step("1", {1})});
  const ComparedSide second =
      side_with("b.json", {step_with(made_up_step("1", {2}), "newer", "x"),
                           step_with(made_up_step("1", {2}), "newer", "y")});

  EXPECT_EQ(compare_refusal([&] { return compare_two(first, second); }),
            "b.json: points of made up differ only in settings that are not compared (newer); "
            "measure one of them alone");
}

TEST(Compare, ignores_a_setting_where_asked_to) {
  const ComparedSide first = side_with("a", {step_with(made_up_step("1", {1}), "variant", "wide")});
  const ComparedSide second =
      side_with("b", {step_with(made_up_step("1", {2}), "variant", "loop")});

  EXPECT_THAT(compare_refusal([&] { return compare_two(first, second); }),
              HasSubstr("have no point in common: one has 'made up n=1 variant=wide: step', the "
                        "other 'made up n=1 variant=loop: step'"));
  EXPECT_EQ(compare_two(first, second, {.match = {.ignored = {"variant"}}}).steps.size(), 1U);
}

TEST(Compare, shares_the_false_alarms_among_all_rows) {
  const ComparedSide first = side_with("a", {made_up_step("1", {1}), made_up_step("2", {2})});
  const std::vector<ComparedSide> others{
      side_with("b", {made_up_step("1", {2}), made_up_step("2", {2})}),
      side_with("c", {made_up_step("1", {3}), made_up_step("2", {2})})};

  const std::vector<RunComparison> comparisons = compare(first, others, {});

  ASSERT_EQ(comparisons.size(), 2U);
  EXPECT_DOUBLE_EQ(comparisons[0].confidence, 1 - 0.01 / 4);
  EXPECT_EQ(comparisons[1].second, "c");
}

TEST(Compare, refuses_one_run_on_both_sides) {
  const ComparedSide first = side_with("a", {made_up_step("1", {1, 2, 3})});
  const ComparedSide copy = side_with("b", {made_up_step("1", {1, 2, 3})});

  EXPECT_EQ(compare_refusal([&] { return compare_two(first, copy); }),
            "'a' and 'b' hold the same run; compare needs separate runs");
}

TEST(Compare, matches_ten_thousand_points_at_once) {
  std::vector<MeasuredStep> before, after;
  for (int i = 0; i < 10'000; ++i) {
    before.push_back(made_up_step(std::to_string(i), {1.0 + i, 2.0 + i}));
    after.push_back(made_up_step(std::to_string(9'999 - i), {1.5, 2.5}));
  }

  EXPECT_EQ(compare_two(side_with("a", before), side_with("b", after)).steps.size(), 10'000U);
}

class ReadSide : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/plumb_sides_" + std::to_string(::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name, double nanoseconds) {
    const std::string path = folder_ + "/" + name;
    write_whole(path, "{\"context\": {}, \"benchmarks\": [{\"name\": \"b\", \"real_time\": " +
                          std::to_string(nanoseconds) + "}]}");
    return path;
  }
  std::string folder_;
};

TEST_F(ReadSide, takes_files_separated_by_commas_and_folders) {
  const std::string one = file("1.json", 1);
  const std::string two = file("2.json", 2);
  write_whole(folder_ + "/notes.txt", "not a record");

  EXPECT_EQ(read_side(one).runs.size(), 1U);
  EXPECT_EQ(read_side(one + "," + two).runs.size(), 2U);
  EXPECT_EQ(read_side(folder_).runs.size(), 2U);
  EXPECT_EQ(read_side(folder_).runs[1].file, two);
}

TEST_F(ReadSide, takes_a_file_with_a_comma_in_its_name) {
  EXPECT_EQ(read_side(file("a,b.json", 1)).runs.size(), 1U);
}

TEST_F(ReadSide, refuses_a_missing_name_an_empty_folder_and_a_file_given_twice) {
  const std::string one = file("1.json", 1);
  std::filesystem::create_directories(folder_ + "/empty");
  const ComparedSide side = read_side(one);

  EXPECT_THAT(compare_refusal([&] { return read_side(one + ","); }),
              HasSubstr("a file name is missing"));
  EXPECT_THAT(compare_refusal([&] { return read_side(folder_ + "/empty"); }),
              HasSubstr("holds no .json file"));
  EXPECT_THAT(compare_refusal([&] { return compare_two(side, side); }),
              HasSubstr("is given twice; compare needs separate runs"));
}

FailOn rule_of(const std::vector<std::string>& words) { return fail_on_from(words); }

TEST(FailOn, reads_rules) {
  EXPECT_EQ(rule_of({}).slower, 0.0);
  EXPECT_EQ(rule_of({"slower:3%"}).slower, 0.03);
  EXPECT_EQ(rule_of({"slower:3"}).slower, 0.03);
  EXPECT_FALSE(rule_of({"never"}).slower.has_value());
  EXPECT_TRUE(rule_of({"slower,missing", "ambiguous"}).missing);
  EXPECT_TRUE(rule_of({"slower,missing", "ambiguous"}).ambiguous);
  for (const char* wrong : {"", "slower:", "slower:-1%", "slower:nan", "faster", "never,slower"})
    EXPECT_THAT(compare_refusal([&] { return rule_of({wrong}); }),
                HasSubstr("is not a rule; known are slower, slower:3%, ambiguous, missing, never"));
}

TEST(FailOn, fails_by_ratio_only_where_the_change_is_shown) {
  RunComparison comparison;
  comparison.only_first = {"x"};
  const auto add = [&](double ratio, Change change) {
    ComparedStep step;
    step.judgement = {.ratio = ratio, .interval = {}, .change = change};
    comparison.steps.push_back(step);
  };
  add(1.02, Change::slower);
  add(1.5, Change::ambiguous);

  EXPECT_EQ(failure_of(comparison, rule_of({})), "1 step is slower");
  EXPECT_THAT(failure_of(comparison, rule_of({"slower:3%"})), IsEmpty());
  EXPECT_EQ(failure_of(comparison, rule_of({"slower:1%", "ambiguous", "missing"})),
            "1 step is slower by more than 1 %, 1 step is ambiguous, 1 step is missing");
  EXPECT_THAT(failure_of(comparison, rule_of({"never"})), IsEmpty());
}

}  // namespace
}  // namespace plumb
