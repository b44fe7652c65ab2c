// tests/study/plan_test.cpp - points and suites as they are planned, without running anything.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/plan.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/device/traits.h"
#include "plumb/study/data_folder.h"
#include "plumb/study/origin.h"
#include "plumb/study/sweep.h"
#include "plumb/study/tune.h"
#include "plumb/study/tunings.h"
#include "tests/records/refusal.h"

namespace plumb::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

device::Info info_of(device::Kind kind, std::uint64_t units) {
  device::Info info;
  info.backend = "made up";
  info.name = "a device";
  info.kind = kind;
  info.compute_units = units;
  return info;
}

std::vector<std::string> setting_of(const Plan& plan, std::string_view name) {
  std::vector<std::string> texts;
  for (const PlannedPoint& point : plan.points) texts.push_back(point.forms.front().text(name));
  return texts;
}

Plan ladder(const NamedTexts& chosen, const device::Info& info = info_of(device::Kind::gpu, 108)) {
  return plan_suite("himeno", "ladder", info, chosen);
}

// The user's folder for data is an empty one of the test's own.
class PlanSuite : public testing::Test {
 protected:
  void SetUp() override {
    folder = (std::filesystem::temp_directory_path() / fmt::format("plumb_plan_{}", ::getpid()))
                 .string();
    ::setenv("XDG_DATA_HOME", folder.c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string folder;
};

TEST_F(PlanSuite, all_climbs_the_paper_then_the_forms_for_gpus_then_those_for_cpus) {
  for (const device::Kind kind : {device::Kind::gpu, device::Kind::cpu}) {
    EXPECT_THAT(
        setting_of(ladder({{"size", "5x6x7"}, {"variant", "all"}}, info_of(kind, 2)), "variant"),
        ElementsAre("base", "barrier", "swap", "shape", "resident", "threads", "padding", "naive",
                    "wide", "two_step", "on_chip", "row", "plane", "blocked"));
  }
}

TEST_F(PlanSuite, the_default_is_the_fastest_form_for_the_kind_of_device) {
  EXPECT_THAT(setting_of(ladder({{"size", "5x6x7"}}), "variant"), ElementsAre("wide"));
  EXPECT_THAT(setting_of(ladder({{"size", "5x6x7"}}, info_of(device::Kind::cpu, 2)), "variant"),
              ElementsAre("blocked"));
}

TEST_F(PlanSuite, points_follow_each_other_by_size_then_precision_then_variant) {
  const Plan plan = ladder({{"variant", "wide,naive"}, {"size", "S,M"}, {"precision", "f32,f64"}});

  EXPECT_THAT(setting_of(plan, "size"), ElementsAre("S", "S", "S", "S", "M", "M", "M", "M"));
  EXPECT_THAT(setting_of(plan, "variant"),
              ElementsAre("wide", "naive", "wide", "naive", "wide", "naive", "wide", "naive"));
}

TEST_F(PlanSuite, iterations_follow_the_size_unless_they_are_chosen) {
  EXPECT_THAT(setting_of(ladder({{"size", "S,M,L"}, {"variant", "wide"}}), "iterations"),
              ElementsAre("64", "16", "16"));
  EXPECT_THAT(setting_of(ladder({{"size", "S"}, {"iterations", "3"}}), "iterations"),
              ElementsAre("3"));
}

TEST_F(PlanSuite, groups_follow_the_device_with_and_without_a_suite_unless_they_are_set) {
  const auto groups = [](const device::Info& info) {
    const NamedTexts chosen{{"size", "5x6x7"}};
    const Plan plain = plan_points("himeno", device::traits_of(info), chosen);
    EXPECT_EQ(setting_of(plain, "groups"), setting_of(ladder(chosen, info), "groups"));
    return setting_of(plain, "groups").front();
  };

  EXPECT_EQ(groups(info_of(device::Kind::cpu, 16)), "32");
  EXPECT_EQ(groups(info_of(device::Kind::gpu, 108)), "108");
  EXPECT_EQ(groups(info_of(device::Kind::cpu, 0)), "4") << "where nobody knows";
  EXPECT_THAT(setting_of(ladder({{"size", "5x6x7"}, {"groups", "5"}}), "groups"), ElementsAre("5"));
}

TEST_F(PlanSuite, the_last_rung_searches_its_padding_unless_it_is_chosen) {
  const Plan searched = ladder({{"size", "S"}, {"variant", "padding"}});
  ASSERT_EQ(searched.points.front().forms.size(), 13U);
  EXPECT_EQ(searched.points.front().forms.back().text("padding"), "15360");

  const Plan given = ladder({{"size", "S"}, {"variant", "padding"}, {"padding", "64"}});
  EXPECT_EQ(given.points.front().forms.size(), 1U);
}

TEST_F(PlanSuite, what_was_tuned_is_the_default_and_gives_its_variant_its_parameters) {
  const device::Info info = info_of(device::Kind::gpu, 108);
  keep_tuning({.provenance = provenance(describe(info)),
               .workload = "himeno",
               .problem = {{"size", "S"}, {"precision", "f32"}},
               .settings = {{"variant", "swap"}, {"padding", "640"}},
               .rate = 1,
               .unit = "flop/s"});

  const Plan tuned = ladder({{"size", "S,M"}});
  EXPECT_THAT(setting_of(tuned, "variant"), ElementsAre("swap", "wide")) << "M was not tuned";
  EXPECT_THAT(setting_of(tuned, "padding"), ElementsAre("640", "auto"));
  EXPECT_THAT(setting_of(ladder({{"size", "S"}, {"variant", "swap,naive"}}), "padding"),
              ElementsAre("640", "auto"));
  EXPECT_THAT(setting_of(ladder({{"size", "S"}, {"padding", "0"}}), "padding"), ElementsAre("0"));
}

TEST_F(PlanSuite, a_plan_of_which_nothing_can_run_is_refused_before_it_runs) {
  EXPECT_THAT(
      refusal([] { return ladder({{"size", "5x5x5"}, {"variant", "naive"}, {"group", "24x2"}}); }),
      HasSubstr("--group 24x2: the items of a group must be a power of 2"));
  EXPECT_THAT(refusal([] {
                return ladder({{"size", "5x5x5"}, {"variant", "naive,row"}, {"group", "24x2"}});
              }),
              HasSubstr("--group 24x2"))
      << "naive was named and takes nothing";
  EXPECT_THAT(refusal([] { return ladder({{"size", "16384x16384x32"}, {"variant", "all"}}); }),
              HasSubstr("at most 2^32 are supported"));
}

TEST_F(PlanSuite, a_number_of_elements_gives_each_kernel_its_span) {
  const Plan plan = plan_suite("livermore", "mflops", info_of(device::Kind::gpu, 1),
                               {{"kernel", "1,10,18"}, {"points", "1k"}});

  EXPECT_THAT(setting_of(plan, "span"), ElementsAre("1000", "40", "142"));
  EXPECT_THAT(plan.layouts.front().title, HasSubstr("arrays of 1000 elements"));
}

TEST_F(PlanSuite, the_official_spans_follow_each_other_and_the_first_is_shown) {
  const Plan plan =
      plan_suite("livermore", "mflops", info_of(device::Kind::gpu, 1), {{"kernel", "1,2"}});

  EXPECT_THAT(setting_of(plan, "span"),
              ElementsAre("long", "long", "medium", "medium", "short", "short"));
  EXPECT_EQ(plan.layouts.front().where, (NamedTexts{{"span", "long"}}));
  EXPECT_TRUE(plan.layouts.back().where.empty()) << "statistics are of all spans";
}

TEST_F(PlanSuite, the_thesis_has_ours_beside_it) {
  const Plan plan = plan_suite("livermore", "mflops", info_of(device::Kind::gpu, 1),
                               {{"kernel", "3"}, {"span", "27"}, {"variant", "thesis"}});

  EXPECT_THAT(setting_of(plan, "variant"), ElementsAre("thesis", "best"));
}

TEST_F(PlanSuite, several_values_are_refused_where_its_table_does_not_show_them) {
  const device::Info info = info_of(device::Kind::gpu, 1);
  EXPECT_THAT(refusal([&] {
                return plan_suite("livermore", "mflops", info, {{"data", "official,random"}});
              }),
              HasSubstr("--data official,random: suite 'mflops' takes one value"));
  EXPECT_THAT(
      refusal([&] { return plan_suite("livermore", "mflops", info, {{"variant", "all"}}); }),
      HasSubstr("--variant all: suite 'mflops' takes one value"));
  EXPECT_EQ(ladder({{"size", "S"}, {"variant", "wide,naive"}}).points.size(), 2U);
}

TEST_F(PlanSuite, ours_beside_the_thesis_is_as_tuned) {
  const device::Info info = info_of(device::Kind::gpu, 1);
  keep_tuning(
      {.provenance = provenance(describe(info)),
       .workload = "livermore",
       .problem = {{"kernel", "14"}, {"span", "27"}, {"precision", "f64"}, {"data", "official"}},
       .settings = {{"variant", "best"}, {"scatter", "atomic"}},
       .rate = 1,
       .unit = "flop/s"});
  const Plan plan = plan_suite("livermore", "mflops", info,
                               {{"kernel", "14"}, {"span", "27"}, {"variant", "thesis"}});

  EXPECT_THAT(setting_of(plan, "scatter"), ElementsAre("sorted", "atomic"));
  EXPECT_TRUE(plan.points.back().for_comparison);
}

TEST(Assignments, have_a_value_and_the_last_one_counts) {
  const auto from = [](const std::vector<std::string>& settings,
                       const std::vector<std::string>& rest) {
    return assignments_from(settings, rest);
  };
  EXPECT_EQ(from({"a=1"}, {"--b", "2,3", "--c=4"}),
            (NamedTexts{{"a", "1"}, {"b", "2,3"}, {"c", "4"}}));
  EXPECT_EQ(from({"a=1", "a=2"}, {}), (NamedTexts{{"a", "2"}}));
  EXPECT_EQ(from({"a=1"}, {"--a", "2", "--a", "3"}), (NamedTexts{{"a", "3"}}));
  EXPECT_EQ(refusal([&] { return from({}, {"--a", "--b", "2"}); }), "option '--a' needs a value");
}

TEST(PlanPoints, several_values_give_all_combinations) {
  const Plan plan =
      plan_points("stream", {}, {{"elements", "1Ki:4Ki:x2"}, {"precision", "f32,f64"}});

  EXPECT_EQ(plan.points.size(), 6U);
  EXPECT_THAT(setting_of(plan, "elements"),
              ElementsAre("1024", "1024", "2048", "2048", "4096", "4096"));
  EXPECT_EQ(plan.suite, nullptr);
}

TEST(PlanPoints, unknown_names_are_refused_with_the_nearest) {
  EXPECT_THAT(refusal([] { return plan_points("steam", {}, {}); }),
              HasSubstr("did you mean 'stream'?"));
  EXPECT_THAT(
      refusal([] { return plan_suite("himeno", "lader", info_of(device::Kind::gpu, 1), {}); }),
      HasSubstr("workload 'himeno' has no suite 'lader'; it has ladder; did you mean"));
  EXPECT_THAT(refusal([] { return plan_suite("a.toml", "x", info_of(device::Kind::gpu, 1), {}); }),
              HasSubstr("'a.toml' is a file; suites belong to workloads"));
}

TEST(Problems, of_tuning_are_the_combinations_without_what_it_chooses) {
  EXPECT_EQ(problems_of(workload_named("himeno"), {{"size", "S,M"}}).size(), 2U);
  EXPECT_EQ(refusal([] { return problems_of(workload_named("himeno"), {{"variant", "wide"}}); }),
            "--variant wide: tuning chooses it; leave it out");
  EXPECT_EQ(refusal([] { return problems_of(workload_named("himeno"), {{"rows", "4"}}); }),
            "--rows 4: tuning chooses it; leave it out");
}

TEST(Sizes, with_a_suffix_become_digits) {
  EXPECT_EQ(size_as_digits("64Mi"), "67108864");
  EXPECT_EQ(size_as_digits("1k"), "1000");
  EXPECT_EQ(size_as_digits("2Gi"), "2147483648");
  EXPECT_EQ(size_as_digits("3KiB"), "3072");
  EXPECT_EQ(in_digits({{"points", "16Mi,1k"}, {"size", "M"}}),
            (NamedTexts{{"points", "16777216,1000"}, {"size", "M"}}));
  for (const char* other : {"", "M", "12", "1.5k", "64x2", "5q", "99999999999999999999G", "8Ei"})
    EXPECT_EQ(size_as_digits(other), other);
}

TEST(DataFolder, follows_the_environment) {
  ::setenv("XDG_DATA_HOME", "/somewhere", 1);
  EXPECT_EQ(data_folder("profiles"), "/somewhere/plumbline/profiles");
  ::setenv("XDG_DATA_HOME", "", 1);
  ::setenv("HOME", "/there", 1);
  EXPECT_EQ(data_folder("tunings"), "/there/.local/share/plumbline/tunings");
}

}  // namespace
}  // namespace plumb::study
