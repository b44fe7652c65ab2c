// tests/kept_ptx.h - compiled kernels that tests share, and which architecture takes which kernel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "plumb/device/cuda/compile.h"
#include "plumb/device/program_cache.h"

namespace plumb {

// Held by one process at a time, for one of 64 groups of keys.
class KeyLock {
 public:
  explicit KeyLock(const std::string& key) {
    const std::string folder = device::cache_folder("test-ptx");
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    const std::string path = folder + "/lock-" + std::to_string(std::hash<std::string>{}(key) % 64);
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file_ >= 0) ::flock(file_, LOCK_EX);
  }
  ~KeyLock() {
    if (file_ >= 0) ::close(file_);
  }
  KeyLock(const KeyLock&) = delete;
  KeyLock& operator=(const KeyLock&) = delete;

 private:
  int file_ = -1;
};

// PTX of a source. It is kept in the cache folder: compiling takes nearly all of a test's time. Of
// several tests that run at once and need it, one compiles it and the others wait.
inline std::string kept_ptx(const device::cuda::Compiler& compiler, const device::Source& source,
                            unsigned architecture) {
  const std::string key = compiler.key(source, architecture);
  const KeyLock lock(key);
  if (auto kept = device::cached_binary("test-ptx", key)) return std::move(*kept);
  std::string ptx = compiler.ptx(source, architecture);
  device::store_binary("test-ptx", key, ptx);
  return ptx;
}

// The architecture of the GPUs that every figure of this project was measured on.
inline constexpr unsigned measured_architecture = 90;

// ./test --all asks for every kernel file on every architecture.
inline bool every_architecture_is_asked_for() {
  return std::getenv("PLUMB_EVERY_ARCHITECTURE") != nullptr;
}

// The how many-th way of building its file a kernel is: float and double, sizes of tiles.
inline std::size_t way_of(std::span<const std::string> files, std::size_t kernel) {
  return static_cast<std::size_t>(std::ranges::count(files.first(kernel), files[kernel]));
}

// Assembling every kernel for every architecture takes a quarter of an hour of a core. The measured
// one takes all kernels. Of the others one takes every fourth, in turn, so that each sees its
// share; where all are asked for, all take every file, and the ways that it is built in take turns:
// each is seen by one of the others at least. `files` names the file of each kernel.
inline bool takes_its_turn(std::span<const std::string> files, std::size_t kernel,
                           unsigned architecture, std::span<const unsigned> architectures,
                           bool all_take_every_file = every_architecture_is_asked_for()) {
  if (architecture == measured_architecture) return true;
  std::vector<unsigned> others(architectures.begin(), architectures.end());
  std::erase(others, measured_architecture);
  constexpr std::size_t every = 4;
  if (!all_take_every_file)
    return kernel % every == 0 && others[kernel / every % others.size()] == architecture;
  const auto place =
      static_cast<std::size_t>(std::ranges::find(others, architecture) - others.begin());
  const auto ways = static_cast<std::size_t>(std::ranges::count(files, files[kernel]));
  const std::size_t way = way_of(files, kernel);
  return ways <= others.size() ? way == place % ways : way % others.size() == place;
}

// Where every way on every architecture would be too much: all ways on the measured one; on the
// others every file, in every fourth of its ways; everything where that is asked for.
inline bool is_in_sample(std::span<const std::string> files, std::size_t kernel,
                         unsigned architecture) {
  return architecture == measured_architecture || every_architecture_is_asked_for() ||
         way_of(files, kernel) % 4 == 0;
}

}  // namespace plumb
