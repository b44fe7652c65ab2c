// plumb/records/fill.h - initial contents of buffers: any part of it can be made without the rest.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

#include "plumb/records/type.h"

namespace plumb {

enum class FillKind { none, zero, constant, index, random, values, blobs };

// Listed values, or how they are made: a Program with large arrays can then be predicted, and
// written into a table, without any of them existing.
class FillValues {
 public:
  // Writes the values [first, first + out.size()); what it needs it may make at its first call.
  using Make = std::function<void(std::uint64_t first, std::span<double> out)>;

  FillValues() = default;
  FillValues(std::vector<double> values) : listed_(std::move(values)) {}  // NOLINT: it is a list
  FillValues(std::initializer_list<double> values) : listed_(values) {}
  FillValues(std::uint64_t count, Make make) : count_(count), make_(std::move(make)) {}

  [[nodiscard]] std::uint64_t size() const { return make_ ? count_ : listed_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  // From `first` on; none beyond size().
  void copy(std::uint64_t first, std::span<double> out) const;
  [[nodiscard]] std::vector<double> all() const;
  friend bool operator==(const FillValues& a, const FillValues& b);

 private:
  std::vector<double> listed_;
  std::uint64_t count_ = 0;
  Make make_;
};

// What a buffer holds before the first step. Element i depends on i alone, so a large buffer is
// filled, and checked, piece by piece: no second copy of it is ever needed.
struct Fill {
  FillKind kind = FillKind::none;  // none: contents are undefined until a step writes them
  double low = 0;  // random: uniform in [low, high), integers rounded down; constant: the value
  double high = 1;
  std::uint64_t seed = 1;
  FillValues values;                             // values: repeated when the buffer is longer
  std::array<std::uint64_t, 3> extent{1, 1, 1};  // blobs: of the box, along x, y and z
  friend bool operator==(const Fill&, const Fill&) = default;
};

// A 32-bit mixer with full avalanche (xor-shift and multiply, constants found by search for low
// bias: Wellons, "Prospecting for Hash Functions"). 32 bits, so that compilers vectorise it.
constexpr std::uint32_t mix_bits(std::uint32_t x) {
  x ^= x >> 16U;
  x *= 0x7feb352dU;
  x ^= x >> 15U;
  x *= 0x846ca68bU;
  x ^= x >> 16U;
  return x;
}

Fill random_fill(double low, double high, std::uint64_t seed);

// The scalars [first, first + out.size()) as doubles, exactly the values that fill_bytes stores.
void fill_values(const Fill& fill, Scalar type, std::uint64_t first, std::span<double> out);

// The same as bytes of `type`; out.size() must be a whole number of scalars.
void fill_bytes(const Fill& fill, Scalar type, std::uint64_t first, std::span<std::byte> out);

// Bytes of `type` as doubles: how a result that was read back is compared with its reference.
void values_of(std::span<const std::byte> bytes, Scalar type, std::span<double> out);

}  // namespace plumb
