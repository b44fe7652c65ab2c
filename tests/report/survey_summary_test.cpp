// tests/report/survey_summary_test.cpp - a survey's summary fits a screen and says what records
// say.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/survey_summary.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/report/html/device_limits.h"

namespace plumb {
namespace {

using testing::HasSubstr;

Finding finding(const char* name, double value, const char* unit) {
  return {.name = name, .value = exactly(value, unit), .method = "made up", .note = ""};
}

Profile made_up_profile() {
  Profile profile;
  profile.provenance.device.backend = "opencl";
  profile.provenance.device.name = "Example";
  profile.provenance.device.compute_units = 2;
  profile.parameters = {finding("bandwidth.memory.read", 40e9, "B/s"),
                        finding("bandwidth.memory.write", 38e9, "B/s"),
                        finding("bandwidth.memory.copy", 50e9, "B/s"),
                        finding("latency.memory.time", 101e-9, "s"),
                        finding("capacity.level1", 65536, "B"),
                        finding("capacity.level2", 4e6, "B"),
                        finding("compute.fma.f32.throughput", 70e9, "flop/s"),
                        finding("compute.fma.f64.throughput", 35e9, "flop/s"),
                        finding("launch.sync", 15e-6, "s")};
  return profile;
}

// `seconds` for so many bytes and flops.
Point point(const std::string& workload, const char* place, double seconds, double bytes,
            double flops) {
  Point made;
  made.workload = workload;
  made.labels = {{"data", place}};
  made.verification.checked = true;
  made.whole = exactly(seconds, "s");
  made.memory = Bytes{64U << 20U};
  StepResult step;
  step.name = "step";
  step.bytes = Bytes{static_cast<std::uint64_t>(bytes)};
  step.flops = Flops{flops};
  step.time = exactly(seconds, "s");
  made.steps.push_back(std::move(step));
  return made;
}

Explanation explained(double measured, double predicted, double spread) {
  return {.point = "point",
          .model = "plumbline",
          .measured = Seconds{measured},
          .predicted = Seconds{predicted},
          .interval =
              TimeInterval{Seconds{predicted / (1 + spread)}, Seconds{predicted * (1 + spread)}}};
}

// Two workloads at both sizes; the second one is far from its prediction in memory.
struct MadeUpSurvey {
  Profile profile = made_up_profile();
  Result stream;
  Result lu;
  std::vector<Explanation> of_stream{explained(0.010, 0.0099, 0.1),
                                     explained(0.0001, 0.00011, 0.2)};
  std::vector<Explanation> of_lu{explained(2.5, 1.0, 0.1), explained(0.002, 0.0021, 0.1)};
  std::vector<SurveyedResult> results;

  MadeUpSurvey() {
    stream.provenance.device = lu.provenance.device = profile.provenance.device;
    stream.points = {point("stream", "in memory", 0.010, 400e6, 1e6),
                     point("stream", "in cache", 0.0001, 8e6, 1e5)};
    lu.points = {point("lu", "in memory", 2.5, 1e9, 35e9),
                 point("lu", "in cache", 0.002, 1e6, 70e6)};
    of_lu.front().parts = {{.name = "columns",
                            .measured = Seconds{2.5},
                            .predicted = Seconds{1.0},
                            .wrong = Term::occupancy,
                            .seen = "the largest launch has 512 work-items on 2 units",
                            .to_try = "larger blocks, or more columns in one launch"}};
    results = {{&lu, of_lu}, {&stream, of_stream}};
  }
  [[nodiscard]] SurveyFindings findings() const {
    return {.profile = &profile,
            .profile_origin = "probed now",
            .results = results,
            .kept_points = 1,
            .left_out = {"poisson, in memory"},
            .took = Seconds{252},
            .folder = "survey-results",
            .report = "survey-results/report.html"};
  }
};

std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

void expect_one_screen(const std::vector<std::string>& lines) {
  EXPECT_LE(lines.size(), 24U);
  for (const std::string& line : lines) EXPECT_LE(line.size(), 80U) << line;
}

TEST(SurveySummary, is_the_stored_text) {
  const MadeUpSurvey survey;
  const std::string path = PLUMB_SOURCE_DIR "/tests/golden/report/survey_summary.txt";

  const std::vector<std::string> lines = survey_summary(survey.findings());

  expect_one_screen(lines);
  if (std::getenv("PLUMB_UPDATE_GOLDENS") != nullptr) return write_whole(path, joined(lines));
  EXPECT_EQ(joined(lines), read_text_file(path));
}

TEST(SurveySummary, answers_with_the_values_of_the_records) {
  const MadeUpSurvey survey;
  const std::string text = joined(survey_summary(survey.findings()));

  EXPECT_THAT(text, HasSubstr("reads 40 GB/s"));
  EXPECT_THAT(text, HasSubstr("80 %")) << "stream: 400 MB in 10 ms of 50 GB/s";
  EXPECT_THAT(text, HasSubstr("3 of 4 times are as predicted"));
  EXPECT_THAT(text, HasSubstr("it took 2.5 times as long"));
  EXPECT_THAT(text,
              HasSubstr("Why: too little work at once (the largest launch has 512 work-items"));
  EXPECT_THAT(text, HasSubstr("Try: another variant or size"));
  EXPECT_EQ(text.find("larger blocks"), std::string::npos) << "who runs it cannot change a kernel";
  EXPECT_THAT(text, HasSubstr("poisson, in memory"));
  EXPECT_THAT(text, HasSubstr("Report: survey-results/report.html"));
}

TEST(SurveySummary, of_long_hostile_texts_and_many_workloads_stays_one_screen) {
  MadeUpSurvey survey;
  survey.lu.provenance.device.name = std::string(300, 'x') + "\x1b[31m\n";
  survey.of_lu.front().parts.front().seen = std::string(900, 'y') + " " + std::string(900, 'z');
  survey.of_lu.front().parts.front().to_try = std::string(300, 'a') + "\n" + std::string(90, 'b');
  std::vector<Result> many(40, survey.stream);
  for (std::size_t i = 0; i < many.size(); ++i) {
    for (Point& one : many[i].points) one.workload = fmt::format("\u202ea workload called {}", i);
    survey.results.push_back({&many[i], survey.of_stream});
  }
  SurveyFindings findings = survey.findings();
  findings.left_out.assign(100, "something, in memory");

  const std::vector<std::string> lines = survey_summary(findings);

  expect_one_screen(lines);
  for (const std::string& line : lines) EXPECT_EQ(line.find('\x1b'), std::string::npos);
  EXPECT_EQ(joined(lines).find("\u202e"), std::string::npos);
  EXPECT_THAT(lines.back(), HasSubstr("Report: "));
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex("and [0-9]+ more: plumb survey .*")));
  EXPECT_THAT(lines, testing::Not(testing::Contains(testing::StartsWith("All parts: "))))
      << "workloads come first";
}

TEST(SurveySummary, shortens_a_long_reason_before_it_leaves_out_a_workload) {
  MadeUpSurvey survey;
  survey.of_lu.front().parts.front().seen = std::string(70, 'y') + " " + std::string(70, 'z');
  std::vector<Result> more(7, survey.stream);
  for (std::size_t i = 0; i < more.size(); ++i) {
    for (Point& one : more[i].points) one.workload = fmt::format("workload {}", i);
    survey.results.push_back({&more[i], survey.of_stream});
  }

  const std::vector<std::string> lines = survey_summary(survey.findings());

  expect_one_screen(lines);
  EXPECT_EQ(joined(lines).find("more: plumb survey"), std::string::npos) << joined(lines);
  EXPECT_THAT(joined(lines), HasSubstr("workload 6"));
  EXPECT_THAT(joined(lines), HasSubstr("yyy ...\n"));
}

TEST(SurveySummary, says_where_the_probes_were_disturbed) {
  Profile profile = made_up_profile();
  EXPECT_EQ(joined(survey_summary({.profile = &profile})).find("unreliable"), std::string::npos);

  profile.parameters.front().confidence = Confidence::unreliable;
  EXPECT_THAT(joined(survey_summary({.profile = &profile})), HasSubstr("unreliable"));
}

TEST(SurveySummary, of_nothing_but_a_profile_says_so) {
  const Profile profile = made_up_profile();

  const std::vector<std::string> lines = survey_summary({.profile = &profile});

  expect_one_screen(lines);
  EXPECT_THAT(joined(lines), HasSubstr("No workload has been measured yet."));
}

TEST(SurveySummary, names_the_cause_of_what_is_missing_and_its_way_out) {
  const MadeUpSurvey survey;
  SurveyFindings findings = survey.findings();
  findings.left_out = {};
  findings.open = {"sparse, in memory", "volume, in cache"};
  findings.refused = {"lu, in cache: it needs 3 GiB"};
  findings.resized_points = 1;

  const std::vector<std::string> lines = survey_summary(findings);

  expect_one_screen(lines);
  const std::string text = joined(lines);
  EXPECT_THAT(text, HasSubstr("Interrupted, the same command goes on: 2 points (first sparse, in "
                              "memory)."));
  EXPECT_THAT(text, HasSubstr("Cannot run here: 1 point (lu, in cache: it needs 3 GiB)."));
  EXPECT_THAT(text, HasSubstr(", 1 at an earlier\n  size; "));
  EXPECT_EQ(text.find("--budget"), std::string::npos) << "more time would not help";
}

TEST(SurveySummary, advises_where_most_is_to_be_gained_when_no_point_took_too_long) {
  MadeUpSurvey survey;
  const auto expect_gain = [&] {
    const std::vector<std::string> lines = survey_summary(survey.findings());
    expect_one_screen(lines);
    EXPECT_THAT(joined(lines), HasSubstr("Try: for lu in memory, 20 % of the limit, another"));
  };
  survey.of_lu.front() = explained(2.5, 2.4, 0.1);
  expect_gain();

  survey.of_lu.back() = explained(0.002, 0.009, 0.1);
  expect_gain();
}

TEST(SurveySummary, tells_the_point_that_is_furthest_off_from_the_one_in_the_table) {
  MadeUpSurvey survey;
  survey.lu.points.push_back(point("lu", "in memory", 9, 1e9, 35e9));
  survey.lu.points.front().settings = {{"size", "8"}, {"variant", "blocked"}};
  survey.lu.points.back().settings = {{"size", "8"}, {"variant", "paper"}};
  survey.of_lu.push_back(explained(9, 1, 0.1));
  survey.results = {{&survey.lu, survey.of_lu}, {&survey.stream, survey.of_stream}};

  std::string text = joined(survey_summary(survey.findings()));
  std::ranges::replace(text, '\n', ' ');

  EXPECT_THAT(text, HasSubstr("furthest off is lu in   memory with variant paper: it took 9"));
}

LimitShare share_of_made_up(const Point& one, const Profile& profile) {
  return limit_share(one, credited_work(one), limits_of(profile));
}

TEST(LimitShare, is_of_the_nearer_limit_by_the_precision) {
  const Profile profile = made_up_profile();
  Point computing = point("lu", "in cache", 1.0, 1e9, 28e9);

  EXPECT_NEAR(share_of_made_up(computing, profile).share, 0.4, 1e-9);
  EXPECT_EQ(share_of_made_up(computing, profile).limit, LimitKind::arithmetic);
  computing.settings = {{"precision", "f64"}};
  EXPECT_NEAR(share_of_made_up(computing, profile).share, 0.8, 1e-9);
  EXPECT_EQ(share_of_made_up(point("stream", "in memory", 1.0, 1e9, 0), profile).limit,
            LimitKind::memory);
  EXPECT_EQ(share_of_made_up(computing, Profile{}).limit, LimitKind::unknown);
}

TEST(LimitShare, counts_what_a_launch_refers_to_again_and_again_once) {
  const Profile profile = made_up_profile();
  // 64 references to each of 64 MiB: credited with 86 times what memory delivers.
  Point filter = point("filter", "in memory", 1e-3, 64.0 * 64 * (1U << 20U), 0);
  filter.steps.front().launches = 1;

  EXPECT_EQ(share_of_made_up(filter, profile).limit, LimitKind::cache) << "67 of 50 GB/s";
  EXPECT_EQ(limit_text(share_of_made_up(filter, profile)), "cache") << "whose rate is not known";

  filter.whole = filter.steps.front().time = exactly(4e-3, "s");
  EXPECT_EQ(share_of_made_up(filter, profile).limit, LimitKind::memory);
  EXPECT_NEAR(share_of_made_up(filter, profile).share, 0.336, 1e-3);

  // Two launches per iteration may move everything twice.
  filter.whole = filter.steps.front().time = exactly(40e-3, "s");
  filter.steps.front().launches = 20;
  filter.credit = Credit{.flops = {}, .bytes = Bytes{1ULL << 40U}, .iterations = 10};
  EXPECT_NEAR(share_of_made_up(filter, profile).share, 2 * 64.0 * (1U << 20U) / 4e-3 / 50e9, 1e-9);
}

// Two compute units: 100 GB/s for up to 2 MiB, 50 GB/s for more.
Profile profile_with_a_cache() {
  Profile profile = made_up_profile();
  profile.curves.push_back({.name = "bandwidth.private.triad",
                            .x_name = "footprint per compute unit",
                            .x_unit = "B",
                            .points = {{0.5 * (1U << 20U), exactly(90e9, "B/s")},
                                       {1U << 20U, exactly(100e9, "B/s")},
                                       {4U << 20U, exactly(49e9, "B/s")}}});
  return profile;
}

TEST(LimitShare, is_of_the_level_that_holds_the_data) {
  const Profile profile = profile_with_a_cache();
  Point small = point("stream", "in cache", 1.0, 40e9, 0);
  small.steps.front().launches = 100000;  // again and again
  small.memory = Bytes{1U << 20U};

  EXPECT_EQ(share_of_made_up(small, profile).limit, LimitKind::cache);
  EXPECT_NEAR(share_of_made_up(small, profile).share, 0.4, 1e-9);
  small.caches = CacheState::cold;
  EXPECT_EQ(share_of_made_up(small, profile).limit, LimitKind::memory);
  EXPECT_NEAR(share_of_made_up(small, profile).share, 0.8, 1e-9);
  small.caches = CacheState::warm;
  small.memory = Bytes{(2U << 20U) + 1};
  EXPECT_EQ(share_of_made_up(small, profile).limit, LimitKind::memory);
  EXPECT_NEAR(share_of_made_up(small, profile).share, 0.8, 1e-9);
}

TEST(LimitShare, is_never_shown_beyond_its_limit) {
  const Profile profile = profile_with_a_cache();
  const auto text = [&](double bytes) {
    Point large = point("stream", "in memory", 1.0, bytes, 0);
    large.steps.front().launches = 100000;
    return limit_text(share_of_made_up(large, profile));
  };

  EXPECT_EQ(text(49e9), "98 %");
  EXPECT_EQ(text(51e9), "at limit");
  EXPECT_EQ(text(60e9), "beyond");
}

TEST(SurveySummary, its_table_has_a_row_for_every_point) {
  const MadeUpSurvey survey;

  const std::string csv = render(survey_table(survey.findings()), Format::csv);

  EXPECT_THAT(csv, HasSubstr("lu,in memory,64,2500,1000,no,0.2,arithmetic,right"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
}

}  // namespace
}  // namespace plumb
