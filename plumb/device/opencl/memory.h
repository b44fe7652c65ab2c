// plumb/device/opencl/memory.h - buffers, pinned host memory and images.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/clearing_deadline.h"
#include "plumb/device/device.h"
#include "plumb/device/opencl/api.h"

namespace plumb::device::opencl {

class OpenClBuffer final : public Buffer {
 public:
  OpenClBuffer(const Api& api, cl_context context, ClearingDeadline& clearing, Bytes size);
  ~OpenClBuffer() override;
  OpenClBuffer(const OpenClBuffer&) = delete;
  OpenClBuffer& operator=(const OpenClBuffer&) = delete;
  [[nodiscard]] Bytes size() const override { return size_; }
  [[nodiscard]] cl_mem get() const { return memory_.get(); }

 private:
  ClearingDeadline* clearing_;
  Handle<cl_mem> memory_;
  Bytes size_;
};

// OpenCL has no call for pinned memory; drivers pin the memory behind a mapped ALLOC_HOST_PTR
// buffer, so the mapping is kept for as long as this lives.
class OpenClHostMemory final : public HostMemory {
 public:
  OpenClHostMemory(const Api& api, cl_context context, cl_device_id device, Bytes size);
  ~OpenClHostMemory() override;
  OpenClHostMemory(const OpenClHostMemory&) = delete;
  OpenClHostMemory& operator=(const OpenClHostMemory&) = delete;
  [[nodiscard]] std::span<std::byte> bytes() override { return {mapped_, size_.count}; }

 private:
  const Api* api_;
  Handle<cl_command_queue> queue_;
  Handle<cl_mem> memory_;
  std::byte* mapped_ = nullptr;
  Bytes size_;
};

class OpenClImage final : public Image {
 public:
  OpenClImage(const Api& api, cl_context context, const ImageFormat& format);
  [[nodiscard]] const ImageFormat& format() const override { return format_; }
  [[nodiscard]] cl_mem get() const { return memory_.get(); }

 private:
  Handle<cl_mem> memory_;
  ImageFormat format_;
};

}  // namespace plumb::device::opencl
