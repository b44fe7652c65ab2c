// tests/workloads/volume_test.cpp - rays through a volume: by hand, against the reference, refused.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/volume/volume.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/workloads/run_filter.h"

namespace plumb::volume {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Settings volume_settings(const NamedTexts& chosen) {
  return settings_for(workload, DeviceTraits{DeviceKind::gpu}, chosen);
}

std::string volume_refusal(const NamedTexts& chosen) {
  ErrorKind kind{};
  const std::string message = refusal([&] { program(volume_settings(chosen)); }, &kind);
  EXPECT_EQ(kind, ErrorKind::input);
  return message;
}

// A raw file that goes away with it.
struct RawFile {
  explicit RawFile(const std::string& bytes) {
    path = (std::filesystem::temp_directory_path() /
            ("plumb_volume_" + std::to_string(::getpid()) + ".raw"))
               .string();
    std::ofstream(path, std::ios::binary) << bytes;
  }
  ~RawFile() { std::filesystem::remove(path); }
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  std::string path;
};

std::vector<double> picture_of(const NamedTexts& chosen) {
  const Settings settings = volume_settings(chosen);
  const Scene scene = scene_of(settings);
  std::vector<double> picture(4 * scene.width * scene.height);
  ReferenceStore store;
  reference(settings, store)("picture", 0, picture);
  return picture;
}

TEST(Volume, of_two_voxels_gives_the_colour_that_a_hand_count_gives) {
  const RawFile file(std::string("\xff\x33", 2));  // 1 in front, 0.2 behind
  const NamedTexts front{
      {"size", "1x1x2"}, {"data", file.path}, {"pixels", "1x1"}, {"opacity", "0.5"}, {"stop", "1"}};

  const std::vector<double> seen = picture_of(front);
  const std::vector<double> stopped = picture_of(with_text(front, "stop", "0.4"));
  const std::vector<double> behind = picture_of(with_text(front, "view", "180:0:0"));

  // Weights 0.5 and 0.5 * 0.5 * 0.2 = 0.05.
  EXPECT_NEAR(seen[0], 0.5 + 0.05 * 0.2, 1e-7);
  EXPECT_NEAR(seen[1], 0.5 + 0.05 * 0.04, 1e-7);
  EXPECT_NEAR(seen[2], 0.05 * 0.8, 1e-7);
  EXPECT_NEAR(seen[3], 0.55, 1e-7);
  EXPECT_NEAR(stopped[3], 0.5, 1e-7);
  // From the other side 0.1, then 0.9 * 0.5.
  EXPECT_NEAR(behind[0], 0.1 * 0.2 + 0.45, 1e-7);
  EXPECT_NEAR(behind[3], 0.55, 1e-7);
}

TEST(Volume, a_processor_compares_and_branches_for_each_voxel) {
  const auto integers = [](DeviceKind kind, const char* variant) {
    DeviceTraits traits{kind};
    traits.images = true;
    const NamedTexts chosen{{"size", "4x4x4"}, {"pixels", "4x4"}, {"variant", variant}};
    const Program made = program(settings_for(workload, traits, chosen));
    return std::get<Launch>(made.steps.front().action).pass.operations.integer;
  };

  EXPECT_EQ(integers(DeviceKind::cpu, "buffer"), 4 * 270);  // four samples of a ray
  EXPECT_EQ(integers(DeviceKind::gpu, "buffer"), 4 * 67);
  EXPECT_EQ(integers(DeviceKind::cpu, "texture"), integers(DeviceKind::gpu, "texture"));
}

TEST(Volume, is_sampled_between_voxels_and_fades_to_nothing_outside) {
  const RawFile file(std::string("\x00\xff", 2));
  const NamedTexts chosen{{"size", "2x1x1"}, {"variant", "buffer"}, {"data", file.path},
                          {"pixels", "4x1"}, {"opacity", "1"},      {"stop", "1"}};

  const std::vector<double> seen = picture_of(chosen);

  // Pixels at 0.25, 0.75, 1.25 and 1.75 voxels; their middles are at 0.5 and 1.5.
  EXPECT_NEAR(seen[3], 0, 1e-7);
  EXPECT_NEAR(seen[7], 0.25, 1e-7);
  EXPECT_NEAR(seen[11], 0.75, 1e-7);
  EXPECT_NEAR(seen[15], 0.75, 1e-7);
}

TEST(Volume, rays_of_the_papers_views_go_along_axes) {
  const Scene front = scene_of(volume_settings({{"size", "5x7x3"}, {"pixels", "5x7"}}));
  const Scene turned =
      scene_of(volume_settings({{"size", "5x7x3"}, {"pixels", "3x5"}, {"view", "90:0:90"}}));

  EXPECT_THAT(front.view.origin, ElementsAre(0.5F, 0.5F, 0.5F));
  EXPECT_THAT(front.view.along, ElementsAre(0, 0, 1));
  EXPECT_EQ(front.view.steps, 3U);
  EXPECT_THAT(turned.view.along, ElementsAre(1, 0, 0));
  EXPECT_EQ(turned.view.steps, 5U);
}

TEST(Volume, pass_counts_what_a_hand_count_gives) {
  const auto demand = [](const char* variant) {
    return demand_of(
        program(volume_settings({{"variant", variant}, {"size", "16x16x32"}, {"pixels", "20x10"}}))
            .steps[0]);
  };

  EXPECT_EQ(demand("buffer").bytes.count, 200U * (32 * 8 + 16));
  EXPECT_EQ(demand("texture").bytes.count, 200U * (32 + 16));
  EXPECT_EQ(demand("buffer").flops.count, 200.0 * 32 * 46);
  EXPECT_EQ(demand("image").flops.count, 200.0 * 32 * 45);
  EXPECT_EQ(demand("texture").flops.count, 200.0 * 32 * 18);
}

TEST(Volume, blobs_fill_some_of_the_volume_and_leave_its_faces_empty) {
  const Scene scene = scene_of(volume_settings({{"size", "32x24x40"}}));
  std::vector<double> values(scene.voxels());
  fill_values(scene.fill, Scalar::u8, 0, values);

  std::size_t full = 0;
  for (const double value : values) full += value > 60 ? 1 : 0;

  EXPECT_GT(full, values.size() / 50);
  EXPECT_LT(full, values.size() / 2);
  EXPECT_EQ(values.front(), 0);
  EXPECT_EQ(values.back(), 0);
}

TEST(Volume, bad_settings_are_refused) {
  EXPECT_THAT(volume_refusal({{"view", "90:0"}}), HasSubstr("--view 90:0: three angles"));
  EXPECT_THAT(volume_refusal({{"view", "1:2:3:4"}}), HasSubstr("three angles"));
  EXPECT_THAT(volume_refusal({{"view", "nan:0:0"}}), HasSubstr("three angles"));
  EXPECT_THAT(volume_refusal({{"block", "128x128"}}),
              HasSubstr("16384 pixels; a group of this device has at most 1024"));
  EXPECT_THAT(volume_refusal({{"data", "/nowhere/v.raw"}}),
              HasSubstr("cannot read '/nowhere/v.raw'"));
  EXPECT_THAT(volume_refusal({{"data", "v.raw"}, {"size", "1024x1024x1024"}}),
              HasSubstr("files of at most"));
  const RawFile file("abc");
  EXPECT_THAT(volume_refusal({{"data", file.path}, {"size", "2x1x2"}}),
              HasSubstr("a file of 3 bytes; --size asks for 4 voxels"));
  EXPECT_THAT(volume_refusal({{"size", "4x4x1"}}), HasSubstr("take --variant buffer"));
  DeviceTraits blind{DeviceKind::gpu};
  blind.images = false;
  EXPECT_THAT(
      refusal([&] { check_settings(settings_for(workload, blind, {{"variant", "image"}})); },
              nullptr),
      HasSubstr("samples no images; take --variant buffer"));
}

class VolumeOnDevice : public FilterOnDevice {
 protected:
  VolumeOnDevice() : FilterOnDevice(workload) {}
};
PLUMB_FOR_EACH_DEVICE(VolumeOnDevice);

TEST_P(VolumeOnDevice, odd_sizes_and_every_variant_agree_with_the_reference) {
  for (const char* variant : {"buffer", "image", "texture"}) {
    for (const char* view : {"0:0:0", "90:0:90", "33:-20:71"}) {
      expect_right({{"variant", variant},
                    {"view", view},
                    {"size", "19x33x27"},
                    {"pixels", "37x23"},
                    {"block", "8x4"}});
    }
  }
}

TEST_P(VolumeOnDevice, shapes_of_groups_rough_data_and_whole_rays_agree_as_well) {
  for (const char* block : {"1x128", "128x1", "5x3"}) {
    expect_right({{"variant", "buffer"},
                  {"block", block},
                  {"size", "17x9x11"},
                  {"pixels", "41x29"},
                  {"data", "random"},
                  {"stop", "1"}});
  }
  expect_right({{"variant", "buffer"}, {"size", "1x1x1"}, {"pixels", "1x1"}});
}

}  // namespace
}  // namespace plumb::volume
