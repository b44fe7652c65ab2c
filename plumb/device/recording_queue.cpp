// plumb/device/recording_queue.cpp - refusing what meets the host.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/recording_queue.h"

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::device {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw Error(ErrorKind::device,
              fmt::format("a recorded batch holds launches and copies only, not a {}", what));
}

}  // namespace

void RecordingQueue::write(Buffer& /*to*/, Bytes /*offset*/, std::span<const std::byte> /*from*/) {
  refuse("write");
}
void RecordingQueue::read(std::span<std::byte> /*to*/, const Buffer& /*from*/, Bytes /*offset*/) {
  refuse("read");
}
void RecordingQueue::write(Image& /*to*/, std::span<const std::byte> /*from*/) { refuse("write"); }
void RecordingQueue::read(std::span<std::byte> /*to*/, const Image& /*from*/) { refuse("read"); }
std::unique_ptr<Mark> RecordingQueue::mark() { refuse("mark"); }
std::unique_ptr<Mark> RecordingQueue::fence() { refuse("fence"); }
void RecordingQueue::wait_for(const Mark& /*mark*/) { refuse("wait"); }
Seconds RecordingQueue::elapsed(const Mark& /*from*/, const Mark& /*to*/) { refuse("time"); }
void RecordingQueue::wait() { refuse("wait"); }
std::unique_ptr<Batch> RecordingQueue::record(const std::function<void(Queue&)>& /*body*/) {
  refuse("batch");
}
void RecordingQueue::replay(const Batch& /*batch*/) { refuse("batch"); }

}  // namespace plumb::device
