// plumb/workloads/poisson/picture.cpp - numbers to colours, row by row.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/poisson/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "plumb/base/json.h"
#include "plumb/records/png.h"

namespace plumb::poisson {
namespace {

constexpr std::string_view no_picture = "none";
constexpr std::uint64_t longer_side = 720;  // pixels
constexpr double bands = 10;

using Colour = std::array<double, 3>;
constexpr std::array<Colour, 5> colour_scale{
    {{24, 32, 120}, {40, 140, 200}, {90, 190, 110}, {245, 205, 70}, {200, 40, 40}}};

// The plane that is shown: x across, y or z up.
struct View {
  const Grid* grid;
  [[nodiscard]] std::uint64_t across() const { return grid->n[0]; }
  [[nodiscard]] std::uint64_t up() const { return grid->dim == 3 ? grid->n[2] : grid->n[1]; }
  [[nodiscard]] std::uint64_t row(std::uint64_t level) const {
    return grid->dim == 3 ? grid->at(0, grid->n[1] / 2, level) : grid->at(0, level, 0);
  }
};

// Where a pixel's middle lies among `cells`: the point before it, and how far behind that.
struct Place {
  std::uint64_t point;
  double behind;
};
Place place_of(std::uint64_t pixel, std::uint64_t pixels, std::uint64_t cells) {
  const double at =
      (static_cast<double>(pixel) + 0.5) / static_cast<double>(pixels) * static_cast<double>(cells);
  const std::uint64_t point = std::min(static_cast<std::uint64_t>(at), cells - 1);
  return {point, at - static_cast<double>(point)};
}

ImageShape shape_within(std::uint64_t longest_side, const View& view) {
  const double longest = static_cast<double>(std::max(view.across(), view.up()));
  const auto side = [&](std::uint64_t cells) {
    const double pixels = static_cast<double>(longest_side) * static_cast<double>(cells) / longest;
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::lround(pixels)));
  };
  return {.type = {Scalar::u8, 4}, .width = side(view.across()), .height = side(view.up())};
}

// Two rows of the field at a time.
std::vector<double> sampled(const View& view, const ImageShape& shape, const Reader& reader) {
  std::vector<double> values;
  std::vector<double> low(view.across() + 1);
  std::vector<double> high(view.across() + 1);
  for (std::uint64_t y = 0; y < shape.height; ++y) {
    const Place level = place_of(shape.height - 1 - y, shape.height, view.up());
    reader("field", view.row(level.point), low);
    reader("field", view.row(level.point + 1), high);
    for (std::uint64_t x = 0; x < shape.width; ++x) {
      const Place at = place_of(x, shape.width, view.across());
      const auto along = [&](const std::vector<double>& row) {
        return std::lerp(row[at.point], row[at.point + 1], at.behind);
      };
      values.push_back(std::lerp(along(low), along(high), level.behind));
    }
  }
  return values;
}

// `share` of the range from the smallest number to the largest.
Colour colour_of(double share) {
  const double at = std::clamp(share, 0.0, 1.0) * (colour_scale.size() - 1);
  const std::size_t first = std::min(static_cast<std::size_t>(at), colour_scale.size() - 2);
  Colour mixed{};
  for (std::size_t c = 0; c < mixed.size(); ++c)
    mixed.at(c) = std::lerp(colour_scale.at(first).at(c), colour_scale.at(first + 1).at(c),
                            at - static_cast<double>(first));
  return mixed;
}

}  // namespace

Image picture_of(const Grid& grid, const Reader& reader) {
  const View view{&grid};
  Image picture{.shape = shape_within(longer_side, view), .pixels = {}};
  std::vector<double> values = sampled(view, picture.shape, reader);
  const auto [least, most] = std::ranges::minmax(values);
  const double range = most > least ? most - least : 1;
  for (double& value : values) value = (value - least) / range;
  const auto band = [&](std::size_t pixel) { return std::floor(values[pixel] * bands); };
  const std::uint64_t width = picture.shape.width;
  for (std::size_t pixel = 0; pixel < values.size(); ++pixel) {
    const bool ends_row = pixel % width + 1 == width;
    const bool ends_column = pixel + width >= values.size();
    const bool on_line = (!ends_row && band(pixel) != band(pixel + 1)) ||
                         (!ends_column && band(pixel) != band(pixel + width));
    const Colour colour = on_line ? Colour{} : colour_of(values[pixel]);
    for (const double part : colour)
      picture.pixels.push_back(static_cast<std::byte>(std::lround(part)));
    picture.pixels.push_back(std::byte{255});
  }
  return picture;
}

SampledField sampled_field(const Grid& grid, const Reader& reader) {
  constexpr std::uint64_t most_values = 32;  // along the longer side
  const View view{&grid};
  const ImageShape shape =
      shape_within(std::min(most_values, std::max(view.across(), view.up())), view);
  SampledField field{.values = sampled(view, shape, reader), .columns = shape.width};
  for (double& value : field.values) {
    if (!std::isfinite(value)) return {};
    value = std::strtod(fmt::format("{:.4g}", value).c_str(), nullptr);
  }
  return field;
}

void write_picture(const Settings& settings, const Grid& grid, const Reader& reader) {
  const std::string& file = settings.text("image");
  if (file != no_picture) write_whole(file, png_of(picture_of(grid, reader)));
}

std::vector<std::string> files_written(const Settings& settings) {
  const std::string& file = settings.text("image");
  if (file == no_picture) return {};
  require_png(file);
  return {file};
}

}  // namespace plumb::poisson
