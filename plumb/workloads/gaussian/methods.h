// plumb/workloads/gaussian/methods.h - the filter as stages, for a kind of device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/pixels/stages.h"

namespace plumb::gaussian {

struct Target {
  pixels::SourceImage image;  // with its contents only where kernels sample it
  std::uint64_t taps = 13;
  std::uint64_t rows = 8;  // outputs of a column that an item makes
  pixels::GroupLimits limits = {};
  bool on_cpu = false;
  bool sampled = false;  // the first pass reads an image

  [[nodiscard]] bool is_bytes() const { return image.type.scalar == Scalar::u8; }
  [[nodiscard]] std::uint64_t channels() const { return image.type.width; }
  [[nodiscard]] std::uint64_t pixel_bytes() const { return size_of(image.type).count; }
};

pixels::Method two_pass(const Target& target);
pixels::Method one_pass(const Target& target);

}  // namespace plumb::gaussian
