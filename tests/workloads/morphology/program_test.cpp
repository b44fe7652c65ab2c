// tests/workloads/morphology/program_test.cpp - morphology against its reference, and its counts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/workloads/morphology/morphology.h"
#include "tests/workloads/all_kernels.h"
#include "tests/workloads/run_filter.h"

namespace plumb::morphology {
namespace {

using testing::HasSubstr;

Settings morphology_settings(const NamedTexts& chosen) {
  return settings_for(workload, DeviceTraits{DeviceKind::gpu}, chosen);
}

std::string refused(const NamedTexts& chosen) {
  ErrorKind kind{};
  const std::string message = refusal([&] { program(morphology_settings(chosen)); }, &kind);
  EXPECT_EQ(kind, ErrorKind::input);
  return message;
}

TEST(Morphology, one_pass_counts_what_a_hand_count_gives) {
  // 10 x 7 points of 4 bytes, 12 references and one write each.
  const Program eroded = program(morphology_settings({{"size", "10x7"}, {"references", "12"}}));
  const Program opened =
      program(morphology_settings({{"size", "10x7"}, {"references", "12"}, {"operation", "open"}}));

  EXPECT_EQ(demand_of(eroded.steps.at(0)).bytes.count, 10U * 7 * (12 + 1) * 4);
  EXPECT_EQ(demand_of(eroded.steps.at(0)).flops.count, 0);
  ASSERT_EQ(opened.steps.size(), 2U);
  EXPECT_EQ(opened.steps[1].name, "dilate");
  EXPECT_EQ(demand_of(opened.steps[1]).bytes.count, 10U * 7 * (12 + 1) * 4);
}

TEST(Morphology, outputs_of_a_gpu_share_the_loads_of_a_run) {
  const DeviceTraits gpu{.kind = DeviceKind::gpu};
  const auto reads = [&](const char* references) {
    const Program made = program(settings_for(workload_named("morphology"), gpu,
                                              {{"size", "64x64"},
                                               {"references", references},
                                               {"element", "rectangle"},
                                               {"variant", "one_pass"}}));
    return std::get<Launch>(made.steps.at(0).action).pass.accesses.at(0);
  };

  EXPECT_EQ(reads("1").references, 1);
  EXPECT_LT(reads("900").executed, 0.5 * 900);
  EXPECT_EQ(reads("900").references, 900);
}

TEST(Morphology, decomposed_has_two_passes_of_a_copy_for_every_element) {
  for (const char* element : {"2x2", "32x32", "100x63", "32x2048", "2049x31"}) {
    for (const char* kernels : {"gpu", "cpu"}) {
      const Program made = program(morphology_settings({{"variant", "decomposed"},
                                                        {"kernels", kernels},
                                                        {"element", element},
                                                        {"size", "2571x1290"}}));
      const bool small = element == std::string_view("2x2") && kernels == std::string_view("cpu");

      ASSERT_EQ(made.steps.size(), small ? 1U : 2U) << element;
      for (const Step& step : made.steps)
        EXPECT_EQ(demand_of(step).bytes.count, 2571U * 1290 * 4 * 2) << element;
    }
  }
}

TEST(Morphology, decomposed_takes_small_rectangles_in_one_pass_on_cpus) {
  const NamedTexts chosen{{"variant", "decomposed"}, {"kernels", "cpu"}, {"size", "257x129"}};

  const Program small = program(morphology_settings(with_text(chosen, "element", "5x5")));
  const Program large = program(morphology_settings(with_text(chosen, "element", "5x9")));
  const Program line = program(morphology_settings(with_text(chosen, "element", "5x1")));

  ASSERT_EQ(small.steps.size(), 1U);
  EXPECT_EQ(small.steps.front().name, "erode both");
  EXPECT_EQ(demand_of(small.steps.front()).bytes.count, 257U * 129 * 4 * 2);
  EXPECT_EQ(large.steps.size(), 2U);
  ASSERT_EQ(line.steps.size(), 1U);
  EXPECT_EQ(line.steps.front().name, "erode rows");
}

TEST(Morphology, windows_of_rows_fit_into_the_local_memory_of_the_device) {
  for (const std::uint64_t kibibytes : {0U, 32U, 48U, 227U}) {
    const DeviceTraits device{.kind = DeviceKind::gpu, .local_memory = Bytes{kibibytes * 1024}};
    const Program made = program(settings_for(workload, device,
                                              {{"variant", "decomposed"},
                                               {"element", "201x1"},
                                               {"size", "2048x64"},
                                               {"pixel", "float"}}));

    for (const Kernel& kernel : made.kernels) {
      const auto number = [&](const char* name) {
        return std::stoull(*text_named(kernel.definitions, name));
      };
      const std::uint64_t tile = number("ITEMS") * number("ITEM");
      const std::uint64_t values = 2 * (tile + number("ITEMS") * 4) + 2 * tile / number("BLOCK");
      const std::uint64_t known = kibibytes > 0 ? kibibytes : 32;
      EXPECT_LE(4 * number("LINES") * values, 1024 * std::min<std::uint64_t>(known, 48));
    }
  }
}

// A long window is cut into parts for the items of a group: all of it has its place, an item holds
// at most 64 values, and groups are no larger than the device takes.
TEST(Morphology, a_group_holds_a_long_window) {
  for (const std::uint64_t largest_group : {0U, 256U, 512U, 1024U}) {
    for (const std::uint64_t window : {257U, 513U, 701U, 1024U, 1025U, 2048U, 4096U}) {
      for (const bool vertical : {false, true}) {
        const DeviceTraits device{.kind = DeviceKind::gpu, .largest_group = largest_group};
        const Program made = program(settings_for(
            workload, device,
            {{"variant", "decomposed"},
             {"element", fmt::format("{}x{}", vertical ? 1 : window, vertical ? window : 1)},
             {"size", "4096x4096"}}));

        ASSERT_EQ(made.kernels.size(), 1U);
        const Kernel& kernel = made.kernels.front();
        const auto number = [&](const char* name) {
          return std::stoull(*text_named(kernel.definitions, name));
        };
        EXPECT_EQ(kernel.source,
                  vertical ? "morphology/held_columns.cl" : "morphology/held_rows.cl");
        EXPECT_GE(number("PARTS") * number("ITEMS") * number("ITEM"), window);
        EXPECT_LE(number("PARTS") * number("ITEM"), 64U) << window;
        EXPECT_EQ(number("ITEMS") % number("CHUNK"), 0U);
        const Launch& launch = std::get<Launch>(made.steps.front().action);
        EXPECT_LE(launch.local[0] * launch.local[1], largest_group >= 512 ? 512U : 256U);
        if (!vertical) {
          EXPECT_LE(4 * number("LINES") * number("ITEMS") * (number("ITEM") + 2), 32768U);
        }
      }
    }
  }
}

// Where a launch may ask for local memory, long windows are kept there: every place of a block has
// a part, those that the next block's outputs need are held, and all of it fits.
TEST(Morphology, a_cluster_keeps_a_long_window) {
  const DeviceTraits device = traits_with_clusters();
  for (const bool vertical : {false, true}) {
    for (const std::uint64_t window : {129U, 130U, 257U, 1000U, 2048U, 4096U, 5461U, 8191U}) {
      const Program made = program(settings_for(
          workload, device,
          {{"variant", "decomposed"},
           {"element", fmt::format("{}x{}", vertical ? 1 : window, vertical ? window : 1)},
           {"size", "8192x8192"}}));

      ASSERT_EQ(made.kernels.size(), 1U);
      const Kernel& kernel = made.kernels.front();
      const Launch& launch = std::get<Launch>(made.steps.front().action);
      if (vertical && window == 129) {
        EXPECT_EQ(kernel.source, "morphology/window_columns.cl");
        continue;
      }
      const auto number = [&](const char* name) {
        return std::stoull(*text_named(kernel.definitions, name));
      };
      EXPECT_EQ(kernel.source, vertical ? "morphology/kept_columns.cu" : "morphology/kept_rows.cu");
      const std::uint64_t items =
          vertical ? 32 / (number("LANES") / number("WIDE")) * number("WARPS") * number("GROUPS")
                   : 32;
      const std::uint64_t slots = items * number("ITEM");
      const std::uint64_t needed = std::min(window, 8192 - window / 2);
      EXPECT_GE(number("PARTS") * slots, window);
      EXPECT_LT((number("PARTS") - 1) * slots, window);
      EXPECT_GE(number("HELD") * slots, needed);
      EXPECT_LE(number("HELD"), number("PARTS"));
      EXPECT_EQ(launch.local[0], 32 * number("WARPS"));
      EXPECT_LE(launch.local_bytes.count, device.local_memory.count);
      EXPECT_EQ(launch.global[0] / launch.local[0] % launch.cluster[0], 0U);
      if (vertical) {
        EXPECT_EQ(launch.cluster[0], number("GROUPS"));
        EXPECT_LE(launch.cluster[0], device.largest_cluster);
        EXPECT_EQ(launch.global[0], 8192 / number("LANES") * launch.cluster[0] * launch.local[0]);
      } else {
        EXPECT_LE(number("PARTS"), 32U);
        EXPECT_EQ(number("ITEM") % 2, 1U);
      }
    }
  }
}

// The second device of a split image is not known: it gets what every device takes.
TEST(Morphology, only_a_device_that_is_known_to_have_clusters_gets_them) {
  const auto sources = [](const DeviceTraits& device, const NamedTexts& more) {
    NamedTexts chosen{{"variant", "decomposed"}, {"element", "1x701"}, {"size", "64x2048"}};
    chosen.insert(chosen.end(), more.begin(), more.end());
    std::vector<std::string> names;
    for (const Kernel& kernel : program(settings_for(workload, device, chosen)).kernels)
      names.push_back(kernel.source);
    return names;
  };
  DeviceTraits without = traits_with_clusters();
  without.largest_cluster = 0;

  EXPECT_EQ(sources(traits_with_clusters(), {{"split", "0.5"}, {"second", "gpu"}}),
            (std::vector<std::string>{"morphology/kept_columns.cu", "morphology/held_columns.cl"}));
  EXPECT_EQ(sources(without, {}), (std::vector<std::string>{"morphology/held_columns.cl"}));
}

TEST(Morphology, chunks_and_parts_count_every_row_once) {
  const NamedTexts chosen{{"size", "40x30"}, {"references", "9"}, {"pixel", "float"}};
  const auto demand = [&](const NamedTexts& more) {
    NamedTexts all = chosen;
    all.insert(all.end(), more.begin(), more.end());
    Demand sum;
    for (const Step& step : program(morphology_settings(all)).steps) sum = sum + demand_of(step);
    return sum.bytes.count;
  };

  EXPECT_EQ(demand({{"form", "pipelined"}, {"chunks", "7"}}), 40U * 30 * 10 * 4);
  EXPECT_EQ(demand({{"split", "0.3"}, {"second", "gpu"}}), 40U * 30 * 10 * 4);
  // A CPU asks for other references than the element names: four for each of three runs, two that
  // bring a row and three that pair it, a little more for the rows above and below, and two at the
  // end; one is written.
  EXPECT_EQ(demand({{"split", "0.3"}}), 40U * (9 * 10 + 21 * (20 + 1)) * 4);
}

TEST(Morphology, a_small_case_by_hand) {
  // 4 x 1 bytes of a row, eroded by the point itself and its right neighbour.
  const Settings settings = morphology_settings({{"size", "4x1"}, {"element", "2x1"}});
  const Settings dilated = settings.with("operation", "dilate");
  double in[16];
  fill_values(program(settings).buffers[0].fill, Scalar::u8, 0, in);
  double out[16];
  double raised[16];

  ReferenceStore store;
  reference(settings, store)("result", 0, out);
  reference(dilated, store)("result", 0, raised);

  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(out[i], i < 4 ? in[i] : std::min(in[i], in[i - 4])) << i;
    EXPECT_EQ(raised[i], i >= 12 ? in[i] : std::max(in[i], in[i + 4])) << i;
  }
}

TEST(Morphology, opening_never_raises_and_closing_never_lowers_a_point) {
  const NamedTexts chosen{{"size", "31x17"}, {"element", "4x2"}, {"pixel", "float"}};
  const Settings settings = morphology_settings(chosen);
  std::vector<double> in(31 * 17);
  fill_values(program(settings).buffers[0].fill, Scalar::f32, 0, in);
  std::vector<double> opened(in.size());
  std::vector<double> closed(in.size());

  ReferenceStore store;
  reference(settings.with("operation", "open"), store)("result", 0, opened);
  reference(settings.with("operation", "close"), store)("result", 0, closed);

  for (std::size_t i = 0; i < in.size(); ++i) {
    EXPECT_LE(opened[i], in[i]);
    EXPECT_GE(closed[i], in[i]);
  }
}

TEST(Morphology, bad_settings_are_refused) {
  EXPECT_EQ(refused({{"references", "0"}}), "--references 0: must be 1 to 16777216");
  EXPECT_EQ(refused({{"references", "65537"}, {"element", "disc"}}),
            "--references 65537: a shape has at most 65536 points; --element WxH with --variant "
            "decomposed takes more");
  EXPECT_EQ(refused({{"element", "300x300"}, {"size", "400x400"}}),
            "--element 300x300: a rectangle has 1 to 65536 points, with --variant decomposed more");
  EXPECT_EQ(refused({{"element", "5000x4000"}, {"variant", "decomposed"}}),
            "--element 5000x4000: a rectangle has 1 to 16777216 points");
  EXPECT_THAT(refused({{"size", "8x8"}, {"element", "17x1"}}),
              HasSubstr("the element's offset -8 0 lies beyond an image of 8 x 8"));
  EXPECT_THAT(refused({{"variant", "decomposed"}, {"element", "disc"}}),
              HasSubstr("only a rectangle can be decomposed"));
  EXPECT_EQ(refused({{"split", "1.5"}}), "--split 1.5: must be a number from 0 to 1");
  EXPECT_EQ(refused({{"split", "half"}}), "--split half: must be a number from 0 to 1");
  EXPECT_THAT(refused({{"form", "pipelined"}, {"size", "64x32"}, {"chunks", "33"}}),
              HasSubstr("--chunks 33: the image has 32 rows"));
  EXPECT_THAT(refused({{"form", "pipelined"}, {"split", "0.5"}}),
              HasSubstr("a split image is not cut into chunks"));
  EXPECT_THAT(refused({{"element", "missing.txt"}}), HasSubstr("missing.txt"));
  EXPECT_THAT(refused({{"image", PLUMB_SOURCE_DIR "/README.md"}}), HasSubstr("is not a PNG file"));
}

// A rectangle of offsets beside its origin in a file that is gone with the test.
class OffsetsFile {
 public:
  OffsetsFile(int west, int north, int width, int height)
      : path_((std::filesystem::temp_directory_path() /
               ("plumb_offsets_" + std::to_string(::getpid()) + ".txt"))
                  .string()) {
    std::ofstream file(path_);
    for (int y = north; y < north + height; ++y)
      for (int x = west; x < west + width; ++x) file << x << ' ' << y << '\n';
  }
  ~OffsetsFile() { std::filesystem::remove(path_); }
  OffsetsFile(const OffsetsFile&) = delete;
  OffsetsFile& operator=(const OffsetsFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class MorphologyOnDevice : public FilterOnDevice {
 protected:
  MorphologyOnDevice() : FilterOnDevice(morphology::workload) {}
};
PLUMB_FOR_EACH_DEVICE(MorphologyOnDevice);

// Building kernels is what costs time: each kind of device and pixel once, with different
// operations.
struct FilterCase {
  const char* kernels;
  const char* pixel;
  const char* operation;
};

TEST_P(MorphologyOnDevice, any_element_is_right_at_odd_sizes) {
  const FilterCase cases[]{{"gpu", "uchar4", "open"},
                           {"gpu", "float", "dilate"},
                           {"cpu", "uchar4", "erode"},
                           {"cpu", "float", "close"}};
  for (const FilterCase& made : cases) {
    for (const char* element : {"disc", "diagonal", "31x17"}) {
      expect_right({{"kernels", made.kernels},
                    {"pixel", made.pixel},
                    {"element", element},
                    {"references", "37"},
                    {"rows", "3"},
                    {"operation", made.operation},
                    {"size", "157x53"}});
    }
  }
}

TEST_P(MorphologyOnDevice, decomposed_is_right_for_short_and_long_windows) {
  const auto decomposed = [&](const FilterCase& made, const char* element, const char* size) {
    expect_right({{"variant", "decomposed"},
                  {"kernels", made.kernels},
                  {"pixel", made.pixel},
                  {"operation", made.operation},
                  {"element", element},
                  {"size", size}});
  };

  decomposed({"gpu", "float", "erode"}, "33x31", "304x83");
  decomposed({"gpu", "uchar4", "dilate"}, "2x7", "301x83");
  decomposed({"cpu", "float", "dilate"}, "33x31", "301x83");
  decomposed({"cpu", "uchar4", "erode"}, "7x2", "301x83");
  decomposed({"cpu", "float", "erode"}, "5x5", "301x83");
  decomposed({"cpu", "float", "open"}, "301x299", "331x317");  // more points than one pass takes
}

// Longer than a tile takes, longer than half of the image, beside their origin, and longer than a
// group holds.
TEST_P(MorphologyOnDevice, a_window_beyond_a_tile_is_right) {
  const auto decomposed = [&](const std::string& element, const char* size, const char* pixel,
                              const char* operation) {
    expect_right({{"variant", "decomposed"},
                  {"kernels", "gpu"},
                  {"element", element},
                  {"size", size},
                  {"pixel", pixel},
                  {"operation", operation}});
  };
  decomposed(OffsetsFile(2, 101, 1, 601).path(), "5x903", "float", "dilate");
  decomposed("257x1", "1203x11", "uchar4", "erode");
  decomposed(OffsetsFile(-5400, 0, 5200, 1).path(), "5503x3", "float", "dilate");
  decomposed("1x8195", "3x8301", "float", "erode");
  decomposed("16387x1", "16401x1", "uchar4", "dilate");
}

// Wide lanes and single columns, several groups, windows that lie outside the image, chunks of
// rows.
TEST_P(MorphologyOnDevice, clusters_keep_long_windows) {
  if (device::traits_of(device->info()).largest_cluster == 0)
    GTEST_SKIP() << "the device has no clusters";
  const auto decomposed = [&](const std::string& element, const char* size, const char* pixel,
                              const char* operation, const char* form) {
    expect_right({{"variant", "decomposed"},
                  {"element", element},
                  {"size", size},
                  {"pixel", pixel},
                  {"operation", operation},
                  {"form", form},
                  {"chunks", "5"}});
  };
  for (const char* pixel : {"uchar4", "float"}) {
    decomposed("129x130", "702x703", pixel, "open", "resident");
    decomposed("701x699", "1403x1401", pixel, "close", "resident");
    decomposed("3x2801", "37x3001", pixel, "dilate", "pipelined");
    decomposed("5001x1", "6003x5", pixel, "erode", "resident");
    decomposed("1x5001", "66x5003", pixel, "erode", "resident");
    decomposed(OffsetsFile(0, -600, 1, 180).path(), "38x703", pixel, "dilate", "resident");
    decomposed(OffsetsFile(300, 0, 140, 1).path(), "703x5", pixel, "erode", "resident");
  }
}

TEST_P(MorphologyOnDevice, pipelined_and_split_are_right) {
  const std::unique_ptr<device::Device> second = device::open_device(std::to_string(GetParam()));
  for (const char* chunks : {"1", "9", "53"})
    expect_right({{"form", "pipelined"},
                  {"chunks", chunks},
                  {"operation", "open"},
                  {"rows", "3"},
                  {"size", "61x53"}});
  for (const char* fraction : {"0", "0.3", "0.99"})
    expect_right({{"split", fraction}, {"rows", "3"}, {"size", "61x53"}}, second.get());
}

TEST_P(MorphologyOnDevice, a_split_without_a_second_device_is_refused) {
  EXPECT_THAT(refusal([&] { complaint({{"split", "0.5"}, {"size", "61x53"}}); }),
              HasSubstr("runs on 2 devices and 1 is given; name them all: --device A,B"));
}

}  // namespace
}  // namespace plumb::morphology
