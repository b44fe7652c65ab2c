// plumb/device/recording_queue.h - a queue that takes only what a batch can hold.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/device/device.h"

namespace plumb::device {

// Back ends derive from it and remember launches and copies. Everything else concerns the host,
// which a batch does not meet: refused.
class RecordingQueue : public Queue {
 public:
  void write(Buffer& to, Bytes offset, std::span<const std::byte> from) final;
  void read(std::span<std::byte> to, const Buffer& from, Bytes offset) final;
  void write(Image& to, std::span<const std::byte> from) final;
  void read(std::span<std::byte> to, const Image& from) final;
  std::unique_ptr<Mark> mark() final;
  std::unique_ptr<Mark> fence() final;
  void wait_for(const Mark& mark) final;
  [[nodiscard]] Seconds elapsed(const Mark& from, const Mark& to) final;
  void wait() final;
  std::unique_ptr<Batch> record(const std::function<void(Queue&)>& body) final;
  void replay(const Batch& batch) final;
};

}  // namespace plumb::device
