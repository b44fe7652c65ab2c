// plumb/device/cuda/memory.h - buffers, module globals and pinned host memory.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/cuda/session.h"
#include "plumb/device/device.h"

namespace plumb::device::cuda {

class CudaBuffer final : public Buffer {
 public:
  CudaBuffer(Session& session, Bytes size);
  // A module's global: belongs to the module, which must outlive it.
  CudaBuffer(DevicePointer address, Bytes size) : address_(address), size_(size) {}
  ~CudaBuffer() override;
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  [[nodiscard]] Bytes size() const override { return size_; }
  [[nodiscard]] DevicePointer address() const { return address_; }
  [[nodiscard]] const DevicePointer* argument() const { return &address_; }

 private:
  ClearingDeadline* clearing_ = nullptr;  // where its bytes go; none for a global
  Handle<DevicePointer> owned_;
  DevicePointer address_;
  Bytes size_;
};

class CudaHostMemory final : public HostMemory {
 public:
  CudaHostMemory(const Session& session, Bytes size);
  [[nodiscard]] std::span<std::byte> bytes() override {
    return {static_cast<std::byte*>(memory_.get()), size_.count};
  }

 private:
  Handle<void*> memory_;
  Bytes size_;
};

}  // namespace plumb::device::cuda
