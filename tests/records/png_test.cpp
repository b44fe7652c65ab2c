// tests/records/png_test.cpp - pictures in and out, and files that are not what they say.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/png.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/records/fill.h"

namespace plumb {
namespace {

using testing::HasSubstr;

Image random_picture(std::uint64_t width, std::uint64_t height) {
  Image image{.shape = {.type = {Scalar::u8, 4}, .width = width, .height = height}, .pixels = {}};
  image.pixels.resize(size_of(image.shape).count);
  fill_bytes(random_fill(0, 256, 3), Scalar::u8, 0, image.pixels);
  return image;
}

std::string refusal_of_png(std::string_view bytes) {
  try {
    (void)image_from_png(bytes, "cat.png");
  } catch (const Error& error) {
    EXPECT_EQ(kind_of(error), ErrorKind::input);
    return explain(error);
  }
  return "nothing was thrown";
}

TEST(Png, what_is_written_is_read_back_to_the_byte) {
  const Image picture = random_picture(37, 11);

  const Image again = image_from_png(png_of(picture), "again.png");

  EXPECT_EQ(again.shape, picture.shape);
  EXPECT_EQ(again.pixels, picture.pixels);
}

TEST(Png, every_truncated_file_is_refused_with_one_line) {
  const std::string whole = png_of(random_picture(9, 5));

  for (std::size_t length = 8; length + 12 < whole.size(); ++length) {
    const std::string message = refusal_of_png(std::string_view(whole).substr(0, length));

    EXPECT_THAT(message, HasSubstr("cat.png: cannot be read as PNG: ")) << length;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
}

TEST(Png, a_text_and_a_hostile_size_are_refused) {
  std::string hostile = png_of(random_picture(3, 3));
  // Width and height stand behind the signature and the head of the first chunk; its sum is wrong
  // then, so both refusals are right: of the sum, or of the size.
  for (const std::size_t at : {16U, 20U}) hostile.replace(at, 4, "\x40\x40\x40\x40");

  EXPECT_EQ(refusal_of_png("GIF89a"), "cat.png: is not a PNG file");
  EXPECT_EQ(refusal_of_png(""), "cat.png: is not a PNG file");
  EXPECT_THAT(refusal_of_png(hostile), HasSubstr("cat.png: "));
}

}  // namespace
}  // namespace plumb
