// plumb/device/opencl/latest_programs.h - programs that a device built last, to be used again.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace plumb::device::opencl {

// Point after point of a sweep loads the same few programs. Each holds the compiler's own memory of
// it, so only the latest are kept.
template <class Program>
class LatestPrograms {
 public:
  using Shared = std::shared_ptr<const Program>;
  static constexpr std::size_t most = 16;

  // Null: not among them.
  [[nodiscard]] Shared find(std::string_view key) const {
    for (const auto& [built, program] : programs_)
      if (built == key) return program;
    return nullptr;
  }

  void add(std::string key, Shared program) {
    programs_.emplace_front(std::move(key), std::move(program));
    if (programs_.size() > most) programs_.pop_back();
  }

 private:
  std::deque<std::pair<std::string, Shared>> programs_;
};

}  // namespace plumb::device::opencl
