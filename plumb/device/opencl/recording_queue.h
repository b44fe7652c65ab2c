// plumb/device/opencl/recording_queue.h - a queue that remembers what it is asked to do.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/opencl/queue.h"

namespace plumb::device::opencl {

// OpenCL 1.2 has no recorded command lists, so a batch is replayed call by call; what is recorded
// must stay alive as long as the batch.
class RecordingQueue final : public Queue {
 public:
  explicit RecordingQueue(OpenClBatch& batch) : batch_(&batch) {}

  void copy(Buffer& to, const Buffer& from, Bytes size) override;
  void launch(const Kernel& kernel, const Launch& shape,
              std::span<const Argument> arguments) override;

  // Everything else concerns the host, which a batch does not meet: refused.
  void write(Buffer& to, Bytes offset, std::span<const std::byte> from) override;
  void read(std::span<std::byte> to, const Buffer& from, Bytes offset) override;
  void write(Image& to, std::span<const std::byte> from) override;
  void read(std::span<std::byte> to, const Image& from) override;
  std::unique_ptr<Mark> mark() override;
  void wait_for(const Mark& mark) override;
  [[nodiscard]] Seconds elapsed(const Mark& from, const Mark& to) override;
  void wait() override;
  std::unique_ptr<Batch> record(const std::function<void(Queue&)>& body) override;
  void replay(const Batch& batch) override;

 private:
  OpenClBatch* batch_;
};

}  // namespace plumb::device::opencl
