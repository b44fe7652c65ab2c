// plumb/device/cuda/image.cpp - making arrays and their textures.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/image.h"

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/device/out_of_memory.h"

namespace plumb::device::cuda {
namespace {

int array_format_of(Component component) {
  switch (component) {
    case Component::u8:
      return array_format::u8;
    case Component::u16:
      return array_format::u16;
    case Component::i32:
      return array_format::i32;
    case Component::u32:
      return array_format::u32;
    case Component::f32:
      break;
  }
  return array_format::f32;
}

bool reads_as_float(const ImageFormat& format) {
  const bool small = format.component == Component::u8 || format.component == Component::u16;
  return format.component == Component::f32 || (format.normalized && small);
}

Handle<Array> make_array(const Session& session, const ImageFormat& format) {
  session.enter();
  const ArrayDescriptor shape{.width = format.width,
                              .height = format.height,
                              .depth = format.depth > 1 ? format.depth : 0,  // 0: a 2-D array
                              .format = array_format_of(format.component),
                              .channels = format.components,
                              .flags = 0};
  Array array = nullptr;
  const Result code = session.api().cuArray3DCreate_v2(&array, &shape);
  if (code != result::success) {
    throw_allocation(
        code == result::out_of_memory,
        fmt::format(
            "allocating an image of {} x {} x {} pixels of {} components: cuArray3DCreate_v2: {}",
            format.width, format.height, format.depth, format.components,
            error_name(session.api(), code)));
  }
  return {session, array, session.api().cuArrayDestroy};
}

// Index as in images.cuh: filter * 4 + addressing.
TextureDescriptor descriptor_of(std::size_t index, const ImageFormat& format) {
  constexpr int addressing[] = {TextureDescriptor::edge, TextureDescriptor::border,
                                TextureDescriptor::wrap, TextureDescriptor::mirror};
  TextureDescriptor texture;
  for (int& axis : texture.address) axis = addressing[index % 4];
  if (index % 4 >= 2) texture.flags |= TextureDescriptor::normalized_coordinates;
  if (reads_as_float(format)) {
    texture.filter = index < 4 ? TextureDescriptor::nearest : TextureDescriptor::linear;
  } else {
    texture.flags |= TextureDescriptor::as_integer;
  }
  return texture;
}

}  // namespace

CudaImage::CudaImage(const Session& session, const ImageFormat& format)
    : format_(format), array_(make_array(session, format)) {
  ResourceDescriptor resource;
  resource.array = array_.get();
  for (std::size_t i = 0; i < textures_.size(); ++i) {
    const TextureDescriptor descriptor = descriptor_of(i, format);
    Texture texture = 0;
    session.require(session.api().cuTexObjectCreate(&texture, &resource, &descriptor, nullptr),
                    "cuTexObjectCreate");
    textures_[i] = {session, texture, session.api().cuTexObjectDestroy};
    argument_.texture[i] = texture;
  }
  argument_.width = static_cast<std::int32_t>(format.width);
  argument_.height = static_cast<std::int32_t>(format.height);
  argument_.depth = static_cast<std::int32_t>(format.depth);
  argument_.channels = static_cast<std::int32_t>(format.components);
}

Copy3d copy_of(const CudaImage& image, const void* host, bool to_image) {
  const ImageFormat& format = image.format();
  const std::size_t row = format.width * pixel_size(format).count;
  CopySide in_memory;
  in_memory.kind = CopySide::host;
  in_memory.host_memory = host;
  in_memory.pitch = row;
  in_memory.height = format.height;
  CopySide in_array;
  in_array.kind = CopySide::array;
  in_array.array_memory = image.array();
  return {.from = to_image ? in_memory : in_array,
          .to = to_image ? in_array : in_memory,
          .width_bytes = row,
          .height = format.height,
          .depth = format.depth};
}

}  // namespace plumb::device::cuda
