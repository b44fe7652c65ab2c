// plumb/probe/copies.h - two arrays between which probes copy, and a check that they did.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/probe/probing.h"

namespace plumb {

// Arrays of `bytes_each` are large enough; those of fewer than `least` bytes throw
// ErrorKind::unavailable with the reason.
void require_arrays_of(std::uint64_t least, std::uint64_t bytes_each);
// The least that Copies are checked with.
constexpr std::uint64_t least_copies = 512U << 10U;

class Copies {
 public:
  // `bytes` each; the first holds numbers that differ from word to word.
  Copies(Probing& probing, std::uint64_t bytes);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] const device::Buffer* from() const { return from_.get(); }
  [[nodiscard]] const device::Buffer* to() const { return to_.get(); }

  void clear();  // the second
  // Throws ErrorKind::check_failed unless the first `bytes` of both are alike, naming `what`
  // copied.
  void require_same(std::uint64_t bytes, const std::string& what);

 private:
  Probing* probing_;
  std::uint64_t bytes_;
  ProbeBuffer from_;
  ProbeBuffer to_;
};

}  // namespace plumb
