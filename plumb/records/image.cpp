// plumb/records/image.cpp - checking, writing and reading images.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/image.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/records/fill.h"

namespace plumb {
namespace {

constexpr std::string_view image_schema = "plumbline.image/1";
constexpr std::uint64_t largest_extent = 1U << 20U;
constexpr Bytes largest{1ULL << 40U};

bool sampled(Type type) {
  const bool width = type.width == 1 || type.width == 2 || type.width == 4;
  switch (type.scalar) {
    case Scalar::u8:
    case Scalar::u16:
    case Scalar::i32:
    case Scalar::u32:
    case Scalar::f32:
      return width;
    default:
      return false;
  }
}

std::vector<double> pixels_from(const JsonView& view, const ImageShape& shape) {
  std::vector<double> values = view.numbers();
  const std::uint64_t expected = shape.width * shape.height * shape.depth * shape.type.width;
  if (values.size() != expected) {
    view.refuse(fmt::format("{} values, the shape needs {}", values.size(), expected));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (holds(shape.type.scalar, values[i])) continue;
    view.list()[i].refuse(
        fmt::format("{} does not fit into '{}'", values[i], name_of(Type{shape.type.scalar, 1})));
  }
  return values;
}

}  // namespace

Bytes size_of(const ImageShape& shape) {
  return shape.width * shape.height * shape.depth * size_of(shape.type);
}

void check(const ImageShape& shape) {
  for (const std::uint64_t extent : {shape.width, shape.height, shape.depth}) {
    if (extent == 0 || extent > largest_extent) {
      throw Error(ErrorKind::input,
                  fmt::format("an image of {} x {} x {} pixels: each extent must be 1 to {}",
                              shape.width, shape.height, shape.depth, largest_extent));
    }
  }
  // Three extents of at most 2^20 cannot overflow; their bytes could.
  if (shape.width * shape.height * shape.depth > largest.count / size_of(shape.type).count) {
    throw Error(ErrorKind::input, "an image of more than 1 TiB");
  }
  if (!sampled(shape.type)) {
    throw Error(
        ErrorKind::input,
        fmt::format("images of '{}' are not sampled by devices; use 1, 2 or 4 components of "
                    "uchar, ushort, int, uint or float",
                    name_of(shape.type)));
  }
  if (shape.normalized && shape.type.scalar != Scalar::u8 && shape.type.scalar != Scalar::u16) {
    throw Error(ErrorKind::input, fmt::format("images of '{}' cannot be normalized; uchar and "
                                              "ushort can",
                                              name_of(shape.type)));
  }
}

Json to_json(const ImageShape& shape) {
  Json json = {{"type", name_of(shape.type)},
               {"width", shape.width},
               {"height", shape.height},
               {"depth", shape.depth}};
  if (shape.normalized) json["normalized"] = true;
  return json;
}

ImageShape image_shape_from_json(const JsonView& view) {
  ImageShape shape{.type = {},
                   .width = view.at("width").count(largest_extent),
                   .height = view.count_or("height", 1),
                   .depth = view.count_or("depth", 1),
                   .normalized = view.flag_or("normalized", false)};
  try {
    shape.type = type_from_name(view.at("type").text());
    check(shape);
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
  return shape;
}

Json to_json(const Image& image) {
  Json json = {{"schema", image_schema}};
  json.update(to_json(image.shape));
  std::vector<double> values(image.pixels.size() / size_of(Type{image.shape.type.scalar, 1}).count);
  values_of(image.pixels, image.shape.type.scalar, values);
  json["pixels"] = values;
  return json;
}

Image image_from_json(const JsonView& view) {
  view.require_schema(image_schema);
  view.only({"schema", "type", "width", "height", "depth", "normalized", "pixels"});
  Image image{.shape = image_shape_from_json(view), .pixels = {}};
  const Fill fill{.kind = FillKind::values, .values = pixels_from(view.at("pixels"), image.shape)};
  image.pixels.resize(size_of(image.shape).count);
  fill_bytes(fill, image.shape.type.scalar, 0, image.pixels);
  return image;
}

}  // namespace plumb
