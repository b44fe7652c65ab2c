// tests/device/opencl_c_vectors_test.cpp - vectors of OpenCL C are the same on every device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/opencl_c_case.h"

namespace plumb::device {
namespace {

using testing::ElementsAre;

class OpenClVectors : public OpenClCase {};
PLUMB_FOR_EACH_DEVICE(OpenClVectors);

TEST_P(OpenClVectors, literals_and_swizzles_of_vectors) {
  load("vectors.cl");
  const auto a = float4s(count);
  const auto in = given(a);
  const auto out = taken(count * sizeof(Float4));

  run("vectors_literal", items(count, group), {out.get(), scalar(2.5F), n});
  const auto literals = found<Float4>(*out);
  run("vectors_swizzle", items(count, group), {in.get(), out.get(), n});
  const auto swizzled = found<Float4>(*out);

  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_THAT(literals[i], ElementsAre(0.5F, -1.0F, static_cast<float>(i) - 2, 1.0F));
    const auto [x, y, z, w] = a[i];
    EXPECT_THAT(swizzled[i], ElementsAre(w * 2 + x, x + w + x - w, x * 2 + y, y * 2 + y)) << i;
  }
}

TEST_P(OpenClVectors, wide_vectors_and_relations) {
  load("vectors.cl");
  const auto a = int4s(count, 3);
  const auto b = int4s(count, 3);
  const auto wide = drawn<int>(16 * count, [&] { return draw(-1000, 1000); });
  const auto in = given(a);
  const auto other = given(b);
  const auto wide_in = given(wide);
  const auto out = taken(16 * count * sizeof(int));

  run("vectors_wide", items(count, group), {wide_in.get(), out.get(), n});
  const auto widened = found<int>(*out);
  run("vectors_compare", items(count, group), {in.get(), other.get(), out.get(), n});
  const auto compared = found<Int4>(*out);

  for (std::size_t i = 0; i < count; ++i) {
    std::array<int, 16> w{};
    std::copy_n(wide.begin() + static_cast<std::ptrdiff_t>(16 * i), 16, w.begin());
    const std::array<int, 16> v = w;
    w[0] = v[15];
    w[15] = v[0];
    w[5] = 3;
    for (std::size_t k = 0; k < 8; ++k) w[k] += (static_cast<int>(k) + 1) * v[8 + k];
    for (std::size_t k = 0; k < 16; ++k) EXPECT_EQ(widened[16 * i + k], w[15 - k]) << i;

    Int4 r{};
    for (std::size_t k = 0; k < 4; ++k)
      r[k] = a[i][k] > b[i][k] ? b[i][k] + 100 : a[i][k] + a[i][k] / 3;
    if (a[i][0] == b[i][0] || a[i][1] == b[i][1] || a[i][2] == b[i][2] || a[i][3] == b[i][3])
      r[0] = -1;
    if (*std::ranges::min_element(a[i]) >= 0) r[1] = -2;
    for (std::size_t k = 0; k < 4; ++k) {
      const int least = std::min(a[i][(k + 1) % 4], -a[i][k]);
      EXPECT_EQ(compared[i][k], std::max(r[k], least) ^ (b[i][k] * 4) ^ ~a[i][k]) << i << " " << k;
    }
  }
}

TEST_P(OpenClVectors, vectors_of_three_take_the_room_of_four) {
  load("vectors.cl");
  struct alignas(16) Vertex {
    Float4 position;
    std::array<std::uint8_t, 4> colour;
    std::int16_t kind;
  };
  const auto vertices = drawn<Vertex>(count, [&] {
    return Vertex{{eighths(), eighths(), eighths(), eighths()}, {9, 70, 200, 255}, 0};
  });
  const auto in = given(vertices);
  const auto out = taken(count * sizeof(Float4));

  run("vectors_of_three", items(count, group), {in.get(), out.get(), scalar(0.5F), n});

  const auto moved = found<Float4>(*out);
  const auto left = found<Vertex>(*in);
  for (std::size_t i = 0; i < count; ++i) {
    const Float4& p = vertices[i].position;
    EXPECT_EQ(moved[i][0], p[0] + 0.5F);
    EXPECT_EQ(moved[i][1], p[1]);
    EXPECT_EQ(moved[i][2], p[2] - 0.5F);
    EXPECT_THAT(left[i].colour, ElementsAre(199, 209, 14, 144));  // wxyz, each plus 200 modulo 256
    EXPECT_EQ(left[i].kind, 32 + 4);
  }
}

TEST_P(OpenClVectors, vectors_are_loaded_and_stored_at_any_element) {
  load("loads.cl");
  const auto a = drawn<float>(count, [&] { return eighths(); });
  const auto bytes =
      drawn<std::uint8_t>(3 * count, [&] { return static_cast<std::uint8_t>(draw(0, 255)); });
  const auto in = given(a);
  const auto byte_in = given(bytes);
  const auto out = given(std::vector<float>(count, 77));
  const auto byte_out = taken(3 * count);

  run("loads_four", items(count, group), {in.get(), out.get(), n});
  run("loads_bytes", items(count, group), {byte_in.get(), byte_out.get(), n});

  const auto loaded = found<float>(*out);
  const std::array<std::size_t, 4> from{1, 0, 3, 2};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t vector = (i - 1) / 4;
    const bool copied = i > 0 && 4 * vector + 4 < count;
    EXPECT_EQ(loaded[i], copied ? a[1 + 4 * vector + from[(i - 1) % 4]] : 77) << i;
  }
  const auto narrowed = found<std::uint8_t>(*byte_out);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    EXPECT_EQ(narrowed[i], std::clamp(bytes[i] * 2 - 100, 0, 255)) << i;
}

// Of halves that are whole numbers below 2048.
float half_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const float significand = static_cast<float>((bits & 1023) | (exponent > 0 ? 1024 : 0));
  const float magnitude = std::ldexp(significand, std::max(exponent, 1) - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// The upper 64 of 128 bits, from products of 32-bit digits.
std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t low = (a & 0xffffffffU) * (b & 0xffffffffU);
  const std::uint64_t first = (a >> 32U) * (b & 0xffffffffU) + (low >> 32U);
  const std::uint64_t second = (a & 0xffffffffU) * (b >> 32U) + (first & 0xffffffffU);
  return (a >> 32U) * (b >> 32U) + (first >> 32U) + (second >> 32U);
}

TEST_P(OpenClVectors, halves_conversions_and_bits) {
  load("loads.cl");
  // Between 1 and 32768, so that a half of it and one more are halves again.
  const auto halves = drawn<std::uint16_t>(4 * count, [&] {
    return static_cast<std::uint16_t>(draw(0, 1) << 15 | draw(15, 29) << 10 | draw(0, 255) << 2);
  });
  const auto reals = drawn<Float4>(count, [&] {
    const auto one = [&] {
      return static_cast<float>(std::ldexp(draw(-99999, 99999), draw(-18, 20)));
    };
    return Float4{one(), one(), one(), one()};
  });
  const auto words = drawn<std::uint64_t>(
      2 * count, [&] { return static_cast<std::uint64_t>(random()) << 32U | random(); });
  const auto half_in = given(halves);
  const auto half_out = taken((4 * count + 1) * 2);
  const auto real_in = given(reals);
  const auto out = taken(count * sizeof(Int4));
  const auto word_in = given(words);
  const auto word_out = taken(words.size() * 8);

  run("loads_halves", items(count, group), {half_in.get(), half_out.get(), n});
  run("loads_rounded", items(count, group), {real_in.get(), out.get(), n});
  run("loads_bits", items(count, group), {word_in.get(), word_out.get(), n});

  const auto halved = found<std::uint16_t>(*half_out);
  for (std::size_t i = 0; i < halves.size(); ++i)
    EXPECT_EQ(half_value(halved[i]), half_value(halves[i]) / 2) << i;
  EXPECT_NEAR(half_value(halved.back()), half_value(halves[3]) + 1,
              std::abs(half_value(halves[3])) / 1024);
  const auto rounded = found<Int4>(*out);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const double x = static_cast<double>(reals[i][k]);
      const auto within = [](double value, double low, double high) {
        return static_cast<std::int64_t>(std::clamp(value, low, high));
      };
      const auto nearest = static_cast<int>(within(std::nearbyint(x), -0x1p31, 0x1p31 - 1));
      const auto down = static_cast<int>(std::floor(std::clamp(x, -1e6, 1e6)));
      const auto narrow = std::clamp(nearest, -128, 127);
      const auto natural = static_cast<std::uint32_t>(within(x, 0, 0x1p32 - 1));
      EXPECT_EQ(rounded[i][k], nearest ^ (down * 3) ^ narrow ^ std::bit_cast<int>(reals[i][k]) ^
                                   std::bit_cast<int>(natural))
          << i << " " << reals[i][k];
    }
  }
  const auto mixed = found<std::uint64_t>(*word_out);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t v = words[i];
    const std::uint64_t w = words[i ^ 1U];
    const std::uint64_t high = high_product(v, w);
    const std::uint64_t scaled = high + std::rotl(v, 13) +
                                 static_cast<std::uint64_t>(std::popcount(v)) * 7 +
                                 static_cast<std::uint64_t>(std::countl_zero(v));
    const std::uint64_t half_sum = (v >> 1U) + (w >> 1U) + (v & w & 1U);
    const std::uint64_t mean = half_sum ^ (v > w ? v - w : w - v);
    const auto word = [&](std::size_t k) {
      return static_cast<std::uint32_t>(words[(i & ~1U) + k / 2] >> (32 * (k % 2)));
    };
    const std::size_t c = i & 1U;  // upsample(xy, zw): (x, z) and (y, w)
    const std::uint64_t up = static_cast<std::uint64_t>(word(c)) << 32U | word(c + 2);
    const std::uint64_t product = (word(2 * c) & 0xfffU) * (word(2 * c + 1) & 0xfffU) + 5;
    EXPECT_EQ(mixed[i], scaled ^ mean ^ up ^ product) << i;
  }
}

}  // namespace
}  // namespace plumb::device
