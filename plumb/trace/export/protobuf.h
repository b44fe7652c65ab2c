// plumb/trace/export/protobuf.h - messages of Protocol Buffers as bytes: the two wire types we
// need.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace plumb::trace {

// Bytes of any number.
class GrowingBytes {
 public:
  void add(char c) { bytes_ += c; }
  void add(std::string_view bytes) { bytes_ += bytes; }
  [[nodiscard]] std::string_view view() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

// Of a few numbers, of which it is known that they fit: ten bytes each at most, and their keys.
class FewBytes {
 public:
  void add(char c) { bytes_[used_++] = c; }
  void add(std::string_view bytes) {
    std::memcpy(bytes_.data() + used_, bytes.data(), bytes.size());
    used_ += bytes.size();
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), used_}; }
  void clear() { used_ = 0; }

 private:
  std::array<char, 256> bytes_;
  std::size_t used_ = 0;
};

// A message under construction. A key is the number of the field times 8 plus the wire type.
template <class Bytes>
class ProtobufMessage {
 public:
  void add(std::uint32_t field, std::uint64_t value) {
    append(std::uint64_t{field} << 3U);  // wire type 0: a number
    append(value);
  }
  void add(std::uint32_t field, std::string_view bytes) {
    append(std::uint64_t{field} << 3U | 2U);  // wire type 2: so many bytes
    append(bytes.size());
    bytes_.add(bytes);
  }
  template <class Inner>
  void add(std::uint32_t field, const ProtobufMessage<Inner>& message) {
    add(field, message.bytes());
  }

  [[nodiscard]] std::string_view bytes() const { return bytes_.view(); }
  void clear() { bytes_.clear(); }

 private:
  void append(std::uint64_t value) {
    while (value >= 128) {
      bytes_.add(static_cast<char>(static_cast<unsigned char>(value | 128U)));
      value >>= 7U;
    }
    bytes_.add(static_cast<char>(static_cast<unsigned char>(value)));
  }

  Bytes bytes_;
};
using LongMessage = ProtobufMessage<GrowingBytes>;
using ShortMessage = ProtobufMessage<FewBytes>;

}  // namespace plumb::trace
