// tests/records/read_program_test.cpp - programs there and back as JSON; refusals name their place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/program.h"
#include "plumb/workloads/workload.h"
#include "tests/records/example_records.h"
#include "tests/records/refusal.h"
#include "tests/workloads/small_problem.h"

namespace plumb {
namespace {

Program read(const std::string& text) {
  const Json json = parse_json(text, "p.json");
  return program_from_json(JsonView(json, "p.json"));
}

Json read_and_written(const Json& json) { return to_json(read(to_text(json))); }

// The refusal of the example after the value at `pointer` was replaced, or added.
std::string refusal_with(std::string_view pointer, std::string_view value) {
  Json json = to_json(example_program());
  json[Json::json_pointer(std::string(pointer))] = parse_json(value, "value");
  return refusal([&] { return read(to_text(json)); });
}

TEST(ReadProgram, every_feature_survives_writing_and_reading) {
  const Json json = to_json(example_program());

  EXPECT_EQ(read_and_written(json), json);
}

TEST(ReadProgram, a_seed_keeps_all_64_bits) {
  Program program = small_program();
  program.buffers[0].fill = random_fill(0, 1, 18446744073709551615ULL);

  const Program again = read(to_text(to_json(program)));

  EXPECT_EQ(again.buffers[0].fill, program.buffers[0].fill);
}

TEST(ReadProgram, the_programs_of_all_workloads_survive_writing_and_reading) {
  for (const Workload& workload : catalogue()) {
    for (const auto& [variant, program] : small_programs(workload)) {
      const Json json = to_json(program);
      EXPECT_EQ(read_and_written(json), json) << workload.name << " " << variant;
    }
  }
}

TEST(ReadProgram, members_left_out_take_their_defaults) {
  const Program program = read(R"({"schema": "plumbline.program/1", "name": "n",
    "buffers": [{"name": "a", "type": "float2", "count": 3},
                {"name": "r", "type": "float", "count": 3, "fill": {"kind": "random"}}],
    "sources": [{"name": "k.cl", "text": ""}],
    "kernels": [{"name": "k", "source": "k.cl", "entry": "k"}],
    "steps": [{"launch": {"kernel": "k", "global": [8, 2], "local": [4], "arguments": []}},
              {"repeat": {"steps": []}}, {"batch": {"steps": []}}, {"wait": {}},
              {"until": {"buffer": "a", "comparison": "!=", "value": 1, "steps": []}}],
    "verification": [{"buffer": "a"}]})");

  EXPECT_EQ(program.buffers[0].fill, Fill{});
  EXPECT_EQ(program.buffers[1].fill, random_fill(0, 1, 1));
  EXPECT_EQ(program.sources[0].language, Language::opencl_c);
  const auto& launch = std::get<Launch>(program.steps[0].action);
  EXPECT_EQ(launch.global, (Range{8, 2, 1}));
  EXPECT_EQ(launch.local, (Range{4, 1, 1}));
  EXPECT_EQ(launch.pass, Pass{});
  EXPECT_EQ(std::get<Repeat>(program.steps[1].action).count, 1U);
  EXPECT_EQ(std::get<Batch>(program.steps[2].action).replays, 1U);
  const auto& until = std::get<Until>(program.steps[4].action);
  EXPECT_EQ(until.check_every, 1U);
  EXPECT_EQ(until.limit, 1000000U);
  EXPECT_EQ(program.verification[0].relative, 0);
  EXPECT_TRUE(program.verification[0].expected.empty());
}

TEST(ReadProgram, a_document_that_is_no_program_is_refused) {
  EXPECT_EQ(refusal([] { return read("3"); }), "p.json: /: expected an object");
  EXPECT_EQ(refusal([] { return read("{}"); }),
            "p.json: /: expected schema 'plumbline.program/1', found 'none'");
  EXPECT_EQ(
      refusal_with("/schema", R"("plumbline.program/2")"),
      "p.json: /: expected schema 'plumbline.program/1', found 'plumbline.program/2'; use the "
      "version of plumb that wrote the file, or a newer one");
  EXPECT_EQ(refusal([] { return read(R"({"schema": "plumbline.program/1", "name": "n"})"); }),
            "p.json: /: member 'steps' is missing");
}

TEST(ReadProgram, a_text_cut_off_anywhere_is_refused) {
  const std::string text = to_text(to_json(example_program()));

  for (std::size_t length = 0; length + 2 < text.size(); length += 97) {
    EXPECT_TRUE(refusal([&] { return read(text.substr(0, length)); }).starts_with("p.json:"));
  }
}

TEST(ReadProgram, unknown_members_are_refused_everywhere_with_the_nearest_name) {
  EXPECT_EQ(refusal_with("/setings", "{}"),
            "p.json: /: unknown member 'setings'; did you mean 'settings'?");
  EXPECT_EQ(refusal_with("/buffers/0/typ", "1"),
            "p.json: /buffers/0: unknown member 'typ'; did you mean 'type'?");
  EXPECT_EQ(refusal_with("/buffers/0/fill/sed", "1"),
            "p.json: /buffers/0/fill: unknown member 'sed'; did you mean 'seed'?");
  EXPECT_EQ(refusal_with("/images/0/shape/widht", "1"),
            "p.json: /images/0/shape: unknown member 'widht'; did you mean 'width'?");
  EXPECT_EQ(refusal_with("/sources/0/file", "1"), "p.json: /sources/0: unknown member 'file'");
  EXPECT_EQ(refusal_with("/kernels/0/definition", "1"),
            "p.json: /kernels/0: unknown member 'definition'; did you mean 'definitions'?");
  EXPECT_EQ(refusal_with("/steps/0/transfer/form", "1"),
            "p.json: /steps/0/transfer: unknown member 'form'");
  EXPECT_EQ(refusal_with("/steps/1/batch/steps/1/launch/goup", "1"),
            "p.json: /steps/1/batch/steps/1/launch: unknown member 'goup'");
  EXPECT_EQ(refusal_with("/verification/0/absolut", "1"),
            "p.json: /verification/0: unknown member 'absolut'; did you mean 'absolute'?");
}

TEST(ReadProgram, wrong_types_are_refused_by_their_place) {
  EXPECT_EQ(refusal_with("/name", "1"), "p.json: /name: expected a text");
  EXPECT_EQ(refusal_with("/settings/a~1b", "1"), "p.json: /settings/a~1b: expected a text");
  EXPECT_EQ(refusal_with("/buffers", "{}"), "p.json: /buffers: expected a list");
  EXPECT_EQ(refusal_with("/buffers/1", "[]"), "p.json: /buffers/1: expected an object");
  EXPECT_EQ(refusal_with("/buffers/0/count", "-1"),
            "p.json: /buffers/0/count: expected a whole number, zero or larger");
  EXPECT_EQ(refusal_with("/buffers/0/count", "1.5"),
            "p.json: /buffers/0/count: expected a whole number, zero or larger");
  EXPECT_EQ(refusal_with("/buffers/1/fill/values/2", "null"),
            "p.json: /buffers/1/fill/values/2: expected a number");
  EXPECT_EQ(refusal_with("/images/0/shape/normalized", "1"),
            "p.json: /images/0/shape/normalized: expected true or false");
  EXPECT_EQ(refusal_with("/steps/3/transfer", "[]"),
            "p.json: /steps/3/transfer: expected an object");
}

TEST(ReadProgram, unknown_words_are_refused_with_the_known_ones) {
  EXPECT_EQ(refusal_with("/buffers/0/type", R"("flaot")").substr(0, 46),
            "p.json: /buffers/0/type: unknown type 'flaot';");
  EXPECT_EQ(refusal_with("/buffers/0/fill/kind", R"("randon")"),
            "p.json: /buffers/0/fill/kind: unknown fill 'randon'; known are none, zero, "
            "constant, index, random, values, blobs; did you mean 'random'?");
  EXPECT_EQ(refusal_with("/sources/0/language", R"("c")"),
            "p.json: /sources/0/language: unknown language 'c'; known are opencl-c, cuda, ptx");
  EXPECT_EQ(refusal_with("/steps/0/transfer/direction", R"("on")"),
            "p.json: /steps/0/transfer/direction: unknown direction 'on'; known are in, out, "
            "within; did you mean 'in'?");
  EXPECT_EQ(refusal_with("/steps/2/repeat/steps/0/until/comparison", R"("=")"),
            "p.json: /steps/2/repeat/steps/0/until/comparison: unknown comparison '='; "
            "known are <, <=, >, >=, ==, !=");
}

TEST(ReadProgram, a_step_has_exactly_one_action) {
  EXPECT_EQ(
      refusal_with("/steps/0", R"({"name": "s"})"),
      "p.json: /steps/0: says no action: transfer, exchange, launch, wait, batch, repeat or until");
  EXPECT_EQ(refusal_with("/steps/0/wait", "{}"),
            "p.json: /steps/0: says both 'transfer' and 'wait'");
  EXPECT_EQ(refusal_with("/steps/0", R"({"wait": 5})"),
            "p.json: /steps/0/wait: expected an object");
  EXPECT_EQ(refusal_with("/steps/0", R"({"wait": {"for": 5}})"),
            "p.json: /steps/0/wait: unknown member 'for'");
}

TEST(ReadProgram, an_argument_is_one_of_a_buffer_an_image_and_a_scalar) {
  const std::string first = "/steps/1/batch/steps/1/launch/arguments/0";

  EXPECT_EQ(refusal_with(first, R"({"buffer": "in", "image": "texture"})"),
            "p.json: " + first + ": unknown member 'image'");
  EXPECT_EQ(refusal_with(first, R"({"image": "texture", "value": 1})"),
            "p.json: " + first + ": unknown member 'value'");
  EXPECT_EQ(refusal_with(first, R"({"value": 1})"),
            "p.json: " + first + ": member 'type' is missing");
  EXPECT_EQ(refusal_with(first, R"({"type": "float2", "value": 1})"),
            "p.json: " + first + ": an argument is a scalar, not a vector");
}

TEST(ReadProgram, members_of_another_kind_are_refused_not_ignored) {
  EXPECT_EQ(refusal_with("/buffers/4/fill/seed", "1"),
            "p.json: /buffers/4/fill: unknown member 'seed'");
  EXPECT_EQ(refusal_with("/buffers/0/fill/values", "[]"),
            "p.json: /buffers/0/fill: unknown member 'values'");
  EXPECT_EQ(refusal_with("/steps/0/transfer/to", R"("listed")"),
            "p.json: /steps/0/transfer/to: only a transfer 'within' the device names another "
            "buffer");
  EXPECT_EQ(refusal_with("/steps/0/transfer/direction", R"("within")"),
            "p.json: /steps/0/transfer: member 'to' is missing");
}

TEST(ReadProgram, a_range_has_one_to_three_numbers) {
  const std::string range = "/steps/1/batch/steps/1/launch/global";

  EXPECT_EQ(refusal_with(range, "[]"), "p.json: " + range + ": expected one to three numbers");
  EXPECT_EQ(refusal_with(range, "[1, 1, 1, 1]"),
            "p.json: " + range + ": expected one to three numbers");
  EXPECT_EQ(refusal_with(range, "[1099511627777]"),
            "p.json: " + range + "/0: 1099511627777 is more than 1099511627776");
}

TEST(ReadProgram, what_check_refuses_is_refused_with_the_document) {
  EXPECT_EQ(refusal_with("/verification/0/buffer", R"("lists")"),
            "p.json: /: verification: unknown buffer 'lists'; did you mean 'listed'?");
}

}  // namespace
}  // namespace plumb
