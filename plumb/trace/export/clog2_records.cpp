// plumb/trace/export/clog2_records.cpp - numbers, texts and heads as CLOG-2 has them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/clog2_records.h"

#include <array>
#include <bit>

#include <fmt/format.h>

namespace plumb::trace::clog2 {

void append_word(std::string& bytes, std::uint32_t value) {
  std::array<char, 4> word{};
  put_word(word.data(), value);
  bytes.append(word.data(), word.size());
}

void append_double(std::string& bytes, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  append_word(bytes, static_cast<std::uint32_t>(bits >> 32U));
  append_word(bytes, static_cast<std::uint32_t>(bits));
}

void append_text(std::string& bytes, std::string_view text, std::size_t width) {
  if (text.size() >= width) {
    std::size_t end = width - 1;
    const auto within_character = [&] {
      return (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U;
    };
    while (end > 0 && within_character()) --end;
    text = text.substr(0, end);
  }
  bytes += text;
  bytes.append(width - text.size(), '\0');
}

void append_head(std::string& bytes, double seconds, std::uint32_t rank, RecordType type) {
  append_double(bytes, seconds);
  append_word(bytes, 0);  // the communicator
  append_word(bytes, rank);
  append_word(bytes, 0);  // the thread
  append_word(bytes, static_cast<std::uint32_t>(type));
}

void append_identity(std::string& bytes) {
  append_word(bytes, 1);
  append_double(bytes, 0);
  append_text(bytes, "plumb", 20);
}

// Titles with their values, each ending in a zero; readers go by position. The third title is spelt
// as the original has it.
std::string text_of(const Preamble& preamble) {
  constexpr std::uint64_t large = 1ULL << 30U;
  const auto field = [](std::string_view title, const auto& value) {
    return fmt::format("{}{}{}{}", title, '\0', value, '\0');
  };
  std::string text("CLOG-02.44");
  text += '\0';
  text += field("is_big_endian=", "TRUE ");
  text += field("is_finalzed=", "TRUE ");
  text += field("block_size=", block_bytes);
  text += field("num_buffered_blocks=", 128);
  text += field("max_comm_world_size=", preamble.ranks);
  text += field("max_thread_count=", 1);
  text += field("known_eventID_start=", 0);
  text += field("user_eventID_start=", 600);
  text += field("known_solo_eventID_start=", -10);
  text += field("user_solo_eventID_start=", 5000);
  text += field("known_stateID_count=", 0);
  text += field("user_stateID_count=", preamble.states);
  text += field("known_solo_eventID_count=", 0);
  text += field("user_solo_eventID_count=", 0);
  text += field("commtable_fptr=", preamble.communicators_at / large);
  text += fmt::format("{}{}{}{}", large, '\0', preamble.communicators_at % large, '\0');
  text.resize(preamble_bytes, '\0');
  return text;
}

}  // namespace plumb::trace::clog2
