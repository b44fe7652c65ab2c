// plumb/records/event_sections.h - what the writer and the reader of event files agree on.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plumb {

inline constexpr std::string_view event_signature = "plumbline.trace/1 events\n";
inline constexpr std::size_t section_head_bytes = 5;
inline constexpr std::size_t most_event_bytes = 1U << 20U;    // of a section
inline constexpr std::size_t most_record_bytes = 64U << 20U;  // likewise

// CRC-32 as Ethernet and zip have it, of the bytes behind those that gave `before`.
constexpr std::uint32_t checksum_of(std::string_view bytes, std::uint32_t before = 0) {
  constexpr std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit)
        value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xedb88320U : 0U);
      made[i] = value;
    }
    return made;
  }();
  std::uint32_t value = ~before;
  for (const char c : bytes)
    value = table[(value ^ static_cast<unsigned char>(c)) & 255U] ^ (value >> 8U);
  return ~value;
}

}  // namespace plumb
