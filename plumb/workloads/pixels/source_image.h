// plumb/workloads/pixels/source_image.h - the image that a filter works on: random or from a file.
//
// Filters of images have the settings "size", "pixel", "image" and "result" in common.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/records/fill.h"
#include "plumb/records/reference.h"
#include "plumb/records/type.h"
#include "plumb/workloads/settings.h"

namespace plumb::pixels {

inline constexpr Parameter size_parameter{
    .name = "size",
    .type = ParameterType::shape,
    .default_value = "1024x1024",
    .choices = {},
    .most = 1U << 20U,
    .help = "width x height of a random image; a file has its own",
    .parts = 2};
inline constexpr Parameter image_parameter{
    .name = "image",
    .type = ParameterType::text,
    .default_value = "random",
    .choices = "random",
    .help = "random pixels, or a PNG file; float pixels are its grey values, 0 to 1"};
inline constexpr Parameter result_parameter{.name = "result",
                                            .type = ParameterType::text,
                                            .default_value = "none",
                                            .choices = "none",
                                            .help = "where the result is written as PNG"};

struct SourceImage {
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  Type type;  // of a pixel
  Fill fill;

  [[nodiscard]] std::uint64_t pixels() const { return width * height; }
};

SourceImage source_image(const Settings& settings);

// Its scalars as the device gets them, for references.
std::vector<float> values_of(const SourceImage& image);

// The settings with the size that the image has.
Settings with_own_size(const Settings& settings, const SourceImage& image);

// A square of which source and result, four bytes per pixel, take about that many bytes.
std::string square_of(Bytes data);

std::vector<std::string> files_read(const Settings& settings);
std::vector<std::string> files_written(const Settings& settings);

// Writes buffer "result" as PNG where the settings ask for it.
void write_result(const Settings& settings, const Reader& reader);

}  // namespace plumb::pixels
