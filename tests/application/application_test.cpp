// tests/application/application_test.cpp - application files become the programs that they
// describe.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/application.h"

#include <cmath>
#include <functional>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/application/application_text.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::Pair;

const std::string full = R"(
name = "blur"
[parameters]
N = "2*M"
M = 8
[[buffer]]
name = "image"
type = "uchar4"
count = "N*N"
fill = "random"
transfer = "in"
[[buffer]]
name = "result"
type = "float"
count = "N"
fill = 2.5
transfer = "both"
[[pass]]
name = "rows"
repeat = 3
points = "N"
flops = 0.5
group = 64
context = "same-kernel"
operations = {type = "double", div = "M/4", integer = 3}
barriers = "M/2"
cluster_barriers = "M/4"
local_traffic = "4*M"
turns = "M"
alone = "2/M"
longest = "M/2"
local_memory = "128*M"
registers = "4*M"
kernel = "rows"
[[pass.access]]
references = "M/16"
bytes = 16
width = 16
pattern = "neighbourhood"
streams = 2
footprint = "N*N"
row_bytes = "4*N"
sampler = "nearest"
[[pass.access]]
bytes = 4
pattern = "scatter"
use = "write"
references = 2
dependent = "M/8"
executed = "M/4"
reuse = "device"
ahead = "4/M"
[kernel.rows]
file = "blur.cl"
entry = "blur_rows"
global = ["N", 4]
local = [8]
arguments = ["image", "result", "N:uint", "M/16 : float", "N*M : local"]
definitions = {WIDTH = 4, REAL = "float"}
local_bytes = "4*M"
[[check]]
buffer = "result"
absolute = 0.5
expected = [1, "M", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "N/M"]
)";

TEST(Application, every_member_of_a_file_reaches_the_program) {
  const Program program = application(full, "__kernel").program();

  EXPECT_EQ(program.name, "blur");
  EXPECT_THAT(program.settings, ElementsAre(Pair("N", "16"), Pair("M", "8")));
  ASSERT_EQ(program.buffers.size(), 2U);
  EXPECT_EQ(program.buffers[0].type, (Type{Scalar::u8, 4}));
  EXPECT_EQ(program.buffers[0].count, 256U);
  EXPECT_EQ(program.buffers[0].fill, random_fill(0, 256, 1));
  EXPECT_EQ(program.buffers[1].fill.kind, FillKind::constant);
  EXPECT_EQ(program.sources[0].text, "__kernel");
  EXPECT_THAT(program.kernels[0].definitions,
              ElementsAre(Pair("WIDTH", "4"), Pair("REAL", "float")));
  const std::vector<double>& expected = program.verification[0].expected;
  ASSERT_EQ(expected.size(), 16U);
  EXPECT_EQ(expected[1], 8);
  EXPECT_EQ(expected[15], 2);
  ASSERT_EQ(program.steps.size(), 4U);
  EXPECT_EQ(program.steps[0].name, "move image to device");
  EXPECT_EQ(program.steps[1].name, "move result to device");
  EXPECT_EQ(program.steps[3].name, "move result to host");
}

// Those of docs/tutorials/counting.md, which leaves the parameters to its reader.
TEST(Application, kernels_that_the_tutorial_counts_are_passes) {
  const std::string page = read_text_file(PLUMB_SOURCE_DIR "/docs/tutorials/counting.md");
  const std::string opening = "```toml\n[[pass]]\n";
  std::size_t kernels = 0;
  for (std::size_t at = page.find(opening); at != std::string::npos;
       at = page.find(opening, at + 1), ++kernels) {
    const std::size_t first = at + std::string("```toml\n").size();
    const std::string text = page.substr(first, page.find("```", first) - first);
    const Program program =
        application("name = 'a'\n[parameters]\nn = 64\nrows = 8\ncolumns = 8\nmean = 2\n" + text)
            .program();

    const Pass& pass = std::get<Launch>(program.steps.front().action).pass;
    EXPECT_TRUE(pass.flops.count > 0 || has_operations(pass.operations)) << text;
    EXPECT_GT(bytes_of(pass), Bytes{}) << text;
  }
  EXPECT_EQ(kernels, 8U);
}

TEST(Application, loads_are_as_wide_as_their_elements_where_nothing_is_said) {
  const Program program =
      application("name = 'a'\n[[pass]]\nname = 'p'\npoints = 1\nbytes = 8\n").program();

  EXPECT_EQ(std::get<Launch>(program.steps.front().action).pass.accesses.front().width, 8U);
}

TEST(Application, every_member_of_a_pass_reaches_its_launch) {
  const Program program = application(full).program();

  const auto& repeat = std::get<Repeat>(program.steps[2].action);
  const auto& launch = std::get<Launch>(repeat.steps.at(0).action);
  EXPECT_EQ(repeat.count, 3U);
  EXPECT_EQ(launch.kernel, "rows");
  EXPECT_EQ(launch.global, (Range{16, 4, 1}));
  EXPECT_EQ(launch.local, (Range{8, 1, 1}));
  EXPECT_EQ(launch.local_bytes, Bytes{32});
  EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[2]).value, 16);
  EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[3]).value, 0.5);
  EXPECT_EQ(std::get<LocalArgument>(launch.arguments[4]).size, Bytes{128});
  EXPECT_EQ(launch.pass, (Pass{.name = "rows",
                               .points = 16,
                               .accesses = {{.references = 0.5,
                                             .bytes = Bytes{16},
                                             .width = 16,
                                             .pattern = Pattern::neighbourhood,
                                             .streams = 2,
                                             .footprint = Bytes{256},
                                             .row_bytes = Bytes{64},
                                             .sampler = Sampler::nearest},
                                            {.references = 2,
                                             .bytes = Bytes{4},
                                             .pattern = Pattern::scatter,
                                             .use = Use::write,
                                             .dependent = 1,
                                             .executed = 2,
                                             .reuse = Reuse::device,
                                             .ahead = 0.5}},
                               .flops = Flops{0.5},
                               .operations = {.type = Scalar::f64, .div = 2, .integer = 3},
                               .barriers = 4,
                               .cluster_barriers = 2,
                               .local_traffic = 32,
                               .turns = 8,
                               .alone = 0.25,
                               .longest = 4,
                               .local_memory = 1024,
                               .registers = 32,
                               .group = 64,
                               .context = LaunchContext::same_kernel}));
}

TEST(Application, a_chosen_value_changes_what_depends_on_it_and_can_be_taken_back) {
  Application app = application(full);

  app.choose(Chosen{{"M", 16}});
  EXPECT_EQ(app.frame().buffers[0].count, 1024U);
  app.choose(Chosen{{"N", 8}, {"N", 4}});  // the last one counts
  EXPECT_EQ(app.frame().buffers[0].count, 16U);
  app.choose({});
  EXPECT_EQ(app.frame().buffers[0].count, 256U);
}

TEST(Application, a_parameter_may_say_what_it_means) {
  Application app = application(
      "name = 'a'\n[parameters]\nn = 'C*part'\nC = {value = '2*part', meaning = 'chunks'}\n"
      "part = {value = 3, meaning = 'own'}\nF = {value = 1, meaning = 'split'}\n"
      "[[pass]]\nname = 'p'\npoints = 'n'\n");

  EXPECT_EQ(app.parameter_of(Meaning::chunks), "C");
  EXPECT_EQ(app.parameter_of(Meaning::split), "F");
  EXPECT_EQ(app.parameter_of(Meaning::second_kind), "");
  EXPECT_THAT(points_of(app), ElementsAre(18));
  app.choose(Chosen{{"C", 5}});
  EXPECT_THAT(points_of(app), ElementsAre(15));
}

TEST(Application, no_turns_are_turns_that_are_not_stated) {
  const auto turns = [](const std::string& stated) {
    const Application app = application("name = 'a'\n[[pass]]\nname = 'p'\npoints = 1\n" + stated);
    return std::get<Launch>(app.program().steps.at(0).action).pass.turns;
  };

  EXPECT_EQ(turns("turns = 0\n"), turns(""));
  EXPECT_EQ(turns("turns = 3\n"), 3);
}

TEST(Application, every_pattern_and_context_is_read) {
  for (const char* pattern : {"single", "self", "head", "relative", "neighbourhood", "multiple",
                              "symmetric", "random", "strided", "scatter", "atomic", "reduction"}) {
    for (const char* context : {"derived", "same-kernel", "other-kernel", "after-wait"}) {
      const Application app =
          application(std::string("name = 'a'\n[[pass]]\nname = 'p'\npoints = 1\nbytes = 4\n") +
                      "row_bytes = 8\npattern = '" + pattern + "'\ncontext = '" + context + "'\n");

      app.each_step([&](std::size_t, const std::string&, const Step& step) {
        const Pass& pass = std::get<Launch>(step.action).pass;
        EXPECT_EQ(name_of(pass.accesses.at(0).pattern), pattern);
        EXPECT_EQ(name_of(pass.context), context);
      });
    }
  }
}

std::string passes(const std::string& members) {
  return "name = 'a'\n[parameters]\nN = 4\n[[buffer]]\nname = 'x'\ntype = 'float'\ncount = 8\n" +
         members;
}

TEST(Application, nested_ranges_run_from_the_outermost_with_both_ends_included) {
  const Application app = application(
      passes("[[pass]]\nname = 'p'\nover = ['u = 1 .. 3', 'v = u .. N-1']\npoints = '10*u + v'\n"));

  EXPECT_THAT(points_of(app), ElementsAre(11, 12, 13, 22, 23, 33));
}

TEST(Application, a_range_that_nothing_depends_on_is_counted_and_not_unrolled) {
  const Application app = application(passes(
      "[[pass]]\nname = 'p'\nover = ['u = 1 .. 1000000', 'v = 2 .. N']\nrepeat = 5\npoints = 7\n"));

  std::vector<Step> steps;
  app.each_step([&](std::size_t, const std::string&, const Step& step) { steps.push_back(step); });

  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(demand_of(steps[0]).launches, 15000000U);
}

TEST(Application, every_count_of_a_pass_may_change_with_a_range) {
  for (const char* member : {"flops", "barriers", "cluster_barriers", "local_traffic", "turns",
                             "longest", "local_memory", "registers", "group"}) {
    const Application app = application(
        passes(std::string("[[pass]]\nname = 'p'\nover = ['u = 2 .. 4']\npoints = 7\n") + member +
               " = 'u'\n"));

    std::vector<Pass> launched;
    app.each_step([&](std::size_t, const std::string&, const Step& step) {
      launched.push_back(std::get<Launch>(step.action).pass);
    });

    ASSERT_EQ(launched.size(), 3U) << member;
    EXPECT_NE(launched[0], launched[1]) << member;
    EXPECT_NE(launched[1], launched[2]) << member;
  }
}

TEST(Application, a_constant_range_around_a_changing_one_keeps_the_order) {
  const Application app = application(
      passes("[[pass]]\nname = 'p'\nover = ['u = 1 .. 2', 'v = 1 .. 3']\npoints = 'v'\n"));

  EXPECT_THAT(points_of(app), ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST(Application, a_repetition_that_changes_between_once_and_several_keeps_its_numbers) {
  const Application app = application(passes(
      "[[pass]]\nname = 'p'\nover = ['u = 1 .. 3']\nrepeat = '2 - mod(u, 2)'\npoints = '7 + u'\n"
      "references = 5\nbytes = 4\n"));

  std::vector<std::uint64_t> bytes;
  app.each_step([&](std::size_t, const std::string&, const Step& step) {
    bytes.push_back(demand_of(step).bytes.count);
  });

  EXPECT_THAT(points_of(app), ElementsAre(8, 9, 9, 10));
  EXPECT_THAT(bytes, ElementsAre(8 * 20, 2 * 9 * 20, 10 * 20));
}

TEST(Application, the_passes_of_a_loop_alternate_and_loops_nest) {
  const Application app = application(passes(R"(
[loop.outer]
over = ["u = 1 .. 2"]
[loop.inner]
loop = "outer"
over = ["v = 1 .. u"]
[[pass]]
name = "first"
points = 100
[[pass]]
name = "a"
loop = "outer"
points = "u"
[[pass]]
name = "b"
loop = "inner"
points = "10*u + v"
[[pass]]
name = "c"
loop = "inner"
points = "20*u + v"
[[pass]]
name = "d"
loop = "outer"
points = "u + 50"
)"));

  EXPECT_THAT(points_of(app), ElementsAre(100, 1, 11, 21, 51, 2, 21, 41, 22, 42, 52));
  const Program program = app.program();
  ASSERT_EQ(program.steps.size(), 2U);
  EXPECT_EQ(program.steps[1].name, "outer");
  EXPECT_EQ(demand_of(program.steps[1]).launches, 10U);
}

TEST(Application, a_constant_loop_is_a_repetition_of_its_passes) {
  const Application app =
      application(passes("[loop.l]\nrepeat = 'N'\n[[pass]]\nname = 'p'\nloop = 'l'\npoints = 1\n"
                         "[[pass]]\nname = 'q'\nloop = 'l'\npoints = 2\n"));

  const Program program = app.program();

  EXPECT_EQ(std::get<Repeat>(program.steps.at(0).action).count, 4U);
  EXPECT_THAT(points_of(app), ElementsAre(1, 2, 1, 2, 1, 2, 1, 2));
}

TEST(Application, a_convergence_loop_becomes_until_with_its_expectations) {
  const Application app = application(passes(R"(
[loop.solve]
until = "x[N-1] <= 1e-3*N"
expected = "10*N"
check_every = 5
limit = 1000
[[pass]]
name = "sweep"
loop = "solve"
points = 8
)"));

  const Program program = app.program();

  const auto& until = std::get<Until>(program.steps.at(0).action);
  EXPECT_EQ(until.buffer, "x");
  EXPECT_EQ(until.element, 3U);
  EXPECT_EQ(until.comparison, Comparison::less_equal);
  EXPECT_EQ(until.value, 4e-3);
  EXPECT_EQ(until.expected, 40U);
  EXPECT_EQ(until.check_every, 5U);
  EXPECT_EQ(until.limit, 1000U);
  EXPECT_EQ(until.steps.size(), 1U);
}

TEST(Application, transfers_waits_and_recorded_loops_become_their_steps) {
  const Program program = application(passes(R"(
[loop.record]
repeat = 6
recorded = true
[[pass]]
name = "load"
transfer = "in"
buffer = "x"
[[pass]]
name = "p"
loop = "record"
points = 8
[[pass]]
name = "q"
points = 3
wait = true
[[pass]]
name = "settle"
wait = true
)"))
                              .program();

  ASSERT_EQ(program.steps.size(), 4U);
  EXPECT_EQ(std::get<Transfer>(program.steps[0].action).direction, Direction::in);
  EXPECT_EQ(std::get<Batch>(program.steps[1].action).replays, 6U);
  EXPECT_TRUE(
      std::holds_alternative<Wait>(std::get<Repeat>(program.steps[2].action).steps.at(1).action));
  EXPECT_TRUE(std::holds_alternative<Wait>(program.steps[3].action));
}

TEST(Application, fills_are_read_from_words_numbers_lists_and_files) {
  const std::string start = "name = 'a'\n[[buffer]]\nname = 'x'\ntype = 'ushort'\ncount = 4\n";
  const std::string end = "\n[[pass]]\nname = 'p'\npoints = 1\n";
  const auto fill = [&](const std::string& text) {
    return application(start + text + end, std::string("\x01\x02\x00\x01", 4))
        .frame()
        .buffers[0]
        .fill;
  };

  EXPECT_EQ(fill("fill = 'zero'").kind, FillKind::zero);
  EXPECT_EQ(fill("fill = 'index'").kind, FillKind::index);
  EXPECT_THAT(fill("fill = [1, 2.5]").values.all(), ElementsAre(1, 2.5));
  EXPECT_THAT(fill("fill = 'file:x.bin'").values.all(), ElementsAre(513, 256));
  EXPECT_EQ(fill("fill = 'random'"), random_fill(0, 65536, 1));
  EXPECT_EQ(fill("fill = 'random'\nlow = -1\nhigh = 3\nseed = 7"), random_fill(-1, 3, 7));
}

TEST(Application, numbers_of_a_fill_are_expressions_that_follow_the_parameters) {
  Application app = application(
      "name = 'a'\n[parameters]\nN = 4\n"
      "[[buffer]]\nname = 'r'\ntype = 'float'\ncount = 4\nfill = 'random'\nlow = '-N'\nhigh = "
      "'N/2'\n"
      "[[buffer]]\nname = 'c'\ntype = 'float'\ncount = 4\nfill = '2*N'\n"
      "[[buffer]]\nname = 'l'\ntype = 'float'\ncount = 4\nfill = ['N', 1, 'N*N']\n"
      "[[pass]]\nname = 'p'\npoints = 1\n");
  app.choose(Chosen{{"N", 8}});
  const Program program = app.frame();

  EXPECT_EQ(program.buffers[0].fill, random_fill(-8, 4, 1));
  EXPECT_EQ(program.buffers[1].fill.kind, FillKind::constant);
  EXPECT_EQ(program.buffers[1].fill.low, 16);
  EXPECT_THAT(program.buffers[2].fill.values.all(), ElementsAre(8, 1, 64));
}

TEST(Application, lu_of_the_paper_has_the_passes_that_were_found_and_the_literal_ones_on_request) {
  Application app = application_at("docs/applications/lu.toml");
  const auto launches = [&](double size, double literal) {
    app.choose(Chosen{{"N", size}, {"literal", literal}});
    std::map<std::string, std::uint64_t> count;
    app.each_step([&](std::size_t, const std::string&, const Step& step) {
      count[step.name] += demand_of(step).launches;
    });
    return count;
  };

  EXPECT_EQ(launches(128, 0)["max_op"], 896U);
  EXPECT_EQ(launches(256, 0)["max_op"], 2048U);
  EXPECT_EQ(launches(512, 0)["max_op"], 4097U);
  EXPECT_EQ(launches(2048, 0)["max_op"], 20481U);
  EXPECT_EQ(launches(2048, 0)["quadtree_op"], 40962U);
  EXPECT_EQ(launches(2048, 0)["copy_op"], 5 * 2047U);
  std::uint64_t literal = 0;
  for (int u = 0; u <= 510; ++u) {
    literal += static_cast<std::uint64_t>(std::ceil(std::log2(512 - u) / 2)) + 1;
  }
  EXPECT_EQ(launches(512, 1)["max_op"], literal);
}

TEST(Application, the_resolved_form_equals_the_golden_one_byte_for_byte) {
  Application lu = application_at("docs/applications/lu.toml");
  lu.choose(Chosen{{"N", 4}});
  Application smooth = application_at("docs/applications/smooth.toml");
  smooth.choose(Chosen{{"n", 1000}});
  const auto golden = [](const std::string& name) {
    return read_text_file(std::string(PLUMB_SOURCE_DIR) + "/tests/golden/application/" + name);
  };

  EXPECT_EQ(to_text(to_json(lu.program())), golden("lu.json"));
  EXPECT_EQ(to_text(to_json(smooth.program())), golden("smooth.json"));
}

ErrorKind kind_of_refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::skipped;
}

TEST(Application, an_interrupt_ends_a_long_walk_and_a_long_count) {
  const Application walked =
      application("name = 'a'\n[[pass]]\nname = 'p'\nover = ['u = 1 .. 1e6']\npoints = 'u'\n");
  const Application counted = application(
      "name = 'a'\n[loop.l]\nover = ['u = 1 .. 1e5']\n[[pass]]\nname = 'p'\nloop = 'l'\n"
      "over = ['v = u .. u']\npoints = 'v'\n");
  std::size_t steps = 0;
  int asked = 0;
  const Interrupted third_time = [&] { return ++asked == 3; };
  const EachStep use = [&](std::size_t, const std::string&, const Step&) { ++steps; };

  EXPECT_EQ(kind_of_refusal([&] { walked.each_step(use, third_time); }), ErrorKind::interrupted);
  EXPECT_EQ(asked, 3);
  EXPECT_GT(steps, 1000U);
  EXPECT_LT(steps, 4000U);

  asked = 0;
  steps = 0;
  EXPECT_EQ(kind_of_refusal([&] { counted.each_step(use, third_time); }), ErrorKind::interrupted);
  EXPECT_EQ(steps, 0U);
  asked = 0;
  EXPECT_EQ(kind_of_refusal([&] { (void)walked.program(third_time); }), ErrorKind::interrupted);
}

TEST(Application, its_program_survives_writing_and_reading) {
  const Json json = to_json(application(full).program());

  const Json parsed = parse_json(to_text(json), "p.json");

  EXPECT_EQ(to_json(program_from_json(JsonView(parsed, "p.json"))), json);
}

}  // namespace
}  // namespace plumb
