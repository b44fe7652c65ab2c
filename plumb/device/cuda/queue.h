// plumb/device/cuda/queue.h - a stream with time stamps, and graphs as recorded batches.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/device/cuda/module.h"
#include "plumb/device/cuda/session.h"
#include "plumb/device/device.h"
#include "plumb/device/in_flight.h"

namespace plumb::device::cuda {

class CudaQueue;

class CudaMark final : public Mark {
 public:
  CudaMark(CudaQueue& queue, Handle<Event> event) : queue_(&queue), event_(std::move(event)) {}
  ~CudaMark() override;
  CudaMark(const CudaMark&) = delete;
  CudaMark& operator=(const CudaMark&) = delete;

  void abandon() { queue_ = nullptr; }
  [[nodiscard]] Event event() const { return event_.get(); }

 private:
  CudaQueue* queue_;
  Handle<Event> event_;
};

class CudaBatch final : public Batch {
 public:
  Handle<ExecutableGraph> graph;
  std::vector<std::string> kernels;    // what it launches, for errors
  std::vector<std::string> described;  // the same, for reports of what runs
};

// Holds the stream back for about 30 us before the first mark of an interval. The host queues a
// mark and a command meanwhile, so that the mark stands at the start of the command and not before
// the host's own work. Host work beyond that (submitting a graph of hundreds of kernels, copying
// from pageable memory) is still counted.
class Pause {
 public:
  explicit Pause(const Session& session);
  void launch(Stream stream) const;

 private:
  const Session* session_;
  CudaModule module_;
  std::unique_ptr<Kernel> kernel_;
  std::uint64_t cycles_ = 0;
};

class CudaQueue final : public Queue {
 public:
  CudaQueue(Session& session, const Pause& pause);
  ~CudaQueue() override;
  CudaQueue(const CudaQueue&) = delete;
  CudaQueue& operator=(const CudaQueue&) = delete;

  void write(Buffer& to, Bytes offset, std::span<const std::byte> from) override;
  void read(std::span<std::byte> to, const Buffer& from, Bytes offset) override;
  using Queue::copy;
  void copy(Buffer& to, Bytes to_offset, const Buffer& from, Bytes from_offset,
            Bytes size) override;
  void write(Image& to, std::span<const std::byte> from) override;
  void read(std::span<std::byte> to, const Image& from) override;
  void launch(const Kernel& kernel, const Launch& shape,
              std::span<const Argument> arguments) override;
  std::unique_ptr<Mark> mark() override;
  std::unique_ptr<Mark> fence() override;
  void wait_for(const Mark& mark) override;
  [[nodiscard]] Seconds elapsed(const Mark& from, const Mark& to) override;
  void wait() override;
  std::unique_ptr<Batch> record(const std::function<void(Queue&)>& body) override;
  void replay(const Batch& batch) override;

  void forget(const CudaMark* mark) { std::erase(marks_, mark); }

 private:
  // Checks a call on this stream; an error of a kernel that ran meanwhile names what was pending.
  void require(Result code, std::string_view call) const;
  void remember(const std::string& kernel, const std::string& described);

  Session* session_;
  const Pause* pause_;
  Handle<Stream> stream_;
  bool idle_ = true;                            // nothing queued since the last wait
  std::vector<CudaMark*> marks_;                // that are still held: an interval may have begun
  std::vector<std::string> pending_;            // kernels queued since the last wait, each once
  std::vector<std::string> pending_described_;  // the same, as reports write them
  InFlight in_flight_{false};
  PlacedArguments placed_;  // of the launch at hand
};

}  // namespace plumb::device::cuda
