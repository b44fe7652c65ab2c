// plumb/records/png.cpp - libpng's simplified interface, which reports instead of jumping.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/png.h"

#include <cassert>

#include <fmt/format.h>
#include <png.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

// libpng's state of one picture, given back whatever happens.
struct PngState {
  PngState() {
    picture.version = PNG_IMAGE_VERSION;
    picture.opaque = nullptr;
  }
  ~PngState() { png_image_free(&picture); }
  PngState(const PngState&) = delete;
  PngState& operator=(const PngState&) = delete;

  png_image picture{};
};

[[noreturn]] void refuse_png(const std::string& name, std::string_view why) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", name, why));
}

}  // namespace

void require_png(const std::string&) {}

Image image_from_png(std::string_view bytes, const std::string& name) {
  // libpng calls a text without its signature an error of its own; this is the clearer line.
  constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);
  if (!bytes.starts_with(signature)) refuse_png(name, "is not a PNG file");
  PngState state;
  if (png_image_begin_read_from_memory(&state.picture, bytes.data(), bytes.size()) == 0)
    refuse_png(name, fmt::format("cannot be read as PNG: {}", state.picture.message));
  const std::uint64_t width = state.picture.width;
  const std::uint64_t height = state.picture.height;
  if (width == 0 || height == 0 || width * height > most_picture_pixels) {
    refuse_png(name, fmt::format("has {} x {} pixels; at most {} are read", width, height,
                                 most_picture_pixels));
  }
  state.picture.format = PNG_FORMAT_RGBA;
  Image image{.shape = {.type = {Scalar::u8, 4}, .width = width, .height = height}, .pixels = {}};
  check(image.shape);
  image.pixels.resize(PNG_IMAGE_SIZE(state.picture));
  if (png_image_finish_read(&state.picture, nullptr, image.pixels.data(), 0, nullptr) == 0)
    refuse_png(name, fmt::format("cannot be read as PNG: {}", state.picture.message));
  return image;
}

std::string png_of(const Image& image) {
  assert((image.shape.type == Type{Scalar::u8, 4} && image.shape.depth == 1));
  PngState state;
  state.picture.width = static_cast<png_uint_32>(image.shape.width);
  state.picture.height = static_cast<png_uint_32>(image.shape.height);
  state.picture.format = PNG_FORMAT_RGBA;
  const auto failed = [&] {
    throw Error(ErrorKind::check_failed, fmt::format("writing a PNG: {}", state.picture.message));
  };
  // The first call only measures; what it finds is an upper bound.
  png_alloc_size_t size = 0;
  if (png_image_write_to_memory(&state.picture, nullptr, &size, 0, image.pixels.data(), 0,
                                nullptr) == 0)
    failed();
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&state.picture, bytes.data(), &size, 0, image.pixels.data(), 0,
                                nullptr) == 0)
    failed();
  bytes.resize(size);
  return bytes;
}

}  // namespace plumb
