// plumb/device/opencl/queue.h - an in-order queue with time stamps, and recorded batches.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "plumb/device/clearing_deadline.h"
#include "plumb/device/device.h"
#include "plumb/device/in_flight.h"
#include "plumb/device/opencl/api.h"

namespace plumb::device::opencl {

class OpenClQueue;

// Either the end of a marker command, or, on an idle queue, the start of the command after it.
// Until that command comes the mark is unbound and its queue knows it.
class OpenClMark final : public Mark {
 public:
  explicit OpenClMark(OpenClQueue& queue) : unbound_in_(&queue) {}
  explicit OpenClMark(Handle<cl_event> end) : event_(std::move(end)) {}
  ~OpenClMark() override;
  OpenClMark(const OpenClMark&) = delete;
  OpenClMark& operator=(const OpenClMark&) = delete;

  void bind(Handle<cl_event> event, bool at_start);
  void abandon() { unbound_in_ = nullptr; }
  [[nodiscard]] cl_event event() const { return event_.get(); }
  [[nodiscard]] bool at_start() const { return at_start_; }

 private:
  Handle<cl_event> event_;
  bool at_start_ = false;
  OpenClQueue* unbound_in_ = nullptr;
};

// Commands that do to a queue what was recorded.
class OpenClBatch final : public Batch {
 public:
  std::vector<std::function<void(Queue&)>> commands;
};

class OpenClQueue final : public Queue {
 public:
  OpenClQueue(const Api& api, cl_context context, cl_device_id device,
              const ClearingDeadline& clearing, bool in_host_memory);
  ~OpenClQueue() override;
  OpenClQueue(const OpenClQueue&) = delete;
  OpenClQueue& operator=(const OpenClQueue&) = delete;

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

  void forget(const OpenClMark* mark) { std::erase(unbound_, mark); }

 private:
  // Runs `enqueue(cl_event*)`; asks for an event only when a mark waits for the next command.
  template <class Enqueue>
  void command(const char* call, const Enqueue& enqueue);
  [[nodiscard]] std::int64_t nanoseconds_of(const OpenClMark& mark) const;
  Handle<cl_event> marker();
  // Whether a driver that compiles at the first launch may do so now.
  bool is_first_launch(cl_kernel kernel, const Launch& shape);

  const Api* api_;
  const ClearingDeadline* clearing_;
  InFlight in_flight_;
  bool compiles_late_;  // PoCL compiles a kernel for a shape of groups when it is first launched
  std::set<std::pair<cl_kernel, std::array<std::uint64_t, 3>>> launched_;
  Handle<cl_command_queue> queue_;
  bool idle_ = true;                  // nothing queued since the last wait
  std::vector<OpenClMark*> unbound_;  // marks that take the start of the next command
};

}  // namespace plumb::device::opencl
