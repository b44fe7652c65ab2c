// tests/base/printable_test.cpp - no foreign text commands a terminal.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/printable.h"

#include <random>

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Printable, controls_become_visible_and_letters_of_all_languages_stay) {
  EXPECT_EQ(printable("a\x1b[31mb\x07"), "a\\x1b[31mb\\x07");
  EXPECT_EQ(printable("two\n\tlines"), "two\n\tlines");
  EXPECT_EQ(printable_line("two\n\tlines\r"), "two  lines\\x0d");
  EXPECT_EQ(printable("\u00e4\u672c\U0001f600"), "\u00e4\u672c\U0001f600");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m")
      << "the same command in eight bits";
  EXPECT_EQ(printable(std::string_view("\0x", 2)), "\\x00x");
}

TEST(Printable, what_turns_a_line_around_or_breaks_it_becomes_visible) {
  EXPECT_EQ(printable("a\u202eb"), "a\\xe2\\x80\\xaeb");
  EXPECT_EQ(printable("\u2066\u2069"), "\\xe2\\x81\\xa6\\xe2\\x81\\xa9");
  EXPECT_EQ(printable("\u061c\u200e\u2028"), "\\xd8\\x9c\\xe2\\x80\\x8e\\xe2\\x80\\xa8");
  EXPECT_EQ(printable("\u2027\u202f\u2065"), "\u2027\u202f\u2065");
}

TEST(Printable, bytes_that_are_not_utf_8_become_visible) {
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            "\\x9b31m");
  EXPECT_EQ(printable("\xc0\x80"), "\\xc0\\x80") << "too long a form of zero";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(printable("\xe6\x9c"), "\\xe6\\x9c") << "cut off";
  EXPECT_EQ(printable("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80") << "beyond the last one";
}

TEST(Printable, of_random_bytes_has_no_control_and_is_its_own_form) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> bytes(0, 255);
  for (int round = 0; round < 2000; ++round) {
    std::string text(static_cast<std::size_t>(bytes(random)) % 40, ' ');
    for (char& byte : text) byte = static_cast<char>(bytes(random));
    const std::string shown = printable_line(text);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const auto byte = static_cast<unsigned char>(shown[i]);
      EXPECT_TRUE(byte >= 0x20 && byte != 0x7f);
      EXPECT_TRUE(byte != 0xc2 || static_cast<unsigned char>(shown[i + 1]) >= 0xa0);
    }
    EXPECT_EQ(printable_line(shown), shown);
  }
}

}  // namespace
}  // namespace plumb
