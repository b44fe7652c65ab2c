// plumb/measure/cache_flush.cpp - a scratch buffer larger than the caches, rewritten on the device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/measure/cache_flush.h"

#include <algorithm>
#include <string>

#include "plumb/device/argument.h"
#include "plumb/measure/embedded.h"

namespace plumb {
namespace {

constexpr std::uint64_t groups = 1024;
constexpr std::uint64_t group = 64;

using device::scalar;

}  // namespace

Bytes CacheFlush::default_size(const device::Info& info) {
  const Bytes wanted = std::max(256_MiB, 4 * info.cache);
  return Bytes{std::min(wanted.count, info.largest_allocation.count) / 4 * 4};
}

CacheFlush::CacheFlush(device::Device& device, Bytes size)
    : scratch_(device.allocate(size)),
      module_(device.load({.name = "measure/cache_flush.cl",
                           .language = device::Language::opencl_c,
                           .text = std::string(embedded::measure_cache_flush_cl()),
                           .definitions = {}})),
      kernel_(module_->kernel("measure_cache_flush")) {}

void CacheFlush::flush(device::Queue& queue) const {
  const std::uint64_t n = scratch_->size().count / 4;
  const std::uint64_t items = groups * group;
  const device::Argument arguments[] = {scratch_.get(), scalar(n), scalar((n + items - 1) / items)};
  queue.launch(*kernel_, device::grid(groups, group), arguments);
}

}  // namespace plumb
