// tests/records/image_test.cpp - shapes that devices can sample; pixels there and back as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/image.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/records/fill.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

Image read_image(const std::string& text) {
  const Json json = parse_json(text, "i.json");
  return image_from_json(JsonView(json, "i.json"));
}

// An image of one row of two uchar pixels, with `members` in front.
std::string row_with(const std::string& members) {
  return R"({"schema": "plumbline.image/1", )" + members + R"("type": "uchar", "width": 2})";
}

TEST(Image, is_written_with_its_shape_and_every_component) {
  const Image image{.shape = {.type = {Scalar::u8, 2}, .width = 2, .normalized = true},
                    .pixels = {std::byte{0}, std::byte{1}, std::byte{127}, std::byte{255}}};

  const Json json = to_json(image);

  EXPECT_EQ(json.dump(),
            R"({"schema":"plumbline.image/1","type":"uchar2","width":2,"height":1,"depth":1,)"
            R"("normalized":true,"pixels":[0.0,1.0,127.0,255.0]})");
}

TEST(Image, is_read_with_height_and_depth_of_one_by_default) {
  const Image image = read_image(row_with(R"("pixels": [3, 255], )"));

  EXPECT_EQ(image.shape, (ImageShape{.type = {Scalar::u8, 1}, .width = 2}));
  EXPECT_EQ(image.pixels, (std::vector{std::byte{3}, std::byte{255}}));
}

TEST(Image, of_any_sampled_type_reads_back_bit_for_bit) {
  const Fill fill = random_fill(-1000, 1000, 3);

  for (const Scalar scalar : {Scalar::u8, Scalar::u16, Scalar::i32, Scalar::u32, Scalar::f32}) {
    for (const unsigned width : {1U, 2U, 4U}) {
      Image image{.shape = {.type = {scalar, width}, .width = 7, .height = 5, .depth = 3},
                  .pixels = {}};
      image.pixels.resize(size_of(image.shape).count);
      fill_bytes(fill, scalar, 0, image.pixels);

      const Image again = read_image(to_text(to_json(image)));

      EXPECT_EQ(again.shape, image.shape);
      EXPECT_EQ(again.pixels, image.pixels);
    }
  }
}

TEST(Image, a_pixel_that_its_type_cannot_hold_is_refused_by_its_place) {
  EXPECT_EQ(refusal([] { return read_image(row_with(R"("pixels": [1, 256], )")); }),
            "i.json: /pixels/1: 256 does not fit into 'uchar'");
  EXPECT_EQ(refusal([] { return read_image(row_with(R"("pixels": [0.5, 1], )")); }),
            "i.json: /pixels/0: 0.5 does not fit into 'uchar'");
  EXPECT_EQ(refusal([] {
              return read_image(R"({"schema": "plumbline.image/1", "type": "float", "width": 1,
                              "pixels": [1e300]})");
            }),
            "i.json: /pixels/0: 1e+300 does not fit into 'float'");
}

TEST(Image, what_is_no_image_is_refused_by_its_place) {
  EXPECT_EQ(refusal([] { return read_image(R"({"schema": "plumbline.result/1"})"); }),
            "i.json: /: expected schema 'plumbline.image/1', found 'plumbline.result/1'");
  EXPECT_EQ(refusal([] { return read_image("[]"); }), "i.json: /: expected an object");
  EXPECT_EQ(refusal([] { return read_image(row_with("")); }),
            "i.json: /: member 'pixels' is missing");
  EXPECT_EQ(refusal([] { return read_image(row_with(R"("pixels": [1, 2, 3], )")); }),
            "i.json: /pixels: 3 values, the shape needs 2");
  EXPECT_EQ(refusal([] { return read_image(row_with(R"("pixels": [1, null], )")); }),
            "i.json: /pixels/1: expected a number");
  EXPECT_EQ(refusal([] { return read_image(row_with(R"("pixel": [1, 2], )")); }),
            "i.json: /: unknown member 'pixel'; did you mean 'pixels'?");
  EXPECT_EQ(refusal([] { return read_image(row_with(R"("pixels": [1, 2], "depth": -1, )")); }),
            "i.json: /depth: expected a whole number, zero or larger");
}

TEST(ImageShape, has_the_size_of_its_pixels) {
  const ImageShape shape{.type = {Scalar::f32, 4}, .width = 3, .height = 5, .depth = 7};

  EXPECT_EQ(size_of(shape), Bytes{3ULL * 5 * 7 * 16});
}

TEST(ImageShape, no_extent_may_be_zero_or_above_2_to_the_20) {
  EXPECT_EQ(refusal([] { check(ImageShape{.width = 0}); }),
            "an image of 0 x 1 x 1 pixels: each extent must be 1 to 1048576");
  EXPECT_EQ(refusal([] { check(ImageShape{.width = 1, .height = (1U << 20U) + 1}); }),
            "an image of 1 x 1048577 x 1 pixels: each extent must be 1 to 1048576");
  EXPECT_EQ(refusal([] { check(ImageShape{.width = 1, .depth = 0}); }),
            "an image of 1 x 1 x 0 pixels: each extent must be 1 to 1048576");
}

TEST(ImageShape, too_many_bytes_are_refused_even_where_64_bits_overflow) {
  const std::uint64_t most = 1U << 20U;
  const ImageShape exact{.type = {Scalar::u8, 1}, .width = most, .height = most};
  ImageShape large = exact;
  large.depth = 2;
  ImageShape overflowing = exact;
  overflowing.depth = most;
  overflowing.type = {Scalar::f32, 4};  // 2^64 bytes

  EXPECT_NO_THROW(check(exact));
  EXPECT_EQ(refusal([&] { check(large); }), "an image of more than 1 TiB");
  EXPECT_EQ(refusal([&] { check(overflowing); }), "an image of more than 1 TiB");
}

TEST(ImageShape, a_type_that_devices_do_not_sample_is_refused) {
  for (const std::string name :
       {"char4", "short", "long2", "ulong", "double", "float8", "uchar16"}) {
    EXPECT_EQ(refusal([&] { check(ImageShape{.type = type_from_name(name), .width = 1}); }),
              "images of '" + name +
                  "' are not sampled by devices; use 1, 2 or 4 components of uchar, ushort, int, "
                  "uint or float");
  }
}

TEST(ImageShape, only_small_unsigned_components_can_be_normalized) {
  for (const std::string name : {"int", "uint2", "float4"}) {
    const ImageShape shape{.type = type_from_name(name), .width = 1, .normalized = true};

    EXPECT_EQ(refusal([&] { check(shape); }),
              "images of '" + name + "' cannot be normalized; uchar and ushort can");
  }
}

}  // namespace
}  // namespace plumb
