// plumb/trace/export/clog2_records.h - the records and blocks of CLOG-2, version 02.44.
//
// All numbers have their highest byte first. Records stand in blocks of equal size; a block ends
// with a record that says so and is filled with zeros.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plumb::trace::clog2 {

inline constexpr std::size_t preamble_bytes = 1024;
inline constexpr std::size_t block_bytes = 65536;
inline constexpr std::size_t head_bytes = 24;  // of each record

enum class RecordType : std::uint32_t {
  end_of_log = 0,
  end_of_block = 1,
  state_definition = 2,
  event_with_cargo = 6,
  communicator = 9
};

// With their heads.
inline constexpr std::size_t state_definition_bytes = 136;
inline constexpr std::size_t event_with_cargo_bytes = 64;
inline constexpr std::size_t communicator_bytes = 72;

inline void put_word(char* at, std::uint32_t value) {
  at[0] = static_cast<char>(static_cast<unsigned char>(value >> 24U));
  at[1] = static_cast<char>(static_cast<unsigned char>(value >> 16U));
  at[2] = static_cast<char>(static_cast<unsigned char>(value >> 8U));
  at[3] = static_cast<char>(static_cast<unsigned char>(value));
}
void append_word(std::string& bytes, std::uint32_t value);
void append_double(std::string& bytes, double value);
// Cut to one byte less than `width`, between characters of UTF-8, and filled with zeros.
void append_text(std::string& bytes, std::string_view text, std::size_t width);
void append_head(std::string& bytes, double seconds, std::uint32_t rank, RecordType type);
// A made-up identity of the one communicator: 32 bytes.
void append_identity(std::string& bytes);

// Puts records into blocks, in numbers: how many blocks there will be, and when one is full.
class BlockCount {
 public:
  // Whether the record begins a new block, which the end of the one before makes room for.
  bool add(std::size_t record_bytes) {
    const bool full = used_ + record_bytes + head_bytes > block_bytes;
    if (full) {
      ++blocks_;
      used_ = 0;
    }
    used_ += record_bytes;
    return full;
  }
  [[nodiscard]] std::uint64_t blocks() const { return blocks_; }

 private:
  std::size_t used_ = 0;
  std::uint64_t blocks_ = 1;
};

struct Preamble {
  std::uint64_t ranks = 0;
  std::uint64_t states = 0;
  std::uint64_t communicators_at = 0;  // byte of the file
};
std::string text_of(const Preamble& preamble);  // 1024 bytes

}  // namespace plumb::trace::clog2
