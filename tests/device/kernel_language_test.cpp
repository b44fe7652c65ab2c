// tests/device/kernel_language_test.cpp - what kernels may use means the same on every device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device {
namespace {

using testing::ElementsAre;

class KernelLanguage : public EachDevice {
 protected:
  // Runs `entry` of `text` on one buffer of n words and returns them.
  template <class Element = std::uint32_t>
  std::vector<Element> run(const std::string& text, const char* entry, std::size_t n,
                           const Launch& shape = {}) {
    auto queue = device->queue();
    auto module = device->load(source(text));
    auto kernel = module->kernel(entry);
    auto buffer = device->allocate(Bytes{n * sizeof(Element)});
    const std::vector<std::byte> zero(n * sizeof(Element));
    queue->write(*buffer, {}, zero);
    queue->launch(*kernel, shape, std::vector<Argument>{buffer.get()});
    return values<Element>(*queue, *buffer);
  }
};
PLUMB_FOR_EACH_DEVICE(KernelLanguage);

TEST_P(KernelLanguage, work_item_functions_count_three_axes) {
  Launch shape;
  shape.global = {6, 4, 2};
  shape.local = {3, 2, 1};

  const auto found = run(R"(
__kernel __attribute__((reqd_work_group_size(3, 2, 1))) void case_indices(__global uint* out) {
  const size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +
                   get_global_id(0);
  out[i] = (uint)(get_local_id(0) + 10 * get_local_id(1) + 100 * get_group_id(0) +
                  1000 * get_group_id(1) + 10000 * get_group_id(2) + 100000 * get_num_groups(0) +
                  1000000 * get_num_groups(1) + 10000000 * get_local_size(0) + get_global_offset(0) +
                  100000000 * (sizeof(get_global_id(0)) / 8));
}
)",
                         "case_indices", 48, shape);

  for (std::uint32_t z = 0, i = 0; z < 2; ++z) {
    for (std::uint32_t y = 0; y < 4; ++y) {
      for (std::uint32_t x = 0; x < 6; ++x, ++i) {
        EXPECT_EQ(found[i], x % 3 + 10 * (y % 2) + 100 * (x / 3) + 1000 * (y / 2) + 10000 * z +
                                200000 + 2000000 + 30000000 + 100000000);
      }
    }
  }
}

TEST_P(KernelLanguage, pairs_of_ushort_are_compared_each_by_itself) {
  const auto found = run(R"(
__kernel void case_pairs(__global uint* out) {
  out[0] = as_uint(min(as_ushort2(0x00028001u), as_ushort2(0x80010002u)));
  out[1] = as_uint(max(as_ushort2(0x00028001u), as_ushort2(0x80010002u)));
}
)",
                         "case_pairs", 2);

  EXPECT_THAT(found, ElementsAre(0x00020002U, 0x80018001U));
}

TEST_P(KernelLanguage, atomics_return_the_old_value_and_leave_the_new_one) {
  const auto found = run(R"(
__kernel void case_atomics(__global uint* out) {
  __global uint* x = out;
  __global int* s = (__global int*)(out + 1);
  out[2] = atomic_add(x, 5);
  out[3] = atomic_sub(x, 2);
  out[4] = atomic_inc(x);
  out[5] = atomic_dec(x);
  out[6] = atomic_xchg(x, 12);
  out[7] = atomic_cmpxchg(x, 12, 6);
  out[8] = atomic_cmpxchg(x, 99, 7);
  out[9] = atomic_or(x, 9);
  out[10] = atomic_and(x, 13);
  out[11] = atomic_xor(x, 3);
  atomic_min(s, -7);
  out[12] = (uint)atomic_max(s, 4);
}
)",
                         "case_atomics", 13);

  EXPECT_THAT(found, ElementsAre(14, 4, 0, 5, 3, 4, 3, 12, 6, 6, 15, 13, 0xfffffff9U));
}

TEST_P(KernelLanguage, atomics_of_many_groups_lose_nothing) {
  const auto found = run(R"(
__kernel void case_count(__global uint* out) {
  __local uint seen;
  if (get_local_id(0) == 0) seen = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&seen);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atomic_add(&out[0], seen);
  atomic_max(&out[1], (uint)get_global_id(0));
}
)",
                         "case_count", 2, items(64000, 64));

  EXPECT_THAT(found, ElementsAre(64000, 63999));
}

TEST_P(KernelLanguage, scalars_convert_and_keep_bits_as_opencl_says) {
  const auto found = run<std::int64_t>(R"(
__kernel void case_scalars(__global long* out) {
  out[0] = as_int(1.0f);
  out[1] = (long)(as_float(0x40400000) * 2.0f);
  out[2] = as_uint(-1);
  out[3] = convert_int(-2.75f);
  out[4] = convert_uchar(200.9f);
  out[5] = convert_uchar_sat(300);
  out[6] = convert_uchar_sat(-1);
  out[7] = convert_int_rte(2.5f);
  out[8] = (long)convert_float(7);
  out[9] = clamp(17, 3, 11);
  out[10] = (long)clamp(-0.5f, 0.25f, 1.0f);
  out[11] = (long)mad(3.0f, 4.0f, 0.5f);
  out[12] = select(1, 2, 1);
  out[13] = select(1, 2, 0);
  out[14] = convert_uchar_sat_rte(254.5f);
  out[15] = max(3, -4) + min(3, -4);
  out[16] = (long)(fma(2.0f, 8.0f, 1.0f) + sqrt(16.0f) + fabs(-2.0f) + floor(1.5f) + pow(2.0f, 3.0f));
  out[17] = (long)as_ulong((long)-3);
}
)",
                                       "case_scalars", 18);

  EXPECT_THAT(found, ElementsAre(0x3f800000, 6, 0xffffffffLL, -2, 200, 255, 0, 2, 7, 11, 0, 12, 2,
                                 1, 254, -1, 32, -3));
}

TEST_P(KernelLanguage, vectors_constant_tables_fences_and_helpers_work) {
  const auto found = run<float>(R"(
__constant float weights[3] = {0.5f, 0.25f, 2.0f};
static float weighted(const float4 v) { return weights[0] * v.x + weights[1] * v.y + weights[2] * v.w; }
__kernel void case_vectors(__global float* restrict out) {
  __local float4 tile[4];
  const uint item = (uint)get_local_id(0);
  float4 v;
  v.x = (float)item; v.y = 4.0f; v.z = 9.0f; v.w = 1.0f;
  tile[item] = v;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[item] = weighted(tile[item ^ 1]);
}
)",
                                "case_vectors", 4, items(4, 4));

  EXPECT_THAT(found, ElementsAre(3.5F, 3.0F, 4.5F, 4.0F));
}

TEST_P(KernelLanguage, wide_atomics_count_beyond_32_bits) {
  const auto found = run<std::uint64_t>(R"(
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
__kernel void case_wide(__global ulong* out) { atom_add(&out[0], 1UL << 33); }
)",
                                        "case_wide", 1, items(4, 1));

  EXPECT_THAT(found, ElementsAre(4ULL << 33U));
}

class ImageLanguage : public EachDevice {
 protected:
  void SetUp() override {
    EachDevice::SetUp();
    if (!IsSkipped() && !device->info().images) GTEST_SKIP() << "the device has no images";
  }

  // What a 4 x 2 image of one float (0, 1, 2 ... 7) gives at these places, by a sampler.
  std::vector<float> sampled(const std::string& sampler, const std::vector<float>& places) {
    auto queue = device->queue();
    auto image =
        device->image({.component = Component::f32, .components = 1, .width = 4, .height = 2});
    std::vector<float> pixels(8);
    std::iota(pixels.begin(), pixels.end(), 0.0F);
    queue->write(*image, bytes_of(pixels));
    auto module = device->load(source("const sampler_t rule = " + sampler + R"(;
__kernel void case_sampled(__read_only image2d_t image, __global const float* at, __global float* out) {
  const size_t i = get_global_id(0);
  float2 place;
  place.x = at[2 * i];
  place.y = at[2 * i + 1];
  const float4 pixel = read_imagef(image, rule, place);
  out[2 * i] = pixel.x;
  out[2 * i + 1] = pixel.w + (float)(10 * get_image_width(image) + get_image_height(image));
}
)"));
    auto kernel = module->kernel("case_sampled");
    auto at = device->allocate(Bytes{4 * places.size()});
    auto out = device->allocate(Bytes{4 * places.size()});
    queue->write(*at, {}, std::as_bytes(std::span(places)));
    queue->launch(*kernel, items(places.size() / 2, 1),
                  std::vector<Argument>{image.get(), at.get(), out.get()});
    std::vector<float> both = values<float>(*queue, *out);
    std::vector<float> first;
    for (std::size_t i = 0; i < both.size(); i += 2) {
      first.push_back(both[i]);
      const bool outside = both[i + 1] == 42.0F;  // the border's alpha may be 0
      EXPECT_TRUE(both[i + 1] == 43.0F || outside) << "alpha is 1, the size 4 x 2";
    }
    return first;
  }
};
PLUMB_FOR_EACH_DEVICE(ImageLanguage);

TEST_P(ImageLanguage, the_nearest_pixel_is_read_and_the_edge_repeated) {
  EXPECT_THAT(
      sampled("CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST",
              {0.5F, 0.5F, 3.9F, 1.1F, -2.0F, 0.5F, 9.0F, 5.0F}),
      ElementsAre(0, 7, 0, 7));
}

TEST_P(ImageLanguage, outside_the_border_is_zero) {
  EXPECT_THAT(sampled("CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST",
                      {2.5F, 1.5F, -2.0F, 0.5F, 9.0F, 1.5F}),
              ElementsAre(6, 0, 0));
}

TEST_P(ImageLanguage, linear_filtering_mixes_four_pixels) {
  EXPECT_THAT(sampled("CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR",
                      {1.0F, 1.0F, 2.5F, 0.5F, 2.25F, 0.5F}),
              ElementsAre(2.5F, 2.0F, 1.75F));
}

TEST_P(ImageLanguage, normalized_coordinates_span_the_image) {
  EXPECT_THAT(sampled("CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST",
                      {0.125F, 0.25F, 0.875F, 0.75F, 2.0F, 0.25F}),
              ElementsAre(0, 7, 3));
  EXPECT_THAT(sampled("CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST",
                      {1.125F, 0.25F, -0.125F, 0.75F}),
              ElementsAre(0, 7));
  EXPECT_THAT(
      sampled("CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST",
              {1.125F, 0.25F, -0.125F, 0.75F}),
      ElementsAre(3, 4));
}

TEST_P(ImageLanguage, a_volume_of_normalized_bytes_is_filtered_along_its_depth) {
  auto queue = device->queue();
  auto image = device->image({.component = Component::u8,
                              .components = 1,
                              .normalized = true,
                              .width = 3,
                              .height = 2,
                              .depth = 5});
  std::vector<unsigned char> voxels(30);
  for (std::size_t i = 0; i < 30; ++i) voxels[i] = static_cast<unsigned char>(51 * (i / 6));
  queue->write(*image, bytes_of(voxels));
  auto module = device->load(source(R"(
const sampler_t rule = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
__kernel void case_depth(__read_only image3d_t volume, __global float* out) {
  float4 at;
  at.x = 1.5f; at.y = 0.5f; at.z = (float)get_global_id(0) + 1.0f; at.w = 0.0f;
  out[get_global_id(0)] = read_imagef(volume, rule, at).x + (float)(10 * get_image_depth(volume));
}
)"));
  auto kernel = module->kernel("case_depth");
  auto out = device->allocate(Bytes{16});

  queue->launch(*kernel, items(4, 1), std::vector<Argument>{image.get(), out.get()});
  const auto found = values<float>(*queue, *out);

  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(found[i], 50.1 + 0.2 * static_cast<double>(i), 0.002);
}

TEST_P(ImageLanguage, integers_are_read_as_they_are) {
  auto queue = device->queue();
  auto image =
      device->image({.component = Component::u16, .components = 4, .width = 2, .height = 1});
  std::vector<std::uint16_t> pixels{1, 2, 3, 4, 50000, 6, 7, 8};
  queue->write(*image, bytes_of(pixels));
  auto module = device->load(source(R"(
const sampler_t rule = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__kernel void case_integers(__read_only image2d_t image, __global uint* out) {
  int2 at;
  at.x = (int)get_global_id(0);
  at.y = 0;
  const uint4 pixel = read_imageui(image, rule, at);
  out[get_global_id(0)] = pixel.x + pixel.w;
}
)"));
  auto kernel = module->kernel("case_integers");
  auto out = device->allocate(Bytes{8});

  queue->launch(*kernel, items(2, 1), std::vector<Argument>{image.get(), out.get()});

  EXPECT_THAT(values(*queue, *out), ElementsAre(5, 50008));
}

}  // namespace
}  // namespace plumb::device
