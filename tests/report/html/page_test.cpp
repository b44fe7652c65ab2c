// tests/report/html/page_test.cpp - pages: sections that are there, texts that stay texts, the same
// bytes for the same inputs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/page.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "plumb/report/html/bundle.h"
#include "plumb/report/html/device_limits.h"
#include "plumb/report/html/html_table.h"
#include "plumb/report/html/sections.h"
#include "tests/records/example_records.h"
#include "tests/report/html/made_up_inputs.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::Not;

Explanation example_explanation() {
  return {.point = "stream n=8",
          .model = "plumbline",
          .reason = {},
          .afterwards = false,
          .parts = {{.name = "copy",
                     .measured = Seconds{2e-3},
                     .predicted = Seconds{1e-3},
                     .interval = TimeInterval{Seconds{0.9e-3}, Seconds{1.1e-3}},
                     .wrong = Term::pattern,
                     .seen = "'copy' refers to memory by pattern random",
                     .to_try = "sort the references"}},
          .measured = Seconds{2e-3},
          .predicted = Seconds{1e-3},
          .interval = TimeInterval{Seconds{0.9e-3}, Seconds{1.1e-3}}};
}

ReportInputs example_inputs() {
  ReportInputs inputs;
  inputs.profiles.push_back({"profile.json", example_profile()});
  inputs.results.push_back(
      {.file = "result.json", .result = example_result(), .explanations = {}, .charts = {}});
  for (const Point& point : inputs.results[0].result.points)
    if (!point.roof) inputs.results[0].explanations.push_back(example_explanation());
  inputs.predictions.push_back({"prediction.json", example_predictions()});
  inputs.traces.push_back({"trace.json", example_trace()});
  inputs.allocations.push_back({"moves.json", example_allocation()});
  return inputs;
}

// The page without a script: the same whatever the program was built with.
std::string sections_as_html(const ReportInputs& inputs) {
  std::vector<Json> charts;
  std::string html;
  std::vector<Section> sections{summary_section(inputs), prediction_section(inputs),
                                roofline_section(inputs)};
  for (Section& section : nameplate_sections(inputs)) sections.push_back(std::move(section));
  for (Section& section : workload_sections(inputs)) sections.push_back(std::move(section));
  sections.insert(sections.end(), {beside_section(inputs), trace_section(inputs),
                                   allocation_section(inputs), provenance_section(inputs)});
  for (const Section& section : sections)
    if (!section.blocks.empty()) html += html_section(section, false, charts);
  return html;
}

TEST(Page, its_sections_are_those_of_the_golden_file) {
  const std::string path = PLUMB_SOURCE_DIR "/tests/golden/report/sections.html";
  const std::string html = sections_as_html(example_inputs());
  if (std::getenv("PLUMB_UPDATE_GOLDENS") != nullptr) write_whole(path, html);

  EXPECT_EQ(html, read_text_file(path));
}

TEST(Page, the_same_inputs_give_the_same_bytes) {
  EXPECT_EQ(html_page(example_inputs()), html_page(example_inputs()));
}

TEST(Page, a_section_without_records_is_left_out) {
  ReportInputs inputs;
  inputs.profiles.push_back({"profile.json", example_profile()});

  const std::string page = html_page(inputs);

  EXPECT_THAT(page, HasSubstr("<section id=\"device-1\">"));
  for (const char* absent : {"roofline", "predicted", "traces", "beside", "result-1", "moved"})
    EXPECT_THAT(page, Not(HasSubstr(std::string("<section id=\"") + absent + "\">")));
}

TEST(Page, an_empty_page_answers_every_question_with_the_way_to_an_answer) {
  const Section summary = summary_section({});

  ASSERT_EQ(summary.blocks.size(), 5U);
  for (const Block& block : summary.blocks) EXPECT_FALSE(std::get<Answer>(block).lines.empty());
}

TEST(Page, a_table_that_is_wider_than_a_sheet_is_printed_smaller) {
  Table narrow{
      .title = "narrow", .columns = {{"a"}, {"b"}}, .rows = {{"1", std::string(500, 'x')}}};
  Table wide{.title = "wide", .columns = {}, .rows = {{}}};
  for (int i = 0; i < 100; ++i) {
    wide.columns.push_back({"column"});
    wide.rows.front().emplace_back("12345");
  }

  EXPECT_THAT(html_table(narrow), HasSubstr("<table><caption>")) << "long texts are wrapped";
  EXPECT_THAT(html_table(wide), HasSubstr("<table class=across4><caption>"));
}

// The answer to one of the five questions, its lines in one text.
std::string answer_to(const ReportInputs& inputs, const std::string& id) {
  std::string text;
  for (const Block& block : summary_section(inputs).blocks) {
    const auto* answer = std::get_if<Answer>(&block);
    if (answer == nullptr || answer->id != id) continue;
    for (const std::string& line : answer->lines) text += line + "\n";
  }
  return text;
}

TEST(Page, answers_why_in_plain_words_and_what_to_try_with_a_command) {
  const ReportInputs inputs = example_inputs();

  EXPECT_THAT(answer_to(inputs, "why-not"),
              HasSubstr("copy: the order of the accesses ('copy' refers to memory by pattern"));
  EXPECT_THAT(answer_to(inputs, "what-to-try"), HasSubstr("plumb run stream --variant NAME"));
  EXPECT_THAT(answer_to(inputs, "what-to-try"), HasSubstr("to its author: sort the references."));
}

TEST(Page, blames_no_part_of_a_point_that_took_as_long_as_predicted) {
  ReportInputs inputs = example_inputs();
  for (Explanation& one : inputs.results[0].explanations)
    one.interval = TimeInterval{Seconds{0.9e-3}, Seconds{2.1e-3}};

  EXPECT_EQ(answer_to(inputs, "why-not"), "Every point took as long as was predicted.\n");
  EXPECT_THAT(answer_to(inputs, "was-it-right"), Not(HasSubstr("Furthest off")));
  EXPECT_THAT(answer_to(inputs, "what-to-try"), Not(HasSubstr("sort the references")));
  const Section section = prediction_section(inputs);
  std::vector<Json> charts;
  EXPECT_THAT(html_section(section, false, charts), HasSubstr("off, but not the whole"));
}

TEST(Page, the_policy_admits_no_source_but_its_own_style_and_script) {
  const std::string page = html_page({});

  EXPECT_THAT(page, HasSubstr("default-src 'none'; style-src 'sha256-"));
  EXPECT_THAT(page, Not(HasSubstr("unsafe")));
  EXPECT_THAT(page, Not(HasSubstr("http://")));
  const bool drawn = !embedded::report_script().empty();
  EXPECT_EQ(page.find("script-src 'sha256-") != std::string::npos, drawn);
  EXPECT_EQ(page.find("PLUMB_REPORT_JS=ON") == std::string::npos, drawn);
}

TEST(Page, a_reading_in_a_plane_is_a_map_with_its_top_row_first) {
  Result result;
  Point point;
  point.workload = "solver";
  point.settings = {{"n", "3"}};
  point.whole = exactly(1, "s");
  StepResult step;
  step.name = "solve";
  step.time = exactly(1, "s");
  point.steps = {step};
  point.readings.push_back({.name = "field", .values = {1, 2, 3, 4, 5, 6}, .columns = 3});
  result.points = {point, point};
  WorkloadChart declared{"solver", {.kind = ChartKind::plane, .title = "the field"}};
  declared.layout.value = {"field", ColumnKind::reading, "field", "", 3};
  ReportInputs inputs;
  inputs.results.push_back({.file = "r.json", .result = result, .charts = {declared}});

  const Section section = workload_sections(inputs).front();

  const auto found = std::ranges::find_if(
      section.blocks, [](const Block& block) { return std::holds_alternative<Chart>(block); });
  ASSERT_NE(found, section.blocks.end());
  const auto& chart = std::get<Chart>(*found);
  EXPECT_EQ(chart.form, ChartForm::heat);
  EXPECT_EQ(to_json(chart)["linear"], true);
  EXPECT_EQ(render(chart_table(chart), Format::csv), "y,0.17,0.50,0.83\n0.75,1,2,3\n0.25,4,5,6\n");
}

TEST(Page, points_of_several_files_are_judged_as_compare_does) {
  const auto stored = [](const std::string& name) {
    const std::string path = PLUMB_SOURCE_DIR "/results/" + name;
    const Json json = parse_json(read_text_file(path), path);
    return result_from_json(JsonView(json, path));
  };
  ReportInputs inputs;
  inputs.results.push_back({"cuda.json", stored("stream-h200-cuda.json")});
  EXPECT_THAT(html_page(inputs), Not(HasSubstr("cuda.json -&gt; ")));
  inputs.results.push_back({"opencl.json", stored("stream-h200-opencl.json")});
  const std::string page = html_page(inputs);

  EXPECT_THAT(page, HasSubstr("cuda.json -&gt; opencl.json"));
  EXPECT_THAT(page, testing::ContainsRegex("<td>(same|faster|slower|ambiguous)<"));
  inputs.results.push_back(inputs.results.front());
  EXPECT_THAT(html_page(inputs), HasSubstr("hold the same run; compare needs separate runs"));
}

TEST(Page, without_charts_has_no_script_and_says_why) {
  ReportInputs inputs = example_inputs();
  inputs.charts = false;
  const std::string page = html_page(inputs);

  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("script-src")));
  EXPECT_THAT(page, HasSubstr("Made with --tables"));
}

TEST(Page, hostile_texts_are_neither_markup_nor_script) {
  const std::string html = sections_as_html(hostile_inputs(example_profile(), example_result()));

  for (const char* markup : {"<script", "<img", "onerror=\"", "<!--", "\x1b", "\xe2\x80\xae"})
    EXPECT_THAT(html, Not(HasSubstr(markup)));
  EXPECT_THAT(html, HasSubstr("&lt;/script&gt;"));
}

TEST(Page, hostile_texts_do_not_end_the_data_of_the_script) {
  ReportInputs inputs = inputs_with_timeline(3);
  inputs.timelines[0].title = hostile_text;
  std::vector<Json> charts;

  (void)html_section(trace_section(inputs), true, charts);

  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0]["series"][0]["lane"].size(), 3U);
  EXPECT_THAT(charts[0]["title"].get<std::string>(), HasSubstr("\\x1b"));
}

TEST(Page, an_allocation_shows_what_moved_and_what_it_saved) {
  ReportInputs inputs;
  inputs.allocations.push_back({"moves.json", example_allocation()});
  const Allocation& allocation = inputs.allocations[0].allocation;

  const Section section = allocation_section(inputs);

  ASSERT_EQ(section.blocks.size(), 5U);
  EXPECT_THAT(std::get<Sentence>(section.blocks[1]).text, HasSubstr("1 of 2 instructions"));
  const auto& chart = std::get<Chart>(section.blocks[2]);
  EXPECT_EQ(chart.series[1].points[0].y, static_cast<double>(allocation.after.vertex));
  EXPECT_EQ(std::get<Table>(section.blocks[4]).rows.size(), allocation.instructions.size());
}

TEST(ShortNames, are_the_first_settings_that_tell_points_apart) {
  std::vector<Point> points(3);
  points[0].settings = {{"variant", "a"}, {"size", "S"}, {"rounds", "8"}};
  points[1].settings = {{"variant", "a"}, {"size", "M"}, {"rounds", "4"}};
  points[2].settings = {{"variant", "b"}, {"size", "M"}, {"rounds", "4"}};
  for (Point& point : points) point.workload = "w";

  EXPECT_THAT(
      short_names(points),
      testing::ElementsAre("w, variant a, size S", "w, variant a, size M", "w, variant b, size M"));
}

TEST(DeviceLimits, of_a_profile_are_its_fastest_memory_rate_and_its_fma_rates) {
  Profile profile;
  profile.parameters = {
      {.name = "bandwidth.memory.copy", .value = exactly(4e9, "B/s"), .method = {}, .note = {}},
      {.name = "bandwidth.memory.read", .value = exactly(5e9, "B/s"), .method = {}, .note = {}},
      {.name = "compute.fma.f64.throughput",
       .value = exactly(7, "flop/s"),
       .method = {},
       .note = {}}};

  const DeviceLimits limits = limits_of(profile);

  EXPECT_EQ(limits.memory, 5e9);
  EXPECT_EQ(limits.single, 0);
  EXPECT_EQ(limits.twice, 7);
}

}  // namespace
}  // namespace plumb
