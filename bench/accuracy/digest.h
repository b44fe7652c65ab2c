// bench/accuracy/digest.h - FNV-1a: tells whether a text is the same, not who wrote it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace plumb::bench {

inline std::uint64_t digest_of(std::string_view text) {
  std::uint64_t digest = 0xcbf29ce484222325;
  for (const char c : text) digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return digest;
}

}  // namespace plumb::bench
