// plumb/run/execute.cpp - queueing the steps of a loaded program, across queues and devices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/walk.h"
#include "plumb/run/loaded_program.h"
#include "plumb/run/ready_step.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

bool compares(double found, Comparison comparison, double value) {
  switch (comparison) {
    case Comparison::less:
      return found < value;
    case Comparison::less_equal:
      return found <= value;
    case Comparison::greater:
      return found > value;
    case Comparison::greater_equal:
      return found >= value;
    case Comparison::equal:
      return found == value;
    case Comparison::not_equal:
      break;
  }
  return found != value;
}

}  // namespace

// Behind what it waits for. Between devices only the host can wait.
void LoadedProgram::await(Ready& ready) {
  for (const Ready* other : ready.after) {
    if (other->done == nullptr) continue;  // it has not been executed yet
    if (device_of(other->queue) == device_of(ready.queue)) {
      queue(ready.queue).wait_for(*other->done);
    } else {
      queue(other->queue).wait();
    }
  }
}

// The queues inside start after what stands before the step.
void LoadedProgram::fork(Ready& ready) {
  if (ready.queues_inside.empty()) return;
  const std::unique_ptr<device::Mark> begin = queue(ready.queue).fence();
  for (const std::size_t inside : ready.queues_inside) {
    if (device_of(inside) == device_of(ready.queue)) {
      queue(inside).wait_for(*begin);
    } else {
      queue(ready.queue).wait();
    }
  }
}

// The step ends after the queues inside.
void LoadedProgram::join(Ready& ready) {
  for (const std::size_t inside : ready.queues_inside) {
    if (device_of(inside) == device_of(ready.queue)) {
      queue(ready.queue).wait_for(*queue(inside).fence());
    } else {
      queue(inside).wait();
    }
  }
}

void LoadedProgram::transfer(device::Queue& queue, const Transfer& transfer) {
  const Buffer& buffer = buffer_named(*program_, transfer.buffer);
  const Bytes element = size_of(buffer.type);
  const Bytes size = bytes_of(*program_, transfer);
  const Bytes from = transfer.from_offset * element;
  const Bytes to = transfer.to_offset * element;
  device::Buffer& here = *buffers_.at(transfer.buffer);
  switch (transfer.direction) {
    case Direction::in:
      queue.write(here, to, host_in_.at(buffer.name)->bytes().subspan(from.count, size.count));
      return;
    case Direction::out:
      queue.read(host_out_.at(buffer.name)->bytes().subspan(to.count, size.count), here, from);
      return;
    case Direction::within:
      if (buffer_named(*program_, transfer.to).device != buffer.device) {
        carry(queue, transfer);
      } else {
        queue.copy(*buffers_.at(transfer.to), to, here, from, size);
      }
      return;
  }
}

// From one device to another, through pinned memory. A queue of its own writes it: other work of
// that device does not hold it up.
void LoadedProgram::carry(device::Queue& queue, const Transfer& transfer) {
  const Bytes element = size_of(buffer_named(*program_, transfer.buffer).type);
  const Bytes size = bytes_of(*program_, transfer);
  const std::span<std::byte> staged = leaving_.at(transfer.to)->bytes().first(size.count);
  queue.read(staged, *buffers_.at(transfer.buffer), transfer.from_offset * element);
  queue.wait();
  device::Queue& there = *carriers_.at(buffer_named(*program_, transfer.to).device);
  there.write(*buffers_.at(transfer.to), transfer.to_offset * element, staged);
  there.wait();
}

void LoadedProgram::exchange(device::Queue& queue, const Exchange& exchange) {
  const Bytes element = size_of(buffer_named(*program_, exchange.send).type);
  const Bytes size = exchange.count * element;
  const std::span<std::byte> sent = leaving_.at(exchange.send)->bytes().first(size.count);
  const std::span<std::byte> received = arriving_.at(exchange.receive)->bytes().first(size.count);
  queue.read(sent, *buffers_.at(exchange.send), exchange.send_offset * element);
  queue.wait();
  exchanger_->exchange(exchange.neighbour, sent, received);
  queue.write(*buffers_.at(exchange.receive), exchange.receive_offset * element, received);
  queue.wait();
}

bool LoadedProgram::meets(device::Queue& queue, const Until& until) {
  const Scalar scalar = buffer_named(*program_, until.buffer).type.scalar;
  const std::uint64_t size = size_of(Type{scalar, 1}).count;
  std::byte bytes[8];
  double found = 0;
  queue.read(std::span(bytes).first(size), *buffers_.at(until.buffer), Bytes{until.element * size});
  queue.wait();
  values_of(std::span(bytes).first(size), scalar, {&found, 1});
  return compares(found, until.comparison, until.value);
}

Seconds LoadedProgram::time_so_far(const Ready& ready) {
  queue(ready.queue).wait();
  return Clock::now() - began_;
}

// An interrupt ends the loop, not the step: what stands behind it makes the buffers whole.
void LoadedProgram::iterate(Ready& ready, const Until& until) {
  if (stopped_) return;
  ++ready.entered;
  const bool hurries = until.deadline > Seconds{0};
  Seconds spent = hurries ? time_so_far(ready) : Seconds{0};
  Seconds longest = spent;
  for (std::uint64_t round = 1;; ++round) {
    if (hurries && spent + longest > until.deadline) return;
    ++ready.rounds;
    for (Ready& inner : ready.steps) execute(inner, nullptr);
    const bool last = round >= until.limit;
    if (last || round % until.check_every == 0) {
      join(ready);
      if (meets(queue(ready.queue), until)) return;
    }
    stopped_ = stopped_ || interrupted_();
    if (stopped_) return join(ready);
    if (hurries) {
      const Seconds now = time_so_far(ready);
      longest = round == 1 ? now - spent : std::max(longest, now - spent);
      spent = now;
    }
    if (last) {
      throw Error(ErrorKind::check_failed,
                  fmt::format("the condition on '{}' was not met within {} iterations",
                              until.buffer, until.limit));
    }
  }
}

// `queue` is the step's own, or the recorder of the batch around it.
void LoadedProgram::act(device::Queue& queue, Ready& ready) {
  const auto repeat_inner = [&](std::uint64_t times) {
    for (std::uint64_t i = 0; i < times && !stopped_; ++i) {
      for (Ready& inner : ready.steps) {
        if (&queue == queues_.at(ready.queue).get()) {
          execute(inner, nullptr);
        } else {
          act(queue, inner);  // recorded: one queue, nothing to wait for
        }
      }
    }
  };
  visit_action(*ready.step, Cases{[&](const Launch&) {
                                    queue.launch(*ready.kernel, ready.shape, ready.arguments);
                                  },
                                  [&](const Transfer& moved) { transfer(queue, moved); },
                                  [&](const Exchange& exchanged) { exchange(queue, exchanged); },
                                  [&](const Wait&) { wait(); },
                                  [&](const Batch& batch) {
                                    for (std::uint64_t i = 0; i < batch.replays; ++i)
                                      queue.replay(*ready.batch);
                                  },
                                  [&](const Repeat& repeat) {
                                    fork(ready);
                                    repeat_inner(repeat.count);
                                    join(ready);
                                  },
                                  [&](const Until& until) {
                                    fork(ready);
                                    iterate(ready, until);
                                  }});
}

void LoadedProgram::execute(Ready& ready, StepTimes* times) {
  device::Queue& own = queue(ready.queue);
  await(ready);
  const bool by_host = times != nullptr && ready.by_host;
  if (by_host) own.wait();
  if (times != nullptr && !by_host) times->from = own.mark();
  const Clock::time_point start = Clock::now();
  act(own, ready);
  if (by_host) {
    own.wait();
    times->by_host = Clock::now() - start;
  } else if (times != nullptr) {
    times->to = own.mark();
  }
  if (ready.awaited) ready.done = own.fence();
}

void LoadedProgram::execute(std::size_t step, StepTimes* times) {
  forget_rounds(steps_.at(step));
  began_ = Clock::now();
  stopped_ = false;
  try {
    execute(steps_.at(step), times);
    if (stopped_) throw Error(ErrorKind::interrupted, "interrupted");
  } catch (...) {
    rethrow_during(fmt::format("step '{}'", program_->steps.at(step).name));
  }
}

void LoadedProgram::execute_all() {
  for (std::size_t step = 0; step < steps_.size(); ++step) execute(step);
}

void LoadedProgram::restore() {
  if (restore_.empty()) return;
  wait();
  for (Ready& ready : restore_) {
    during(fmt::format("restoring, step '{}'", ready.step->name), [&] { execute(ready, nullptr); });
  }
  wait();
}

void LoadedProgram::execute_check() {
  if (check_.empty()) return;
  wait();
  stopped_ = false;
  for (Ready& ready : check_) {
    during(fmt::format("checking, step '{}'", ready.step->name), [&] {
      execute(ready, nullptr);
      wait();
    });
  }
  if (stopped_) throw Error(ErrorKind::interrupted, "interrupted");
}

void LoadedProgram::wait() {
  for (const auto& queue : queues_) queue->wait();
}

}  // namespace plumb
