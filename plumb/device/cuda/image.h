// plumb/device/cuda/image.h - 2-D and 3-D images: an array and the textures that read it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/device/cuda/session.h"
#include "plumb/device/device.h"

namespace plumb::device::cuda {

// What a kernel in OpenCL C receives: `plumb_image` of images.cuh.
struct ImageArgument {
  std::array<Texture, 8> texture{};  // [filter][edge, border, repeat, mirror]
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t depth = 0;
  std::int32_t channels = 0;
};

class CudaImage final : public Image {
 public:
  CudaImage(const Session& session, const ImageFormat& format);
  [[nodiscard]] const ImageFormat& format() const override { return format_; }
  [[nodiscard]] Array array() const { return array_.get(); }
  [[nodiscard]] const ImageArgument& argument() const { return argument_; }

  // What a kernel in CUDA or PTX receives as a texture object: clamped to the edge, coordinates in
  // pixels, linear where the format can be filtered (at pixel centres that reads the pixel itself).
  [[nodiscard]] const Texture* texture() const { return &argument_.texture[4]; }

 private:
  ImageFormat format_;
  Handle<Array> array_;
  std::array<Handle<Texture>, 8> textures_;
  ImageArgument argument_;
};

// The whole image from or to host memory.
Copy3d copy_of(const CudaImage& image, const void* host, bool to_image);

}  // namespace plumb::device::cuda
