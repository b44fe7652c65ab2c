// plumb/workloads/pixels/source_image.cpp - pixels from files and back.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/pixels/source_image.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/json.h"
#include "plumb/records/png.h"

namespace plumb::pixels {
namespace {

constexpr std::string_view random_image = "random";
constexpr std::string_view no_result = "none";

// ITU-R BT.601, as PNG viewers and OpenCV do.
double grey_of(const double* rgba) {
  return (0.299 * rgba[0] + 0.587 * rgba[1] + 0.114 * rgba[2]) / 255;
}

Fill fill_of(const Image& picture, Type type) {
  std::vector<double> bytes(picture.pixels.size());
  plumb::values_of(picture.pixels, Scalar::u8, bytes);
  if (type.scalar == Scalar::u8) return {.kind = FillKind::values, .values = std::move(bytes)};
  if (type.width == 4) {
    for (double& value : bytes) value /= 255;
    return {.kind = FillKind::values, .values = std::move(bytes)};
  }
  std::vector<double> grey;
  for (std::size_t i = 0; i < bytes.size(); i += 4) grey.push_back(grey_of(&bytes[i]));
  return {.kind = FillKind::values, .values = std::move(grey)};
}

std::byte byte_of(double value) {
  return static_cast<std::byte>(std::lround(std::clamp(value, 0.0, 255.0)));
}

}  // namespace

SourceImage source_image(const Settings& settings) {
  SourceImage source;
  source.type = type_from_name(settings.text("pixel"));
  const std::string& name = settings.text("image");
  if (name == random_image) {
    const auto size = shape_of(settings.text("size"));
    source.width = size->front();
    source.height = size->back();
    source.fill =
        random_fill(0, source.type.scalar == Scalar::u8 ? 256 : 1, settings.count("seed"));
    return source;
  }
  require_png(name);
  const Image picture = image_from_png(read_text_file(name), name);
  source.width = picture.shape.width;
  source.height = picture.shape.height;
  source.fill = fill_of(picture, source.type);
  return source;
}

std::vector<float> values_of(const SourceImage& image) {
  constexpr std::size_t piece = 4096;
  std::vector<float> values(image.pixels() * image.type.width);
  double part[piece];
  for (std::size_t first = 0; first < values.size(); first += piece) {
    const std::size_t n = std::min(piece, values.size() - first);
    fill_values(image.fill, image.type.scalar, first, {part, n});
    for (std::size_t i = 0; i < n; ++i) values[first + i] = static_cast<float>(part[i]);
  }
  return values;
}

std::string square_of(Bytes data) {
  constexpr std::uint64_t step = 16;
  const auto side =
      static_cast<std::uint64_t>(std::sqrt(static_cast<double>(data.count) / (2 * 4)));
  const std::uint64_t whole = std::max(side / step * step, step);
  return fmt::format("{}x{}", whole, whole);
}

Settings with_own_size(const Settings& settings, const SourceImage& image) {
  return settings.with("size", fmt::format("{}x{}", image.width, image.height));
}

std::vector<std::string> files_read(const Settings& settings) {
  if (settings.text("image") == random_image) return {};
  return {settings.text("image")};
}

std::vector<std::string> files_written(const Settings& settings) {
  if (settings.text("result") == no_result) return {};
  require_png(settings.text("result"));
  return {settings.text("result")};
}

void write_result(const Settings& settings, const Reader& reader) {
  if (settings.text("result") == no_result) return;
  const SourceImage source = source_image(settings);
  std::vector<double> values(source.pixels() * source.type.width);
  reader("result", 0, values);
  const double scale = source.type.scalar == Scalar::u8 ? 1 : 255;
  Image picture{.shape = {.type = {Scalar::u8, 4}, .width = source.width, .height = source.height},
                .pixels = {}};
  picture.pixels.resize(size_of(picture.shape).count);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    if (source.type.width == 4) picture.pixels[i] = byte_of(scale * values[i]);
    if (source.type.width == 1)
      picture.pixels[i] = i % 4 == 3 ? std::byte{255} : byte_of(scale * values[i / 4]);
  }
  write_whole(settings.text("result"), png_of(picture));
}

}  // namespace plumb::pixels
