// tests/device/opencl_c_numbers_test.cpp - indices, constants and numbers of OpenCL C are the same
// on every device, and what is refused.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/opencl_c_case.h"

namespace plumb::device {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class OpenClNumbers : public OpenClCase {};
PLUMB_FOR_EACH_DEVICE(OpenClNumbers);

TEST_P(OpenClNumbers, work_items_know_where_they_are) {
  load("numbers.cl");
  const std::array<std::array<std::uint64_t, 3>, 4> ranges{
      {{6, 4, 3}, {6, 4, 1}, {6, 1, 1}, {6, 1, 3}}};
  for (const auto& range : ranges) {
    const auto [w, h, d] = range;
    Launch shape{.global = range, .local = {3, h > 1 ? 2U : 1U, 1}};
    const auto out = taken(w * h * d * 32);

    run("numbers_indices", shape, {out.get()});

    const auto all = found<std::array<std::uint32_t, 8>>(*out);
    for (std::uint32_t z = 0, i = 0; z < d; ++z)
      for (std::uint32_t y = 0; y < h; ++y)
        for (std::uint32_t x = 0; x < w; ++x, ++i)
          EXPECT_THAT(all[i], ElementsAre(d > 1 ? 3 : (h > 1 ? 2 : 1), 0, h / shape.local[1], x / 3,
                                          w + 10 * h + 100 * d, x % 3 + 10 * (y % shape.local[1]),
                                          shape.local[1], y));
  }
}

TEST_P(OpenClNumbers, constants_of_the_program_and_of_the_caller) {
  load("numbers.cl");
  const auto a = drawn<float>(count, [&] { return eighths(); });
  const auto vectors = float4s(count);
  const auto table = drawn<float>(13, [&] { return eighths(); });
  const auto in = given(a);
  const auto vector_in = given(vectors);
  const auto given_table = given(table);
  const auto out = taken(count * 8);
  const auto vector_out = taken(count * 16);

  run("numbers_constants", items(count, group),
      {in.get(), out.get(), given_table.get(), scalar(std::uint32_t{13}), n});
  run("numbers_taps", items(count, group), {vector_in.get(), vector_out.get(), n});

  const std::array<float, 5> weights{0.125F, 0.25F, 0.5F, 0.25F, 0.125F};
  const auto sums = found<std::array<float, 2>>(*out);
  const auto taps = found<Float4>(*vector_out);
  for (std::size_t i = 0; i < count; ++i) {
    float sum = 0;
    for (std::ptrdiff_t k = -2; k <= 2; ++k) {
      const auto at = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(i) + k, 0, count - 1);
      sum += weights[static_cast<std::size_t>(k + 2)] * a[static_cast<std::size_t>(at)];
    }
    EXPECT_THAT(sums[i], ElementsAre(sum, table[i % 13] * 3)) << i;
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_EQ(taps[i][k], vectors[i][k] * weights[i % 5] + 0.125F) << i;
  }
}

TEST_P(OpenClNumbers, geometry_doubles_and_packed_structures) {
  if (!device->info().doubles) GTEST_SKIP() << "the device has no doubles";
  load("numbers.cl");
  const auto a = float4s(count);
  const auto pairs = drawn<double>(2 * count, [&] { return draw(-100000, 100000) / 7.0; });
  std::vector<std::byte> records(9 * count);
  for (std::size_t i = 0; i < count; ++i) {
    records[9 * i] = static_cast<std::byte>(i % 251);
    std::memcpy(&records[9 * i + 1], &pairs[i], 8);
  }
  const auto in = given(a);
  const auto pair_in = given(pairs);
  const auto record_in = given(records);
  const auto out = taken(count * 4);
  const auto pair_out = taken(pairs.size() * 8);
  const auto record_out = taken(count * 8);

  run("numbers_geometry", items(count, group), {in.get(), out.get(), n});
  run("numbers_doubles", items(count, group), {pair_in.get(), pair_out.get(), scalar(0.75), n});
  run("numbers_packed", items(count, group),
      {record_in.get(), record_out.get(), scalar(static_cast<signed char>(-3)), n});

  const auto lengths = found<float>(*out);
  for (std::size_t i = 0; i < count; ++i) {
    const std::array<double, 4> v{a[i][0], a[i][1], a[i][2], a[i][3]};
    std::array<double, 3> u{v[0] + 1, v[1] + 1, v[2] + 1};
    const double norm = std::hypot(u[0], u[1], u[2]);
    for (double& component : u) component = norm > 0 ? component / norm : 0;
    const double across =
        std::hypot(u[1] * v[0] - u[2] * v[1], u[2] * v[2] - u[0] * v[0], u[0] * v[1] - u[1] * v[2]);
    const double t = std::clamp((v[2] + 1) / 2, 0.0, 1.0);
    const double sign = v[3] > 0 ? 1 : (v[3] < 0 ? -1 : 0);
    const double expected = across + 2 * (v[0] * v[3] + v[1] * v[2]) +
                            std::hypot(u[0] - v[1], u[1] - v[2], u[2] - v[0]) + v[0] +
                            (v[1] - v[0]) / 4 + t * t * (3 - 2 * t) + sign + (v[0] < 0.5 ? 0 : 1);
    const double scale = 1 + std::abs(v[0] * v[3]) + std::abs(v[1] * v[2]) + across + 400;
    EXPECT_NEAR(lengths[i], expected, 1e-5 * scale) << i;
  }
  const auto doubled = found<double>(*pair_out);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double expected = std::fma(pairs[i], i % 2 == 0 ? 2.0 : 0.75, pairs[i ^ 1U]) +
                            std::sqrt(std::abs(pairs[i])) + std::fmod(pairs[i], 0.25);
    EXPECT_NEAR(doubled[i], expected, 1e-11 * (1 + std::abs(expected))) << i;
  }
  const auto unpacked = found<double>(*record_out);
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_NEAR(unpacked[i], pairs[i] - 3.0 * static_cast<double>(i % 251), 1e-11 * 20000) << i;
}

TEST_P(OpenClNumbers, more_local_memory_than_there_is_is_refused) {
  load("local_memory.cl");
  const auto a = taken(8 * group);
  const Bytes too_much = device->info().local_memory + Bytes{4096};
  const auto kernel = module->kernel("local_scan");

  const auto launch = [&](const Argument& local) {
    return refusal([&] {
      queue->launch(*kernel, items(group, group),
                    std::vector<Argument>{a.get(), a.get(), local, LocalMemory{Bytes{4}}});
      queue->wait();
    });
  };

  EXPECT_THAT(launch(LocalMemory{too_much}),
              AllOf(HasSubstr("'local_scan'"), HasSubstr("of local memory per group"),
                    HasSubstr("the device has ")));
}

TEST_P(OpenClNumbers, kernels_beside_one_with_images_run) {
  module = device->load(source(R"(
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__kernel void turned(__read_only image2d_t in, __global float4* out) {
  out[get_global_id(0)] = read_imagef(in, nearest, (int2)(get_global_id(0), 0)).wzyx;
}
__kernel void plain(__global float2* out) { out[get_global_id(0)] = (float2)(get_global_id(0), 7).yx; }
)"));
  const auto out = taken(3 * 8);

  run("plain", items(3, 3), {out.get()});

  EXPECT_THAT(found<float>(*out), ElementsAre(7, 0, 7, 1, 7, 2));
  if (device->info().backend != "cuda") return;
  ErrorKind kind{};
  EXPECT_THAT(refusal([&] { (void)module->kernel("turned"); }, &kind),
              AllOf(HasSubstr("'turned'"), HasSubstr("images"), HasSubstr("-d opencl:")));
  EXPECT_EQ(kind, ErrorKind::unavailable);
}

TEST_P(OpenClNumbers, what_no_compiler_takes_is_shown_with_its_line) {
  std::string log;

  const std::string why = refusal(
      [&] {
        device->load(source("__kernel void k(__global float4* a) {\n  a[0] = (float4)(b);\n}\n"));
      },
      nullptr, &log);

  EXPECT_THAT(why, HasSubstr("case.cl"));
  EXPECT_THAT(log, HasSubstr("case.cl:2"));
  EXPECT_THAT(log, HasSubstr("'b'"));
}

}  // namespace
}  // namespace plumb::device
