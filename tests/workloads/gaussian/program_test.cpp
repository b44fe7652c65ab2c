// tests/workloads/gaussian/program_test.cpp - gaussian against its reference, and its counts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/workloads/gaussian/gaussian.h"
#include "tests/workloads/run_filter.h"

namespace plumb::gaussian {
namespace {

using testing::HasSubstr;

Settings gaussian_settings(const NamedTexts& chosen) {
  return settings_for(workload, DeviceTraits{DeviceKind::gpu}, chosen);
}

std::string refused(const NamedTexts& chosen) {
  ErrorKind kind{};
  const std::string message = refusal([&] { program(gaussian_settings(chosen)); }, &kind);
  EXPECT_EQ(kind, ErrorKind::input);
  return message;
}

TEST(Gaussian, strips_are_stored_apart) {
  const auto writes = [](const char* pixel, const char* size) {
    const Program made = program(gaussian_settings(
        {{"pixel", pixel}, {"variant", "one_pass"}, {"size", size}, {"taps", "5"}}));
    for (const Step& step : made.steps) {
      if (const auto* launch = std::get_if<Launch>(&step.action))
        return launch->pass.accesses.back();
    }
    return Access{};
  };
  const auto as = [](double references, std::uint64_t bytes, std::uint64_t apart) {
    return testing::AllOf(testing::Field(&Access::references, references),
                          testing::Field(&Access::bytes, Bytes{bytes}),
                          testing::Field(&Access::row_bytes, Bytes{apart}));
  };

  // Strips of eight pixels: words of 16 bytes where rows are whole groups of four.
  EXPECT_EQ(writes("float4", "256x256").pattern, Pattern::strided);
  EXPECT_THAT(writes("float4", "256x256"), as(1, 16, 128));
  EXPECT_THAT(writes("uchar4", "256x256"), as(0.25, 16, 32));
  EXPECT_THAT(writes("uchar4", "255x256"), as(1, 4, 32));
  // One channel: four at once, or one by one.
  EXPECT_EQ(writes("float", "256x256").pattern, Pattern::self);
  EXPECT_EQ(writes("float", "255x256").pattern, Pattern::strided);
  EXPECT_THAT(writes("float", "255x256"), as(1, 4, 16));
}

// Table 5 of paper 004 counts 12 K N^2 for three channels and 4 K N^2 for one.
TEST(Gaussian, passes_count_what_a_hand_count_gives) {
  const auto demand = [](const char* pixel, const char* variant) {
    const Program made = program(gaussian_settings(
        {{"pixel", pixel}, {"variant", variant}, {"size", "256x256"}, {"taps", "13"}}));
    Demand sum;
    for (const Step& step : made.steps) sum = sum + demand_of(step);
    return sum;
  };
  constexpr double points = 256.0 * 256;

  EXPECT_EQ(demand("float", "two_pass").flops.count, 4 * 13 * points);
  EXPECT_EQ(demand("float", "one_pass").flops.count, 4 * 13 * points);
  EXPECT_EQ(demand("uchar4", "two_pass").flops.count, 16 * 13 * points);
  EXPECT_EQ(demand("float", "two_pass").bytes.count, 4U * 4 * 256 * 256);
  EXPECT_EQ(demand("float", "one_pass").bytes.count, 2U * 4 * 256 * 256);
  EXPECT_EQ(demand("float4", "one_pass").bytes.count, 2U * 16 * 256 * 256);
}

TEST(Gaussian, the_credit_is_the_papers_for_rgb_and_for_one_channel) {
  for (const char* form : {"resident", "sequence"}) {
    for (const char* variant : {"two_pass", "one_pass"}) {
      const NamedTexts chosen{{"variant", variant}, {"form", form}, {"size", "256x128"}};

      const auto rgb = program(gaussian_settings(with_text(chosen, "pixel", "uchar4"))).credit;
      const Program grey = program(gaussian_settings(with_text(chosen, "pixel", "float")));

      EXPECT_EQ(rgb.value().flops.count, 12.0 * 13 * 256 * 128);
      EXPECT_EQ(grey.credit.value().flops.count, 4.0 * 13 * 256 * 128);
      EXPECT_EQ(grey.credit.value().bytes.count, 2U * 4 * 256 * 128);
      EXPECT_EQ(grey.credit.value().steps, grey.steps.size());
    }
  }
}

TEST(Gaussian, tiles_fit_into_the_local_memory_of_the_device) {
  const auto number = [](const Kernel& kernel, const char* name) {
    return std::stoull(*text_named(kernel.definitions, name));
  };
  for (const std::uint64_t kibibytes : {0U, 16U, 32U, 48U, 227U}) {
    for (const char* pixel : {"float", "uchar4"}) {
      const DeviceTraits device{.kind = DeviceKind::gpu, .local_memory = Bytes{kibibytes * 1024}};
      const Program made = program(settings_for(
          workload, device, {{"variant", "one_pass"}, {"pixel", pixel}, {"size", "64x64"}}));

      const Kernel& kernel = made.kernels.at(0);
      const std::uint64_t lanes = number(kernel, "LANES");
      const std::uint64_t strip = number(kernel, "STRIP");
      const std::uint64_t words = lanes + (strip > 1 ? lanes / strip : 0);
      const std::uint64_t known = kibibytes > 0 ? kibibytes : 32;
      EXPECT_LE(16 * number(kernel, "ROWS") * words, 1024 * std::min<std::uint64_t>(known, 48))
          << kibibytes << " KiB, " << pixel;
    }
  }
}

TEST(Gaussian, weights_are_symmetric_positive_and_sum_to_one) {
  for (const char* taps : {"1", "3", "13", "63"}) {
    const std::vector<double> weights = weights_of(gaussian_settings({{"taps", taps}}));

    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-6);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      EXPECT_GT(weights[k], 0);
      EXPECT_EQ(weights[k], weights[weights.size() - 1 - k]);
    }
  }
}

TEST(Gaussian, a_small_case_by_hand) {
  // One row of three floats: along the column nothing changes, along the row the edges repeat.
  const Settings settings = gaussian_settings({{"size", "3x1"}, {"taps", "3"}, {"pixel", "float"}});
  const std::vector<double> w = weights_of(settings);
  double in[3];
  fill_values(program(settings).buffers[0].fill, Scalar::f32, 0, in);
  double out[3];

  ReferenceStore store;
  reference(settings, store)("result", 0, out);

  const double down = w[0] + w[1] + w[2];
  EXPECT_NEAR(out[0], down * (w[0] * in[0] + w[1] * in[0] + w[2] * in[1]), 1e-12);
  EXPECT_NEAR(out[1], down * (w[0] * in[0] + w[1] * in[1] + w[2] * in[2]), 1e-12);
  EXPECT_NEAR(out[2], down * (w[0] * in[1] + w[1] * in[2] + w[2] * in[2]), 1e-12);
}

TEST(Gaussian, bad_settings_are_refused) {
  EXPECT_THAT(refused({{"taps", "4"}}), HasSubstr("--taps 4: must be odd"));
  EXPECT_EQ(refused({{"taps", "0"}}), "--taps 0: must be 1 to 63");
  EXPECT_THAT(refused({{"rows", "3"}}), HasSubstr("--rows 3: must be 1, 2, 4, 8 or 16"));
  EXPECT_THAT(refused({{"rows", "8"}, {"kernels", "cpu"}}),
              HasSubstr("kernels for CPUs take 1, 2 or 4"));
  EXPECT_THAT(refused({{"source", "image"}, {"variant", "one_pass"}}),
              HasSubstr("only the first of two passes reads an image; take --variant two_pass"));
  EXPECT_THAT(refused({{"source", "image"}, {"variant", "two_pass"}, {"form", "sequence"}}),
              HasSubstr("images are not transferred"));
  EXPECT_THAT(refused({{"form", "pipelined"}, {"size", "8x8"}, {"chunks", "9"}}),
              HasSubstr("--chunks 9: the image has 8 rows"));
}

class GaussianOnDevice : public FilterOnDevice {
 protected:
  GaussianOnDevice() : FilterOnDevice(gaussian::workload) {}
};
PLUMB_FOR_EACH_DEVICE(GaussianOnDevice);

// Short filters: compilers take long for unrolled ones, and the code is the same.
TEST_P(GaussianOnDevice, every_variant_and_pixel_is_right_at_odd_sizes) {
  for (const char* kernels : {"gpu", "cpu"}) {
    for (const char* variant : {"two_pass", "one_pass"}) {
      for (const char* pixel : {"uchar4", "float", "float4"}) {
        expect_right({{"kernels", kernels},
                      {"variant", variant},
                      {"pixel", pixel},
                      {"taps", "5"},
                      {"rows", "4"},
                      {"size", "293x37"}});
      }
    }
  }
}

TEST_P(GaussianOnDevice, wide_columns_and_filters_of_other_lengths_are_right) {
  const NamedTexts gpu{{"pixel", "float"}, {"taps", "5"}, {"rows", "4"}, {"variant", "two_pass"}};
  expect_right(with_text(gpu, "size", "292x37"));
  expect_right({{"pixel", "float4"}, {"kernels", "cpu"}, {"taps", "13"}, {"size", "37x11"}});
}

// As they run by default: 13 taps, the rows that the pixel asks for, all shapes of a tile.
TEST_P(GaussianOnDevice, the_papers_filter_is_right_with_the_kernels_of_gpus) {
  if (device->info().kind == device::Kind::cpu)
    GTEST_SKIP() << "a compiler for CPUs takes minutes for the unrolled kernels of GPUs";
  for (const char* variant : {"two_pass", "one_pass"}) {
    for (const char* pixel : {"uchar4", "float", "float4"}) {
      for (const char* size : {"293x37", "516x203"})
        expect_right({{"kernels", "gpu"}, {"variant", variant}, {"pixel", pixel}, {"size", size}});
    }
  }
}

TEST_P(GaussianOnDevice, an_image_through_a_sampler_is_right) {
  for (const char* pixel : {"uchar4", "float", "float4"}) {
    expect_right({{"source", "image"},
                  {"variant", "two_pass"},
                  {"pixel", pixel},
                  {"taps", "5"},
                  {"rows", "4"},
                  {"size", "61x53"}});
  }
}

TEST_P(GaussianOnDevice, pipelined_is_right) {
  for (const char* chunks : {"1", "9", "53"}) {
    for (const char* variant : {"two_pass", "one_pass"}) {
      expect_right({{"form", "pipelined"},
                    {"chunks", chunks},
                    {"variant", variant},
                    {"taps", "5"},
                    {"rows", "4"},
                    {"size", "61x53"}});
    }
  }
}

}  // namespace
}  // namespace plumb::gaussian
