// plumb/workloads/morphology/methods.h - an operation as stages, for a kind of device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plumb/workloads/morphology/element.h"
#include "plumb/workloads/pixels/stages.h"

namespace plumb::morphology {

// Minima over the element, or maxima over it reflected.
struct Half {
  bool greatest = false;
  Element element;  // as it is applied

  [[nodiscard]] std::string name() const { return greatest ? "dilate" : "erode"; }
};

// "open" is an erosion, then a dilation.
std::vector<Half> halves_of(std::string_view operation, const Element& element);

// What the kernels are made for.
struct Target {
  pixels::SourceImage image;  // without its contents
  bool on_cpu = false;
  std::uint64_t rows = 8;
  pixels::GroupLimits limits = {};
  std::string suffix = {};  // of all names

  // A pixel of four bytes is compared byte by byte on CPUs, as one word on GPUs.
  [[nodiscard]] bool is_real() const { return image.type.scalar == Scalar::f32; }
  [[nodiscard]] std::uint64_t apart() const { return on_cpu && !is_real() ? 4 : 1; }
  [[nodiscard]] std::uint64_t pixel_bytes() const { return size_of(image.type).count; }
};

using Definitions = std::vector<std::pair<std::string, std::string>>;

// PIXEL, PACKED, REAL and GREATEST of pixel.clh.
Definitions pixel_definitions(const Target& target, bool greatest);

// In one pass of `references` references per point; or of one. `comparisons` of pixels are made for
// a point.
Pass pass_of(const Target& target, const std::string& name, pixels::Rows rows,
             std::uint64_t references, double comparisons);

pixels::Method one_pass(const Target& target, const std::vector<Half>& halves);

// One pass along each axis, however long. Refuses (input error) an element that is not a rectangle.
pixels::Method decomposed(const Target& target, const std::vector<Half>& halves);

}  // namespace plumb::morphology
