// plumb/measure/cache_flush.h - empties the caches of a device between samples.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "plumb/device/device.h"

namespace plumb {

// Rewrites a scratch buffer so large that nothing of a program's data is left in the caches.
class CacheFlush {
 public:
  explicit CacheFlush(device::Device& device) : CacheFlush(device, default_size(device.info())) {}
  CacheFlush(device::Device& device, Bytes size);

  // Four times the cache that the driver reports, and 256 MiB at least: drivers report too little
  // (an H200's OpenCL reports 4.1 MiB; its second level holds 60 MB).
  static Bytes default_size(const device::Info& info);

  void flush(device::Queue& queue) const;  // asynchronous, like a launch
  [[nodiscard]] device::Buffer& scratch() { return *scratch_; }

 private:
  std::unique_ptr<device::Buffer> scratch_;
  std::unique_ptr<device::Module> module_;
  std::unique_ptr<device::Kernel> kernel_;
};

}  // namespace plumb
