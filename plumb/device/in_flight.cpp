// plumb/device/in_flight.cpp - the slots of the queues and their readers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/in_flight.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "plumb/base/printable.h"

namespace plumb::device {

// Written by the thread that uses the queue. A name is complete before it is counted, and always
// ends in a zero: a reader that comes at a bad moment sees a wrong name, never a wrong address.
struct Slot {
  static constexpr std::size_t longest = 200;
  std::atomic<bool> taken;
  bool in_host_memory;
  std::atomic<std::int64_t> since;    // nanoseconds of the steady clock; 0: nothing runs
  std::atomic<std::uint64_t> launch;  // numbers the times that something began to run
  std::atomic<std::size_t> count;
  std::atomic<bool> compiling;  // the first kernel since the last wait has not begun
  std::atomic<int> uncompiled;  // first launches that have not begun
  char names[LastKernels::most][longest + 1];
};

namespace {

using Clock = std::chrono::steady_clock;

// The one state of this file: a signal handler gets no arguments. Zero until a queue is made.
Slot slots[64];
std::atomic<std::uint64_t> launches;

std::int64_t now() {
  return std::max<std::int64_t>(1, Clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}

bool holds(const LastKernels& kernels, const char* name) {
  for (std::size_t i = 0; i < kernels.count; ++i)
    if (std::strcmp(kernels.described[i], name) == 0) return true;
  return false;
}

void collect(const Slot& slot, LastKernels& kernels) {
  const bool compiling = slot.compiling.load(std::memory_order_acquire);
  const Phase phase = compiling
                          ? Phase::compiling
                          : (slot.uncompiled > 0 ? Phase::running_or_compiling : Phase::running);
  if (kernels.count == 0) kernels.phase = phase;
  if (kernels.phase != phase) kernels.phase = Phase::running_or_compiling;
  const std::size_t count = compiling ? 1 : slot.count.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < std::min(count, LastKernels::most); ++i) {
    if (kernels.count < LastKernels::most && !holds(kernels, slot.names[i]))
      kernels.described[kernels.count++] = slot.names[i];
  }
}

bool runs(const Slot& slot) { return slot.since.load(std::memory_order_acquire) != 0; }

}  // namespace

std::string described_kernel(std::string_view entry, std::string_view source,
                             std::string_view device) {
  return printable_line(fmt::format("kernel '{}' of '{}' on '{}'", entry, source, device));
}

InFlight::InFlight(bool in_host_memory) : slot_(nullptr) {
  for (Slot& slot : slots) {
    if (slot.taken.exchange(true)) continue;
    slot.in_host_memory = in_host_memory;
    slot.launch = 0;
    slot.count = 0;
    slot_ = &slot;
    return;
  }
}

InFlight::~InFlight() {
  end();
  if (slot_ != nullptr) slot_->taken = false;
}

void InFlight::add(std::string_view described) {
  if (slot_ == nullptr) return;
  std::size_t count = slot_->count.load(std::memory_order_relaxed);
  if (!runs(*slot_)) {
    count = 0;
    slot_->count.store(0, std::memory_order_release);
    slot_->launch.store(++launches, std::memory_order_relaxed);
    slot_->since.store(now(), std::memory_order_release);
  }
  const std::string_view name = described.substr(0, Slot::longest);
  for (std::size_t i = 0; i < count; ++i)
    if (name == slot_->names[i]) return;
  if (count == LastKernels::most) return;
  name.copy(slot_->names[count], name.size());
  slot_->names[count][name.size()] = '\0';
  slot_->count.store(count + 1, std::memory_order_release);
}

void* InFlight::add_uncompiled(std::string_view described) {
  if (slot_ == nullptr) return nullptr;
  const bool is_first = !runs(*slot_);
  add(described);
  ++slot_->uncompiled;
  if (is_first) slot_->compiling.store(true, std::memory_order_release);
  return slot_;
}

// Its time counts from here.
void InFlight::begin(void* launched) {
  if (launched == nullptr) return;
  auto* const slot = static_cast<Slot*>(launched);
  int left = slot->uncompiled;  // none where it was waited for before it was heard of
  while (left > 0 && !slot->uncompiled.compare_exchange_weak(left, left - 1)) {
  }
  if (slot->compiling.exchange(false) && runs(*slot)) slot->since.store(now());
}

void InFlight::end() {
  if (slot_ == nullptr) return;
  slot_->compiling.store(false, std::memory_order_release);
  slot_->uncompiled = 0;
  slot_->since.store(0, std::memory_order_release);
}

BuildInFlight::BuildInFlight(std::string_view source, std::string_view device) {
  slot_.add_uncompiled(printable_line(fmt::format("'{}' for '{}'", source, device)));
}

LastKernels running_kernels() {
  LastKernels kernels;
  for (const Slot& slot : slots)
    if (runs(slot)) collect(slot, kernels);
  return kernels;
}

HostKernels last_kernels_in_host_memory() {
  HostKernels found;
  const Slot* last = nullptr;
  for (const Slot& slot : slots) {
    if (!slot.in_host_memory || slot.launch == 0) continue;
    if (runs(slot)) collect(slot, found.kernels);
    if (last == nullptr || slot.launch > last->launch) last = &slot;
  }
  found.running = found.kernels.count > 0;
  if (!found.running && last != nullptr) collect(*last, found.kernels);
  return found;
}

std::optional<Clock::time_point> running_since() {
  std::int64_t earliest = 0;
  for (const Slot& slot : slots) {
    const std::int64_t since = slot.since.load(std::memory_order_acquire);
    if (since != 0 && (earliest == 0 || since < earliest)) earliest = since;
  }
  if (earliest == 0) return std::nullopt;
  return Clock::time_point(std::chrono::nanoseconds(earliest));
}

}  // namespace plumb::device
