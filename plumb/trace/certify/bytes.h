// plumb/trace/certify/bytes.h - numbers out of untrusted bytes: every access is checked.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "plumb/base/error.h"

namespace plumb::trace {

class ByteView {
 public:
  explicit ByteView(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Value>
  [[nodiscard]] Value at(std::uint64_t offset) const {
    Value value;
    std::memcpy(&value, part(offset, sizeof value).data(), sizeof value);
    return value;
  }
  [[nodiscard]] std::span<const std::byte> part(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset)
      throw Error(ErrorKind::input, "it is cut off, or its tables point outside of it");
    return bytes_.subspan(offset, size);
  }
  // Up to the closing zero.
  [[nodiscard]] std::string_view text(std::uint64_t offset) const {
    const std::span<const std::byte> rest = part(offset, 0);
    const char* start = reinterpret_cast<const char*>(rest.data());
    const std::string_view all(start, bytes_.size() - offset);
    return all.substr(0, all.find('\0'));
  }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace plumb::trace
