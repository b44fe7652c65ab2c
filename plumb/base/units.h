// plumb/base/units.h - amounts and rates as types: mixing them up does not compile.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>

namespace plumb {

struct Bytes {
  std::uint64_t count = 0;
  friend constexpr auto operator<=>(Bytes, Bytes) = default;
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return {a.count + b.count}; }
  friend constexpr Bytes operator*(std::uint64_t n, Bytes a) { return {n * a.count}; }
};

// Floating-point operations; a double, because counts per point may be fractions.
struct Flops {
  double count = 0;
  friend constexpr auto operator<=>(Flops, Flops) = default;
  friend constexpr Flops operator+(Flops a, Flops b) { return {a.count + b.count}; }
};

struct Cycles {
  double count = 0;
  friend constexpr auto operator<=>(Cycles, Cycles) = default;
};

struct Hertz {
  double value = 0;
  friend constexpr auto operator<=>(Hertz, Hertz) = default;
};

using Seconds = std::chrono::duration<double>;

struct BytesPerSecond {
  double value = 0;
  friend constexpr auto operator<=>(BytesPerSecond, BytesPerSecond) = default;
};

struct FlopsPerSecond {
  double value = 0;
  friend constexpr auto operator<=>(FlopsPerSecond, FlopsPerSecond) = default;
};

constexpr BytesPerSecond operator/(Bytes amount, Seconds time) {
  return {static_cast<double>(amount.count) / time.count()};
}
constexpr Seconds operator/(Bytes amount, BytesPerSecond rate) {
  return Seconds{static_cast<double>(amount.count) / rate.value};
}
constexpr FlopsPerSecond operator/(Flops amount, Seconds time) {
  return {amount.count / time.count()};
}
constexpr Seconds operator/(Cycles amount, Hertz rate) {
  return Seconds{amount.count / rate.value};
}

inline namespace literals {
constexpr Bytes operator""_B(unsigned long long n) { return {n}; }
constexpr Bytes operator""_KiB(unsigned long long n) { return {n << 10}; }
constexpr Bytes operator""_MiB(unsigned long long n) { return {n << 20}; }
constexpr Bytes operator""_GiB(unsigned long long n) { return {n << 30}; }
}  // namespace literals

// Short texts for people; the unit is always written. Bytes use the binary prefixes (64 MiB),
// rates the decimal ones (93.2 GB/s), as docs/formats.md says.
std::string to_text(Bytes amount);
std::string to_text(Seconds time);
std::string to_text(BytesPerSecond rate);
std::string to_text(FlopsPerSecond rate);
std::string to_text(Hertz frequency);

}  // namespace plumb
