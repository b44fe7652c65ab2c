// tests/workloads/morphology/element_test.cpp - shapes, runs, files of offsets and their mistakes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/morphology/element.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/workloads/morphology/morphology.h"
#include "tests/device/each_device.h"

namespace plumb::morphology {
namespace {

using testing::ElementsAre;

Element element_named(const std::string& shape, const std::string& references = "64") {
  return element_of(settings_for(workload, {}, {{"element", shape}, {"references", references}}));
}

TEST(Element, every_shape_has_as_many_points_as_asked_for) {
  for (const char* shape : {"rectangle", "cross", "disc", "line", "column", "diagonal"}) {
    for (const int points : {1, 2, 4, 7, 64, 1024}) {
      const Element element = element_named(shape, std::to_string(points));

      EXPECT_EQ(element.size(), static_cast<std::size_t>(points)) << shape;
      EXPECT_TRUE(std::ranges::is_sorted(element)) << shape;
      EXPECT_EQ(std::ranges::adjacent_find(element), element.end()) << shape;
      EXPECT_THAT(element, testing::Contains(Offset{0, 0})) << shape << " " << points;
    }
  }
}

TEST(Element, small_shapes_are_those_of_the_definition) {
  EXPECT_THAT(element_named("rectangle", "4"),
              ElementsAre(Offset{-1, -1}, Offset{-1, 0}, Offset{0, -1}, Offset{0, 0}));
  EXPECT_THAT(element_named("cross", "5"),
              ElementsAre(Offset{-1, 0}, Offset{0, -1}, Offset{0, 0}, Offset{0, 1}, Offset{1, 0}));
  EXPECT_EQ(element_named("disc", "5"), element_named("cross", "5"));
  EXPECT_THAT(element_named("3x1"), ElementsAre(Offset{-1, 0}, Offset{0, 0}, Offset{1, 0}));
  EXPECT_TRUE(is_rectangle(element_named("rectangle", "1024")));
  EXPECT_FALSE(is_rectangle(element_named("disc", "1024")));
}

TEST(Element, runs_are_the_unbroken_parts_of_columns) {
  const Element element = element_from_text("0 0\n0 1\n0 3\n2 -1\n", "four");

  const auto runs = runs_of(element);

  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].length, 2);
  EXPECT_EQ(runs[1].first, 3);
  EXPECT_EQ(runs[2].x, 2);
}

TEST(Element, a_file_has_offsets_comments_and_blank_lines) {
  const Element element = element_from_text("# three points\n\n 1 2 # the last\r\n-1\t0\n0 0", "e");

  EXPECT_THAT(element, ElementsAre(Offset{-1, 0}, Offset{0, 0}, Offset{1, 2}));
}

TEST(Element, mistakes_in_a_file_are_named_with_their_place) {
  const auto refused = [](const char* text) {
    ErrorKind kind{};
    const std::string message = refusal([&] { element_from_text(text, "e.txt"); }, &kind);
    EXPECT_EQ(kind, ErrorKind::input);
    return message;
  };

  EXPECT_EQ(refused("0 0\n1 b\n"), "e.txt:2:3: expected a whole number: x y");
  EXPECT_EQ(refused("1.5 2\n"), "e.txt:1:1: expected a whole number: x y");
  EXPECT_EQ(refused("0\n"), "e.txt:1:2: y is missing: x y");
  EXPECT_EQ(refused("0 0 0\n"), "e.txt:1:5: expected the end of the line: x y");
  EXPECT_EQ(refused("0 9999999\n"), "e.txt:1:3: an offset of 9999999: must be -1048576 to 1048576");
  EXPECT_EQ(refused("1 1\n0 0\n1 1\n"), "e.txt:3: offset 1 1 stands there twice");
  EXPECT_EQ(refused("# nothing\n"), "e.txt: has no offsets");
}

}  // namespace
}  // namespace plumb::morphology
