// plumb/device/bounds.cpp - refusing transfers that do not fit, alike in every back end.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/bounds.h"

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/out_of_memory.h"

namespace plumb::device {

Bytes pixel_size(const ImageFormat& format) {
  const std::uint64_t component =
      format.component == Component::u8 ? 1 : (format.component == Component::u16 ? 2 : 4);
  return Bytes{format.components * component};
}

Bytes size_of(const ImageFormat& format) {
  return format.width * format.height * format.depth * pixel_size(format);
}

void refuse_outside(Bytes offset, std::size_t size, const Buffer& buffer) {
  if (offset.count <= buffer.size().count && size <= buffer.size().count - offset.count) return;
  throw Error(ErrorKind::device,
              fmt::format("{} bytes at offset {} reach past a buffer of {} bytes", size,
                          offset.count, buffer.size().count));
}

void refuse_other_size(std::size_t size, const Image& image) {
  const Bytes needed = size_of(image.format());
  if (size == needed.count) return;
  throw Error(ErrorKind::device,
              fmt::format("{} bytes for an image that holds {}", size, needed.count));
}

void refuse_too_large(Bytes size, const Info& info) {
  if (size <= info.largest_allocation) return;
  throw OutOfMemory(
      fmt::format("a buffer of {} is larger than the {} that '{}' allows in one piece",
                  to_text(size), to_text(info.largest_allocation), info.name));
}

void refuse_too_much_local(Bytes declared, Bytes added, Bytes most) {
  if (declared <= most && added <= most && declared + added <= most) return;
  throw Error(
      ErrorKind::device,
      fmt::format("{} of local memory per group ({} static, {} dynamic); the device has {}",
                  to_text(declared + added), to_text(declared), to_text(added), to_text(most)));
}

std::string launching(const std::string& entry, const Launch& shape) {
  return fmt::format("launching kernel '{}' on {} x {} x {} work-items in groups of {} x {} x {}",
                     entry, shape.global[0], shape.global[1], shape.global[2], shape.local[0],
                     shape.local[1], shape.local[2]);
}

}  // namespace plumb::device
