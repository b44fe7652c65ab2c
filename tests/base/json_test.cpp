// tests/base/json_test.cpp - JSON errors say where; files are written whole or not at all.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/json.h"

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

template <class Step>
std::string refusal(const Step& step) {
  try {
    step();
  } catch (const Error& error) {
    return explain(error);
  }
  return "nothing was thrown";
}

std::string folder(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / ("plumb_json_" + name);
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path.string();
}

TEST(ParseJson, a_syntax_error_names_file_line_and_column) {
  EXPECT_THAT(refusal([] { parse_json("{\n \"a\": 1,\n \"b\" 2\n}", "x.json"); }),
              StartsWith("x.json:3:6: "));
}

TEST(ParseJson, a_text_cut_off_in_the_middle_is_refused) {
  const std::string cut_off = ": the text ends in the middle: the file was cut off";
  EXPECT_EQ(refusal([] { parse_json("{\"a\": [1, 2", "x.json"); }), "x.json:1:12" + cut_off);
  EXPECT_EQ(refusal([] { parse_json("{\"a\": [1,\n  ", "x.json"); }), "x.json:2:3" + cut_off);
  EXPECT_EQ(refusal([] { parse_json("", "x.json"); }), "x.json:1:1: the file is empty");
}

TEST(ParseJson, a_member_that_stands_twice_is_refused_with_its_place) {
  EXPECT_EQ(refusal([] { (void)parse_json("{\"a\": 1,\n \"a\": 2}", "r.json"); }),
            "r.json:2:2: member 'a' stands twice");
  EXPECT_EQ(refusal([] { (void)parse_json(R"({"x": [{"a": 1, "\u0061": 2}]})", "r.json"); }),
            "r.json:1:17: member 'a' stands twice")
      << "the same name, written with an escape";
  EXPECT_EQ(parse_json(R"({"a": {"a": 1}, "b": [{"a": "a"}, {"a": "\\\""}]})", "r.json").size(), 2U)
      << "the same name in different objects";
}

TEST(ParseJson, a_zero_byte_does_not_hide_what_stands_after_it) {
  const std::string text("\"a\"\0\"int4\" : 2", 14);
  EXPECT_EQ(refusal([&] { (void)parse_json(text, "r.json"); }), "r.json:1:4: a zero byte");
}

TEST(ParseJson, nesting_that_would_exhaust_the_stack_is_refused) {
  EXPECT_EQ(refusal([] { parse_json(std::string(100000, '['), "x.json"); }),
            "x.json: nested deeper than 200 levels");
}

TEST(JsonView, wrong_types_are_refused_by_json_pointer) {
  const Json json = parse_json(R"({"points": [{"samples": 3, "name": "a", "n": -1}]})", "r.json");
  const JsonView point = JsonView(json, "r.json").at("points").list().front();

  EXPECT_EQ(refusal([&] { (void)point.at("samples").list(); }),
            "r.json: /points/0/samples: expected a list");
  EXPECT_EQ(refusal([&] { (void)point.at("nmae"); }),
            "r.json: /points/0: member 'nmae' is missing");
  EXPECT_EQ(refusal([&] { point.only({"samples", "names", "n"}); }),
            "r.json: /points/0: unknown member 'name'; did you mean 'names'?");
  EXPECT_THAT(refusal([&] { (void)point.at("n").count(); }),
              HasSubstr("/points/0/n: expected a whole"));
  EXPECT_THAT(refusal([&] { (void)point.at("samples").count(2); }), HasSubstr("3 is more than 2"));
}

TEST(JsonView, a_list_of_numbers_is_read_and_a_foreign_item_named) {
  const Json json = parse_json(R"({"good": [1, -2.5], "bad": [1, "2"], "none": 3})", "r.json");
  const JsonView view(json, "r.json");

  const std::vector<double> numbers = view.at("good").numbers();

  EXPECT_EQ(numbers, (std::vector<double>{1, -2.5}));
  EXPECT_EQ(refusal([&] { (void)view.at("bad").numbers(); }), "r.json: /bad/1: expected a number");
  EXPECT_EQ(refusal([&] { (void)view.at("none").numbers(); }), "r.json: /none: expected a list");
}

TEST(JsonView, a_slash_or_a_tilde_in_a_name_is_escaped_in_the_pointer) {
  const Json json = parse_json(R"({"a/b~c": 1})", "r.json");

  const JsonView view = JsonView(json, "r.json").at("a/b~c");

  EXPECT_EQ(refusal([&] { (void)view.text(); }), "r.json: /a~1b~0c: expected a text");
}

TEST(JsonView, a_foreign_schema_is_named) {
  const Json json = parse_json(R"({"schema": "plumbline.result/9"})", "r.json");

  EXPECT_EQ(refusal([&] { JsonView(json, "r.json").require_schema("plumbline.result/1"); }),
            "r.json: /: expected schema 'plumbline.result/1', found 'plumbline.result/9'; use the "
            "version of plumb that wrote the file, or a newer one");
}

TEST(JsonView, of_an_older_schema_says_another_way_out_than_of_a_newer_one) {
  const auto refused = [](const std::string& found, std::string_view expected) {
    const Json json = parse_json(R"({"schema": ")" + found + R"("})", "r.json");
    return refusal([&] { JsonView(json, "r.json").require_schema(expected); });
  };

  EXPECT_EQ(
      refused("plumbline.result/9", "plumbline.result/10"),
      "r.json: /: expected schema 'plumbline.result/10', found 'plumbline.result/9'; an older "
      "plumb wrote the file: make it anew with this one");
  EXPECT_EQ(refused("plumbline.result/10", "plumbline.result/9"),
            "r.json: /: expected schema 'plumbline.result/9', found 'plumbline.result/10'; use the "
            "version of plumb that wrote the file, or a newer one");
}

TEST(JsonText, a_number_that_is_not_finite_is_never_written) {
  const Json json = {{"a", {1.0, std::numeric_limits<double>::quiet_NaN()}}};

  EXPECT_THAT(refusal([&] { (void)to_text(json); }), HasSubstr("not finite"));
}

TEST(WriteWhole, replaces_a_file_and_leaves_nothing_beside_it) {
  const std::string in = folder("replace");
  const std::string path = in + "/out.json";

  write_whole(path, "first");
  write_whole(path, "second");

  EXPECT_EQ(read_text_file(path), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(in), {}), 1);
}

TEST(WholeFile, appears_when_it_is_finished_and_else_leaves_nothing) {
  const std::string in = folder("pieces");
  const auto files = [&] { return std::distance(std::filesystem::directory_iterator(in), {}); };
  {
    WholeFile abandoned(in + "/out.json");
    abandoned.write("half");
    EXPECT_EQ(files(), 1);  // the temporary
  }
  EXPECT_EQ(files(), 0);

  WholeFile file(in + "/out.json");
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(std::filesystem::exists(in + "/out.json"));
  file.finish();

  EXPECT_EQ(read_text_file(in + "/out.json"), "one two");
  EXPECT_EQ(files(), 1);
}

TEST(WriteWhole, goes_through_links_also_to_a_file_that_is_not_there_yet) {
  const std::string in = folder("links");
  std::filesystem::create_symlink("named.json", in + "/link.json");
  std::filesystem::create_symlink("circle.json", in + "/circle.json");

  write_whole(in + "/link.json", "first");
  write_whole(in + "/link.json", "second");

  EXPECT_TRUE(std::filesystem::is_symlink(in + "/link.json"));
  EXPECT_EQ(read_text_file(in + "/named.json"), "second");
  EXPECT_THROW(write_whole(in + "/circle.json", "x"), Error);
  EXPECT_TRUE(std::filesystem::is_symlink(in + "/circle.json"));
}

TEST(WriteWhole, an_unwritable_place_is_named_with_the_cause) {
  const std::string in = folder("unwritable");

  EXPECT_THAT(refusal([&] { write_whole(in + "/no/such/out.json", "x"); }),
              HasSubstr("/no/such/out.json': No such file or directory"));
  EXPECT_THAT(refusal([&] { write_whole(in, "x"); }), HasSubstr("it is a folder"));
}

TEST(ReadTextFile, a_missing_file_and_a_folder_are_refused) {
  EXPECT_THAT(refusal([] { read_text_file("/no/such/file"); }),
              HasSubstr("cannot read '/no/such/file': No such file or directory"));
  EXPECT_THAT(refusal([] { read_text_file("/"); }), HasSubstr("it is a folder"));
}

}  // namespace
}  // namespace plumb
