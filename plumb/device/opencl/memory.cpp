// plumb/device/opencl/memory.cpp - allocating buffers, pinned host memory and images.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/memory.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/out_of_memory.h"

namespace plumb::device::opencl {
namespace {

bool means_no_room(cl_int code) {
  constexpr std::array<cl_int, 4> no_room{CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY,
                                          CL_INVALID_BUFFER_SIZE, CL_INVALID_IMAGE_SIZE};
  return std::ranges::find(no_room, code) != no_room.end();
}

Handle<cl_mem> create_buffer(const Api& api, cl_context context, cl_mem_flags flags, Bytes size) {
  cl_int code = CL_SUCCESS;
  cl_mem memory = api.clCreateBuffer(context, flags, size.count, nullptr, &code);
  if (code != CL_SUCCESS) {
    throw_allocation(means_no_room(code), fmt::format("allocating {}: clCreateBuffer: {}",
                                                      to_text(size), error_name(code)));
  }
  return {memory, api.clReleaseMemObject};
}

cl_channel_type channel_type(const ImageFormat& format) {
  switch (format.component) {
    case Component::u8:
      return format.normalized ? CL_UNORM_INT8 : CL_UNSIGNED_INT8;
    case Component::u16:
      return format.normalized ? CL_UNORM_INT16 : CL_UNSIGNED_INT16;
    case Component::i32:
      return CL_SIGNED_INT32;
    case Component::u32:
      return CL_UNSIGNED_INT32;
    case Component::f32:
      break;
  }
  return CL_FLOAT;
}

}  // namespace

OpenClBuffer::OpenClBuffer(const Api& api, cl_context context, ClearingDeadline& clearing,
                           Bytes size)
    : clearing_(&clearing),
      memory_(create_buffer(api, context, CL_MEM_READ_WRITE, size)),
      size_(size) {}

OpenClBuffer::~OpenClBuffer() {
  memory_ = {};
  clearing_->add(size_);
}

OpenClHostMemory::OpenClHostMemory(const Api& api, cl_context context, cl_device_id device,
                                   Bytes size)
    : api_(&api),
      memory_(create_buffer(api, context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size)),
      size_(size) {
  cl_int code = CL_SUCCESS;
  queue_ = {api.clCreateCommandQueue(context, device, 0, &code), api.clReleaseCommandQueue};
  require(code, "clCreateCommandQueue");
  mapped_ = static_cast<std::byte*>(api.clEnqueueMapBuffer(queue_.get(), memory_.get(), CL_TRUE,
                                                           CL_MAP_READ | CL_MAP_WRITE, 0,
                                                           size.count, 0, nullptr, nullptr, &code));
  require(code, "clEnqueueMapBuffer");
}

OpenClHostMemory::~OpenClHostMemory() {
  report_release(
      api_->clEnqueueUnmapMemObject(queue_.get(), memory_.get(), mapped_, 0, nullptr, nullptr));
  report_release(api_->clFinish(queue_.get()));
}

OpenClImage::OpenClImage(const Api& api, cl_context context, const ImageFormat& format)
    : format_(format) {
  cl_image_format pixel{};
  pixel.image_channel_order =
      format.components == 1 ? CL_R : (format.components == 2 ? CL_RG : CL_RGBA);
  pixel.image_channel_data_type = channel_type(format);
  cl_image_desc shape{};
  shape.image_type = format.depth > 1 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = format.width;
  shape.image_height = format.height;
  shape.image_depth = format.depth;
  cl_int code = CL_SUCCESS;
  memory_ = {api.clCreateImage(context, CL_MEM_READ_WRITE, &pixel, &shape, nullptr, &code),
             api.clReleaseMemObject};
  if (code != CL_SUCCESS) {
    throw_allocation(
        means_no_room(code),
        fmt::format(
            "allocating an image of {} x {} x {} pixels of {} components: clCreateImage: {}",
            format.width, format.height, format.depth, format.components, error_name(code)));
  }
}

}  // namespace plumb::device::opencl
