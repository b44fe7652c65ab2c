// plumb/records/image.h - a picture or volume of pixels, in memory and as JSON.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/type.h"

namespace plumb {

struct ImageShape {
  Type type{Scalar::u8, 4};  // per pixel: 1, 2 or 4 components of uchar, ushort, int, uint or float
  std::uint64_t width = 0;
  std::uint64_t height = 1;
  std::uint64_t depth = 1;  // more than 1: a volume
  bool normalized = false;  // uchar and ushort: read in kernels as 0..1
  friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

Bytes size_of(const ImageShape& shape);

// Refuses (input error) extents of zero or above 2^20, more than 2^40 bytes, or a type that devices
// do not sample.
void check(const ImageShape& shape);

// Pixels in row-major order, components interleaved: what commands write as PNG and tests compare.
struct Image {
  ImageShape shape;
  std::vector<std::byte> pixels;
};

Json to_json(const ImageShape& shape);
ImageShape image_shape_from_json(const JsonView& view);

Json to_json(const Image& image);  // schema plumbline.image/1
Image image_from_json(const JsonView& view);

}  // namespace plumb
