// tests/trace/collect/sealed.h - a record of a log that a test wrote gets its check.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "plumb/trace/log_layout.h"

namespace plumb::trace {

inline RecordWords sealed(RecordWords words) {
  words[3] += check_of(words);
  return words;
}

inline void seal(std::vector<std::byte>& bytes, std::uint64_t at) {
  RecordWords words{};
  std::memcpy(words.data(), bytes.data() + at, record_bytes);
  words = sealed(words);
  std::memcpy(bytes.data() + at, words.data(), record_bytes);
}

}  // namespace plumb::trace
