// plumb/device/cuda/memory.cpp - allocating device memory and pinned host memory.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/memory.h"

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/out_of_memory.h"

namespace plumb::device::cuda {
namespace {

// "; 3 GiB of 140 GiB are free" when that is the trouble.
std::string what_is_free(const Session& session, Result code) {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (code != result::out_of_memory ||
      session.api().cuMemGetInfo_v2(&free_bytes, &total_bytes) != result::success)
    return {};
  return fmt::format("; {} of {} are free", to_text(Bytes{free_bytes}),
                     to_text(Bytes{total_bytes}));
}

Handle<DevicePointer> allocate(const Session& session, Bytes size) {
  session.enter();
  DevicePointer address = 0;
  const Result code = session.api().cuMemAlloc_v2(&address, size.count);
  if (code != result::success) {
    throw_allocation(code == result::out_of_memory,
                     fmt::format("allocating {}: cuMemAlloc_v2: {}{}", to_text(size),
                                 error_name(session.api(), code), what_is_free(session, code)));
  }
  return {session, address, session.api().cuMemFree_v2};
}

Handle<void*> allocate_pinned(const Session& session, Bytes size) {
  session.enter();
  void* memory = nullptr;
  const Result code = session.api().cuMemHostAlloc(&memory, size.count, 0);
  if (code != result::success) {
    throw_allocation(code == result::out_of_memory,
                     fmt::format("allocating {} of pinned host memory: cuMemHostAlloc: {}",
                                 to_text(size), error_name(session.api(), code)));
  }
  return {session, memory, session.api().cuMemFreeHost};
}

}  // namespace

CudaBuffer::CudaBuffer(Session& session, Bytes size)
    : clearing_(&session.clearing()),
      owned_(allocate(session, size)),
      address_(owned_.get()),
      size_(size) {}

CudaBuffer::~CudaBuffer() {
  if (clearing_ == nullptr) return;
  owned_ = {};
  clearing_->add(size_);
}

CudaHostMemory::CudaHostMemory(const Session& session, Bytes size)
    : memory_(allocate_pinned(session, size)), size_(size) {}

}  // namespace plumb::device::cuda
