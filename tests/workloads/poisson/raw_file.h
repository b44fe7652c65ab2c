// tests/workloads/poisson/raw_file.h - numbers in a raw file, for boundaries and right-hand sides.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/base/json.h"

namespace plumb::poisson {

template <class Real>
inline std::string raw(const std::vector<Real>& values) {
  std::string bytes(values.size() * sizeof(Real), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// A file for as long as it is needed.
class RawFile {
 public:
  RawFile(const std::string& name, const std::string& bytes)
      : path_(fmt::format("{}/poisson_{}_{}", testing::TempDir(), ::getpid(), name)) {
    write_whole(path_, bytes);
  }
  ~RawFile() { std::filesystem::remove(path_); }
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  [[nodiscard]] std::string fill() const { return "file:" + path_; }

 private:
  std::string path_;
};

}  // namespace plumb::poisson
