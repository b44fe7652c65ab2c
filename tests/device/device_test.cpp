// tests/device/device_test.cpp - what every back end must do, run once per device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/device.h"

#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/device/out_of_memory.h"
#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device {
namespace {

using testing::HasSubstr;

constexpr const char* increment = R"(
__kernel void case_increment(__global uint* values, const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n) values[i] += 1;
}
)";

class DeviceTest : public EachDevice {};
PLUMB_FOR_EACH_DEVICE(DeviceTest);

TEST_P(DeviceTest, says_what_it_is) {
  const Info& info = device->info();

  EXPECT_FALSE(info.name.empty());
  EXPECT_FALSE(info.driver.empty());
  EXPECT_GT(info.compute_units, 0U);
  EXPECT_GT(info.memory, 64_MiB);
  EXPECT_LE(info.largest_allocation, info.memory);
  EXPECT_GE(info.largest_group, 64U);
}

TEST_P(DeviceTest, what_has_no_room_is_refused_as_such) {
  EXPECT_THROW((void)device->allocate(Bytes{std::uint64_t{1} << 60U}), OutOfMemory);
}

TEST_P(DeviceTest, what_is_written_at_an_odd_offset_is_read_back) {
  auto queue = device->queue();
  auto buffer = device->allocate(Bytes{4099});
  std::vector<unsigned char> out(1003);
  std::iota(out.begin(), out.end(), static_cast<unsigned char>(7));
  std::vector<unsigned char> in(1003);

  queue->write(*buffer, Bytes{3001}, bytes_of(out));
  queue->read(bytes_of(in), *buffer, Bytes{3001});
  queue->wait();

  EXPECT_EQ(in, out);
}

TEST_P(DeviceTest, transfers_and_copies_past_the_end_are_refused) {
  auto queue = device->queue();
  auto small = device->allocate(Bytes{16});
  auto large = device->allocate(Bytes{32});
  std::vector<std::byte> host(8);

  EXPECT_EQ(refusal([&] { queue->write(*small, Bytes{9}, host); }),
            "8 bytes at offset 9 reach past a buffer of 16 bytes");
  EXPECT_EQ(refusal([&] { queue->read(host, *small, Bytes{17}); }),
            "8 bytes at offset 17 reach past a buffer of 16 bytes");
  EXPECT_EQ(refusal([&] { queue->copy(*small, *large, Bytes{32}); }),
            "32 bytes at offset 0 reach past a buffer of 16 bytes");
}

TEST_P(DeviceTest, a_copy_moves_one_buffer_into_another) {
  auto queue = device->queue();
  auto from = device->allocate(Bytes{4 * 777});
  auto to = device->allocate(Bytes{4 * 777});
  std::vector<std::uint32_t> out(777);
  std::iota(out.begin(), out.end(), 5U);

  queue->write(*from, {}, bytes_of(out));
  queue->copy(*to, *from, from->size());

  EXPECT_EQ(values(*queue, *to), out);
}

TEST_P(DeviceTest, a_kernel_computes_on_an_odd_number_of_elements) {
  constexpr std::uint32_t n = 1013;
  auto queue = device->queue();
  auto module = device->load(source(R"(
__kernel void case_line(__global float* y, const float a, const float b, const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n) y[i] = a * (float)i + b;
}
)"));
  auto kernel = module->kernel("case_line");
  auto buffer = device->allocate(Bytes{4 * n});
  std::vector<float> result(n);

  queue->launch(*kernel, items(n, 64),
                std::vector<Argument>{buffer.get(), scalar(0.5F), scalar(3.0F), scalar(n)});
  queue->read(bytes_of(result), *buffer, {});
  queue->wait();

  for (std::uint32_t i = 0; i < n; ++i)
    ASSERT_EQ(result[i], 0.5F * static_cast<float>(i) + 3.0F) << i;
}

TEST_P(DeviceTest, every_scalar_type_arrives_in_a_kernel) {
  auto queue = device->queue();
  auto module = device->load(source(R"(
__kernel void case_types(__global long* out, char a, uchar b, short c, ushort d, int e, uint f, long g,
                         ulong h, float i) {
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f; out[6] = g; out[7] = (long)h;
  out[8] = (long)(i * 4.0f);
}
)"));
  auto kernel = module->kernel("case_types");
  auto buffer = device->allocate(Bytes{72});
  std::vector<std::int64_t> result(9);

  queue->launch(
      *kernel, {},
      std::vector<Argument>{buffer.get(), scalar(std::int8_t{-3}), scalar(std::uint8_t{250}),
                            scalar(std::int16_t{-300}), scalar(std::uint16_t{65000}),
                            scalar(-70000), scalar(4000000000U), scalar(std::int64_t{-5000000000}),
                            scalar(std::uint64_t{5000000000}), scalar(2.25F)});
  queue->read(bytes_of(result), *buffer, {});
  queue->wait();

  EXPECT_THAT(result, testing::ElementsAre(-3, 250, -300, 65000, -70000, 4000000000, -5000000000,
                                           5000000000, 9));
}

TEST_P(DeviceTest, definitions_reach_the_source_and_may_hold_blanks) {
  auto queue = device->queue();
  Source defined = source("__kernel void case_value(__global uint* out) { out[0] = VALUE; }");
  defined.definitions = {{"VALUE", "(40 + 2)"}};
  auto module = device->load(defined);
  auto kernel = module->kernel("case_value");
  auto buffer = zeros(*device, *queue, 1);

  queue->launch(*kernel, {}, std::vector<Argument>{buffer.get()});

  EXPECT_THAT(values(*queue, *buffer), testing::ElementsAre(42U));
}

TEST_P(DeviceTest, a_kernel_that_does_not_compile_shows_file_and_line) {
  ErrorKind kind{};
  std::string detail;

  const std::string text = refusal(
      [&] {
        Source broken =
            source("__kernel void case_broken(__global int* x)\n{\n  x[0] = nonsense;\n}\n");
        broken.definitions = {{"ANY", "1"}};
        device->load(broken);
      },
      &kind, &detail);

  EXPECT_THAT(text, HasSubstr("building 'case.cl'"));
  EXPECT_EQ(kind, ErrorKind::device);
  EXPECT_THAT(detail, HasSubstr("case.cl:3"));
  EXPECT_THAT(detail, HasSubstr("nonsense"));
}

TEST_P(DeviceTest, a_kernel_that_is_not_in_the_module_is_named) {
  auto module = device->load(source(increment));

  EXPECT_THAT(refusal([&] { module->kernel("case_missing"); }),
              HasSubstr("taking kernel 'case_missing' from 'case.cl'"));
}

TEST_P(DeviceTest, a_wrong_number_of_arguments_is_refused_with_both_numbers) {
  auto queue = device->queue();
  auto module = device->load(source(increment));
  auto kernel = module->kernel("case_increment");
  auto buffer = zeros(*device, *queue, 1);

  EXPECT_THAT(
      refusal([&] { queue->launch(*kernel, items(1, 1), std::vector<Argument>{buffer.get()}); }),
      HasSubstr("takes 2 arguments, 1 were given"));
}

TEST_P(DeviceTest, resources_of_a_kernel_are_known) {
  auto module = device->load(source(R"(
__kernel void case_local(__global uint* out) {
  __local uint shared_values[100];
  shared_values[get_local_id(0)] = (uint)get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared_values[get_local_id(0) ^ 1];
}
)"));

  const Resources resources = module->kernel("case_local")->resources();

  EXPECT_GE(resources.largest_group, 1U);
  EXPECT_LE(resources.largest_group, device->info().largest_group);
  EXPECT_LE(resources.local_memory, device->info().local_memory);
}

TEST_P(DeviceTest, time_between_marks_is_positive_and_adds_up) {
  constexpr std::uint32_t n = 1U << 20U;
  auto queue = device->queue();
  auto module = device->load(source(increment));
  auto kernel = module->kernel("case_increment");
  auto buffer = zeros(*device, *queue, n);
  const std::vector<Argument> arguments{buffer.get(), scalar(n)};

  auto first = queue->mark();
  queue->launch(*kernel, items(n, 64), arguments);
  auto second = queue->mark();
  queue->launch(*kernel, items(n, 64), arguments);
  auto third = queue->mark();
  queue->wait();

  EXPECT_GT(queue->elapsed(*first, *second).count(), 0);
  EXPECT_GT(queue->elapsed(*second, *third).count(), 0);
  EXPECT_NEAR(queue->elapsed(*first, *third).count(),
              (queue->elapsed(*first, *second) + queue->elapsed(*second, *third)).count(),
              1e-9 + 1e-6 * queue->elapsed(*first, *third).count());
}

TEST_P(DeviceTest, a_mark_may_be_dropped_before_anything_follows_it) {
  auto queue = device->queue();
  auto buffer = zeros(*device, *queue, 4);

  queue->mark().reset();
  auto kept = queue->mark();
  auto also_kept = queue->mark();
  queue->wait();

  EXPECT_GE(queue->elapsed(*kept, *also_kept).count(), 0);
  EXPECT_THAT(values(*queue, *buffer), testing::Each(0U));
}

TEST_P(DeviceTest, marks_on_both_sides_of_a_wait_are_in_order_and_may_outlive_the_queue) {
  auto queue = device->queue();
  auto module = device->load(source(increment));
  auto kernel = module->kernel("case_increment");
  auto buffer = zeros(*device, *queue, 64);
  const std::vector<Argument> arguments{buffer.get(), scalar(64U)};

  auto first = queue->mark();
  queue->launch(*kernel, items(64, 64), arguments);
  queue->wait();
  auto second = queue->mark();
  queue->launch(*kernel, items(64, 64), arguments);
  auto third = queue->mark();
  queue->wait();

  EXPECT_GT(queue->elapsed(*first, *second).count(), 0);
  EXPECT_GT(queue->elapsed(*second, *third).count(), 0);
  queue.reset();
  third.reset();
}

TEST_P(DeviceTest, one_queue_waits_for_the_mark_of_another) {
  constexpr std::uint32_t n = 1U << 20U;
  auto producer = device->queue();
  auto consumer = device->queue();
  auto module = device->load(source(increment));
  auto kernel = module->kernel("case_increment");
  auto buffer = zeros(*device, *producer, n);
  std::vector<std::uint32_t> result(n);

  for (int i = 0; i < 10; ++i) {
    producer->launch(*kernel, items(n, 64), std::vector<Argument>{buffer.get(), scalar(n)});
  }
  auto done = producer->mark();
  consumer->wait_for(*done);
  consumer->read(bytes_of(result), *buffer, {});
  consumer->wait();

  EXPECT_THAT(result, testing::Each(10U));
}

TEST_P(DeviceTest, pinned_host_memory_moves_to_the_device_and_back) {
  auto queue = device->queue();
  auto host = device->allocate_host(Bytes{5003});
  auto buffer = device->allocate(Bytes{5003});
  for (std::size_t i = 0; i < 5003; ++i) host->bytes()[i] = static_cast<std::byte>(i * 7);

  queue->write(*buffer, {}, host->bytes());
  queue->wait();
  std::ranges::fill(host->bytes(), std::byte{0});
  queue->read(host->bytes(), *buffer, {});
  queue->wait();

  for (std::size_t i = 0; i < 5003; ++i) ASSERT_EQ(host->bytes()[i], static_cast<std::byte>(i * 7));
}

TEST_P(DeviceTest, a_recorded_batch_runs_as_often_as_it_is_replayed) {
  auto queue = device->queue();
  auto module = device->load(source(increment));
  auto kernel = module->kernel("case_increment");
  auto counted = zeros(*device, *queue, 65);
  auto copied = zeros(*device, *queue, 65);

  const auto batch = queue->record([&](Queue& recorder) {
    recorder.launch(*kernel, items(65, 64), std::vector<Argument>{counted.get(), scalar(65U)});
    recorder.launch(*kernel, items(65, 64), std::vector<Argument>{counted.get(), scalar(65U)});
    recorder.copy(*copied, *counted, counted->size());
  });
  EXPECT_THAT(values(*queue, *counted), testing::Each(0U)) << "recording must not run anything";
  for (int i = 0; i < 3; ++i) queue->replay(*batch);

  EXPECT_THAT(values(*queue, *copied), testing::Each(6U));
}

TEST_P(DeviceTest, a_batch_refuses_what_meets_the_host) {
  auto queue = device->queue();
  auto buffer = zeros(*device, *queue, 4);
  std::vector<std::byte> host(16);

  EXPECT_THAT(
      refusal([&] { queue->record([&](Queue& recorder) { recorder.read(host, *buffer, {}); }); }),
      HasSubstr("launches and copies only"));
}

TEST_P(DeviceTest, twenty_thousand_launches_queue_behind_one_wait) {
  auto queue = device->queue();
  auto module = device->load(source(increment));
  auto kernel = module->kernel("case_increment");
  auto buffer = zeros(*device, *queue, 3);
  const std::vector<Argument> arguments{buffer.get(), scalar(3U)};

  for (int i = 0; i < 20000; ++i) queue->launch(*kernel, items(3, 1), arguments);
  queue->wait();

  EXPECT_THAT(values(*queue, *buffer), testing::Each(20000U));
}

TEST_P(DeviceTest, a_buffer_larger_than_the_device_allows_is_refused_with_both_sizes) {
  const Bytes allowed = device->info().largest_allocation;

  const std::string text = refusal([&] { device->allocate(allowed + 4_KiB); });

  EXPECT_THAT(text, HasSubstr("is larger than the " + to_text(allowed)));
}

TEST_P(DeviceTest, an_image_is_written_sampled_by_a_kernel_and_read_back) {
  if (!device->info().images) GTEST_SKIP() << "the device has no images";
  constexpr std::uint64_t width = 13;
  constexpr std::uint64_t height = 7;
  auto queue = device->queue();
  auto image = device->image({.component = Component::f32,
                              .components = 4,
                              .normalized = false,
                              .width = width,
                              .height = height,
                              .depth = 1});
  auto module = device->load(source(R"(
const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__kernel void case_sample(__read_only image2d_t image, __global float* out, const uint width) {
  const int x = (int)get_global_id(0);
  const int y = (int)get_global_id(1);
  int2 at;
  at.x = x;
  at.y = y;
  const float4 pixel = read_imagef(image, nearest, at);
  out[y * width + x] = pixel.x + 10.0f * pixel.w;
}
)"));
  auto kernel = module->kernel("case_sample");
  auto buffer = device->allocate(Bytes{4 * width * height});
  std::vector<float> pixels(4 * width * height);
  std::iota(pixels.begin(), pixels.end(), 0.0F);
  std::vector<float> returned(pixels.size());
  std::vector<float> sampled(width * height);
  Launch launch;
  launch.global = {width, height, 1};

  queue->write(*image, bytes_of(pixels));
  queue->launch(
      *kernel, launch,
      std::vector<Argument>{image.get(), buffer.get(), scalar(static_cast<std::uint32_t>(width))});
  queue->read(bytes_of(sampled), *buffer, {});
  queue->read(bytes_of(returned), *image);
  queue->wait();

  EXPECT_EQ(returned, pixels);
  for (std::size_t i = 0; i < sampled.size(); ++i) {
    ASSERT_EQ(sampled[i], pixels[4 * i] + 10 * pixels[4 * i + 3]) << i;
  }
}

TEST_P(DeviceTest, a_volume_of_bytes_survives_the_round_trip) {
  if (!device->info().images) GTEST_SKIP() << "the device has no images";
  auto queue = device->queue();
  auto image = device->image({.component = Component::u8,
                              .components = 1,
                              .normalized = true,
                              .width = 5,
                              .height = 3,
                              .depth = 9});
  std::vector<unsigned char> voxels(5UL * 3 * 9);
  std::iota(voxels.begin(), voxels.end(), static_cast<unsigned char>(1));
  std::vector<unsigned char> returned(voxels.size());

  queue->write(*image, bytes_of(voxels));
  queue->read(bytes_of(returned), *image);
  queue->wait();

  EXPECT_EQ(returned, voxels);
}

TEST_P(DeviceTest, an_ability_that_opencl_lacks_is_named_with_the_way_out) {
  if (device->info().backend != "opencl") GTEST_SKIP() << "this back end has these abilities";
  auto queue = device->queue();
  auto module = device->load(source(increment));
  auto kernel = module->kernel("case_increment");
  auto buffer = zeros(*device, *queue, 1);
  Launch cooperative = items(1, 1);
  cooperative.cooperative = true;
  ErrorKind kind{};

  EXPECT_THAT(
      refusal(
          [&] {
            queue->launch(*kernel, cooperative, std::vector<Argument>{buffer.get(), scalar(1U)});
          },
          &kind),
      HasSubstr("needs a cooperative launch, which OpenCL does not have; choose a CUDA device"));
  EXPECT_EQ(kind, ErrorKind::unavailable);
  EXPECT_THAT(refusal([&] { module->global("counter"); }), HasSubstr("has no module globals"));
}

}  // namespace
}  // namespace plumb::device
