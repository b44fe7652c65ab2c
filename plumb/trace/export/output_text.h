// plumb/trace/export/output_text.h - text that is given away in large pieces.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/records/event_file.h"

namespace plumb::trace {

class OutputText {
 public:
  explicit OutputText(Sink sink) : sink_(std::move(sink)), text_(2 * piece_bytes) {}

  OutputText& operator<<(std::string_view text) {
    std::memcpy(room_for(text.size()), text.data(), text.size());
    used_ += text.size();
    return *this;
  }
  OutputText& operator<<(char c) {
    *room_for(1) = c;
    ++used_;
    return *this;
  }
  OutputText& operator<<(std::uint64_t number) {
    constexpr std::size_t most_digits = 20;
    char* const at = room_for(most_digits);
    used_ += static_cast<std::size_t>(std::to_chars(at, at + most_digits, number).ptr - at);
    return *this;
  }
  OutputText& operator<<(std::uint32_t number) { return *this << std::uint64_t{number}; }

  // After each record.
  void give_away_when_large() {
    if (used_ >= piece_bytes) give_away();
  }
  void give_away() {
    sink_({text_.data(), used_});
    used_ = 0;
  }

 private:
  char* room_for(std::size_t bytes) {
    if (text_.size() - used_ < bytes) text_.resize(2 * (used_ + bytes));
    return text_.data() + used_;
  }

  static constexpr std::size_t piece_bytes = 1U << 20U;
  Sink sink_;
  std::vector<char> text_;
  std::size_t used_ = 0;
};

}  // namespace plumb::trace
