// plumb/workloads/volume/reference.cpp - the rays in double precision, pixel by pixel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "plumb/workloads/volume/volume.h"

namespace plumb::volume {
namespace {

class RayReference {
 public:
  explicit RayReference(const Settings& settings) : scene_(scene_of(settings)) {
    voxels_.resize(scene_.voxels());
    fill_bytes(scene_.fill, Scalar::u8, 0, std::as_writable_bytes(std::span(voxels_)));
    scene_.fill = {};
  }

  // Scalars of the picture: red, green, blue and opacity of a pixel after the other.
  void rays_reference(std::uint64_t first, std::span<double> out) const {
    std::array<double, 4> colour{};
    std::uint64_t made = UINT64_MAX;  // the pixel that `colour` is
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint64_t pixel = (first + i) / 4;
      if (pixel != made) colour = colour_of(pixel);
      made = pixel;
      out[i] = colour[(first + i) % 4];
    }
  }

 private:
  [[nodiscard]] double voxel(const std::array<std::int64_t, 3>& at) const {
    std::int64_t index = 0;
    for (std::size_t axis = 3; axis-- > 0;) {
      const auto extent = static_cast<std::int64_t>(scene_.size[axis]);
      if (at[axis] < 0 || at[axis] >= extent) return 0;
      index = index * extent + at[axis];
    }
    return voxels_[static_cast<std::size_t>(index)];
  }

  // The eight voxels around, each with the share that is opposite to it.
  [[nodiscard]] double value_at(const std::array<double, 3>& place) const {
    std::array<std::int64_t, 3> base{};
    std::array<double, 3> share{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double shifted = place[axis] - 0.5;
      base[axis] = static_cast<std::int64_t>(std::floor(shifted));
      share[axis] = shifted - std::floor(shifted);
    }
    double sum = 0;
    for (unsigned corner = 0; corner < 8; ++corner) {
      std::array<std::int64_t, 3> at = base;
      double weight = 1;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool beyond = (corner >> axis & 1U) != 0;
        at[axis] += beyond ? 1 : 0;
        weight *= beyond ? share[axis] : 1 - share[axis];
      }
      if (weight > 0) sum += weight * voxel(at);
    }
    return sum / 255;
  }

  [[nodiscard]] std::array<double, 4> colour_of(std::uint64_t pixel) const {
    const View& view = scene_.view;
    const std::uint64_t row = pixel / scene_.width;
    const auto x = static_cast<double>(pixel % scene_.width);
    const auto y = static_cast<double>(row);
    std::array<double, 4> colour{};
    for (std::uint64_t s = 0; s < view.steps && colour[3] < static_cast<double>(scene_.stop); ++s) {
      std::array<double, 3> place{};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        place[axis] = static_cast<double>(view.origin[axis]) +
                      x * static_cast<double>(view.right[axis]) +
                      y * static_cast<double>(view.down[axis]) +
                      static_cast<double>(s) * static_cast<double>(view.along[axis]);
      }
      const double value = value_at(place);
      const double weight = (1 - colour[3]) * static_cast<double>(scene_.opacity) * value;
      colour[0] += weight * value;
      colour[1] += weight * value * value;
      colour[2] += weight * (1 - value);
      colour[3] += weight;
    }
    return colour;
  }

  Scene scene_;
  std::vector<std::uint8_t> voxels_;
};

}  // namespace

Reference reference(const Settings& settings, ReferenceStore&) {
  return [settings, made = std::optional<RayReference>()](std::string_view, std::uint64_t first,
                                                          std::span<double> out) mutable {
    if (!made) made.emplace(settings);
    made->rays_reference(first, out);
  };
}

}  // namespace plumb::volume
