// plumb/workloads/volume/volume.h - rays through a volume: the application of paper 002.
//
// A picture of a volume of bytes, seen along parallel rays from any side. How its groups lie on the
// picture and from where it is seen decide which voxels are read together.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/workloads/workload.h"

namespace plumb::volume {

inline constexpr std::array<Parameter, 8> parameters{{
    {.name = "size",
     .type = ParameterType::shape,
     .default_value = "128x128x128",
     .choices = {},
     .most = 1024,
     .help = "voxels along x, y and z, a byte each",
     .parts = 3},
    {.name = "data",
     .type = ParameterType::text,
     .default_value = "blobs",
     .choices = "blobs|random",
     .help = "smooth bodies from the seed, random voxels, or a raw file of that size, x first"},
    {.name = "pixels",
     .type = ParameterType::shape,
     .default_value = "256x256",
     .choices = {},
     .most = 16384,
     .help = "width x height of the picture, which shows the whole volume",
     .parts = 2},
    {.name = "view",
     .type = ParameterType::text,
     .default_value = "0:0:0",
     .choices = {},
     .help =
         "degrees by which the volume's axes are turned: about x, then y, then z; paper 002 has "
         "0:0:0 and 90:0:90"},
    {.name = "block",
     .type = ParameterType::shape,
     .default_value = "16x8",
     .choices = {},
     .most = 1024,
     .help = "pixels of a group, width x height; paper 002 has 1x128 to 128x1",
     .parts = 2},
    {.name = "opacity",
     .type = ParameterType::number,
     .default_value = "0.1",
     .choices = {},
     .least = 0,
     .most = 1,
     .help = "of a voxel of the highest value"},
    {.name = "stop",
     .type = ParameterType::number,
     .default_value = "0.95",
     .choices = {},
     .least = 0,
     .most = 1,
     .help = "a ray ends where it is this opaque; 1: never"},
    {.name = "image",
     .type = ParameterType::text,
     .default_value = "none",
     .choices = "none",
     .help = "where the picture is written as PNG"},
}};

inline constexpr std::array<Variant, 3> variants{{
    {"texture", DeviceKind::gpu, "the sampler of a 3-D image interpolates"},
    {"buffer", DeviceKind::any, "eight voxels of a buffer, interpolated by the kernel"},
    {"image", DeviceKind::any, "eight voxels of a 3-D image, interpolated by the kernel"},
}};

// Parallel rays: where those of pixel (0, 0) begins, what a pixel to the right, one further down
// and a sample further along add. In voxels; a voxel's middle lies at half ones. As the device gets
// them.
struct View {
  std::array<float, 3> origin{};
  std::array<float, 3> right{};
  std::array<float, 3> down{};
  std::array<float, 3> along{};
  std::uint64_t steps = 0;  // samples of a ray, one voxel apart
};

// What the settings ask for; refuses (input error) what they do not make sense together.
struct Scene {
  std::array<std::uint64_t, 3> size{};
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::array<std::uint64_t, 2> block{};
  View view;
  float opacity = 0;
  float stop = 1;
  Fill fill;

  [[nodiscard]] std::uint64_t voxels() const { return size[0] * size[1] * size[2]; }
};
Scene scene_of(const Settings& settings);

Program program(const Settings& settings);
Reference reference(const Settings& settings, ReferenceStore& store);
void check_settings(const Settings& settings);
void examine(const Settings& settings, const Reader& reader, Point& point);
std::vector<std::string> files_read(const Settings& settings);
std::vector<std::string> files_written(const Settings& settings);

NamedTexts suite_lists(const NamedTexts& chosen);
std::vector<TableLayout> suite_layouts(const NamedTexts& chosen, const std::string& device);

inline constexpr std::array<std::string_view, 4> several{"size", "view", "block", "variant"};
inline constexpr std::array<Suite, 1> suites{{
    {.name = "shapes",
     .help = "the shapes of groups and the views of paper 002: 1x128 to 128x1, 0:0:0 and 90:0:90",
     .several = several,
     .lists = suite_lists,
     .layouts = suite_layouts},
}};

// What a survey runs of it, and how its results are drawn (survey.cpp).
std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device);
std::vector<ChartLayout> charts();

inline constexpr Workload workload{.name = "volume",
                                   .summary = "a picture of a volume by parallel rays",
                                   .parameters = parameters,
                                   .variants = variants,
                                   .program = program,
                                   .reference = reference,
                                   .suites = suites,
                                   .charts = charts,
                                   .survey_points = survey_points,
                                   .check = check_settings,
                                   .examine = examine,
                                   .files_read = files_read,
                                   .files_written = files_written};

}  // namespace plumb::volume
