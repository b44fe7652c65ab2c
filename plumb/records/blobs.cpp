// plumb/records/blobs.cpp - six bodies from a seed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/blobs.h"

#include <algorithm>
#include <array>

namespace plumb {
namespace {

struct Blob {
  std::array<double, 3> centre{};
  std::array<double, 3> radius{};
  double height = 0;
};

std::array<Blob, 6> blobs_of(const Fill& fill) {
  std::array<Blob, 6> blobs;
  std::uint32_t drawn = mix_bits(static_cast<std::uint32_t>(fill.seed ^ fill.seed >> 32U));
  const auto draw = [&](double from, double to) {
    drawn = mix_bits(drawn + 0x9e3779b9U);
    return from + (to - from) * (drawn >> 8U) * 0x1p-24;
  };
  for (Blob& blob : blobs) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto extent = static_cast<double>(fill.extent.at(axis));
      blob.centre.at(axis) = draw(0.25, 0.75) * extent;
      blob.radius.at(axis) = draw(0.12, 0.3) * extent;
    }
    blob.height = draw(0.4, 1);
  }
  return blobs;
}

double bump(const Blob& blob, std::size_t axis, std::uint64_t place) {
  const double t = (static_cast<double>(place) + 0.5 - blob.centre[axis]) / blob.radius[axis];
  return std::max(0.0, 1 - t * t);
}

}  // namespace

void blob_values(const Fill& fill, std::uint64_t first, std::span<double> out) {
  const std::array<Blob, 6> blobs = blobs_of(fill);
  const auto [width, height, depth] = fill.extent;
  for (std::size_t done = 0; done < out.size();) {
    const std::uint64_t index = (first + done) % (width * height * depth);
    const std::uint64_t x = index % width;
    const std::size_t run = std::min<std::uint64_t>(out.size() - done, width - x);
    const std::span<double> row = out.subspan(done, run);
    std::ranges::fill(row, 0.0);
    for (const Blob& blob : blobs) {
      const double of_row = blob.height * bump(blob, 1, index / width % height) *
                            bump(blob, 2, index / width / height);
      if (of_row == 0) continue;
      for (std::size_t i = 0; i < run; ++i) row[i] += of_row * bump(blob, 0, x + i);
    }
    for (double& value : row) value = fill.low + (fill.high - fill.low) * std::min(value, 1.0);
    done += run;
  }
}

}  // namespace plumb
