// plumb/records/fill.cpp - counter-based contents: element i is a function of seed and i.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/fill.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "plumb/records/blobs.h"

namespace plumb {
namespace {

constexpr std::size_t piece = 1024;  // scalars made at a time; stays in the first-level cache

// Random values are first + k step with k = 0 .. 2^24 - 1.
struct Grid {
  double first;
  double step;
};

// The finest even grid in [low, high) that stays there when T rounds its values. 24 bits: every
// value is exact in float as well whenever the range is a power of two and centred or zero-based.
template <class T>
Grid grid_of(const Fill& fill) {
  if constexpr (std::is_integral_v<T>) {
    return grid_of<double>(fill);
  } else {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    auto least = static_cast<T>(fill.low);
    if (static_cast<double>(least) < fill.low) least = std::nextafter(least, infinity);
    auto most = static_cast<T>(fill.high);
    if (static_cast<double>(most) >= fill.high) most = std::nextafter(most, -infinity);
    const auto first = static_cast<double>(least);
    const double room = (static_cast<double>(most) - first) / 0xffffff;
    return {first, std::min((fill.high - fill.low) * 0x1p-24, room)};
  }
}

void random_values(const Fill& fill, Grid grid, std::uint64_t first, std::span<double> out) {
  const auto key = static_cast<std::uint32_t>(fill.seed * 0x9e3779b97f4a7c15ULL >> 32U);
  std::size_t done = 0;
  while (done < out.size()) {
    // The high word of the index changes every 2^32 elements: constant inside this run.
    const std::uint64_t index = first + done;
    const std::uint64_t until_wrap = (1ULL << 32U) - (index & 0xffffffffU);
    const std::size_t run = std::min<std::uint64_t>(out.size() - done, until_wrap);
    const std::uint32_t high_key =
        mix_bits(key + mix_bits(static_cast<std::uint32_t>(index >> 32U)));
    auto low_index = static_cast<std::uint32_t>(index);  // a counter of its own: 32-bit lanes
    for (std::size_t i = 0; i < run; ++i, ++low_index) {
      const std::uint32_t bits = mix_bits(low_index ^ high_key) >> 8U;
      out[done + i] = grid.first + grid.step * static_cast<double>(static_cast<std::int32_t>(bits));
    }
    done += run;
  }
}

// Again from the beginning where the list ends.
void listed_values(const FillValues& list, std::uint64_t first, std::span<double> out) {
  if (list.empty()) std::ranges::fill(out, 0.0);
  while (!list.empty() && !out.empty()) {
    const std::uint64_t place = first % list.size();
    const std::size_t run = std::min<std::uint64_t>(out.size(), list.size() - place);
    list.copy(place, out.first(run));
    out = out.subspan(run);
    first += run;
  }
}

// Before conversion to the element type T, which rounds integers towards zero.
template <class T>
void raw_values(const Fill& fill, std::uint64_t first, std::span<double> out) {
  switch (fill.kind) {
    case FillKind::none:
    case FillKind::zero:
      std::ranges::fill(out, 0.0);
      return;
    case FillKind::constant:
      std::ranges::fill(out, fill.low);
      return;
    case FillKind::random:
      random_values(fill, grid_of<T>(fill), first, out);
      if (std::is_integral_v<T> && fill.low < 0) {
        for (double& value : out) value = std::floor(value);
      }
      return;
    case FillKind::index:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(first + i);
      return;
    case FillKind::blobs:
      blob_values(fill, first, out);
      return;
    case FillKind::values:
      listed_values(fill.values, first, out);
      return;
  }
}

// Conversion that is defined for every double: integers saturate, as convert_*_sat in OpenCL.
template <class T>
T converted(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    if (!(value > static_cast<double>(std::numeric_limits<T>::min()))) {
      return value == value ? std::numeric_limits<T>::min() : T{0};
    }
    if (value >= static_cast<double>(std::numeric_limits<T>::max())) {
      return std::numeric_limits<T>::max();
    }
    return static_cast<T>(value);
  }
}

}  // namespace

void FillValues::copy(std::uint64_t first, std::span<double> out) const {
  assert(first + out.size() <= size());
  if (make_) return make_(first, out);
  std::copy_n(listed_.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
}

std::vector<double> FillValues::all() const {
  std::vector<double> values(size());
  copy(0, values);
  return values;
}

bool operator==(const FillValues& a, const FillValues& b) {
  return a.size() == b.size() && a.all() == b.all();
}

Fill random_fill(double low, double high, std::uint64_t seed) {
  return {.kind = FillKind::random, .low = low, .high = high, .seed = seed, .values = {}};
}

void fill_values(const Fill& fill, Scalar type, std::uint64_t first, std::span<double> out) {
  with_scalar(type, [&](auto zero) {
    using T = decltype(zero);
    raw_values<T>(fill, first, out);
    if constexpr (std::is_same_v<T, double>) return;
    for (double& value : out) value = static_cast<double>(converted<T>(value));
  });
}

void fill_bytes(const Fill& fill, Scalar type, std::uint64_t first, std::span<std::byte> out) {
  with_scalar(type, [&](auto zero) {
    using T = decltype(zero);
    assert(out.size() % sizeof(T) == 0);
    double values[piece];
    T elements[piece];
    const std::size_t count = out.size() / sizeof(T);
    for (std::size_t done = 0; done < count; done += piece) {
      const std::size_t n = std::min(piece, count - done);
      raw_values<T>(fill, first + done, {values, n});
      for (std::size_t i = 0; i < n; ++i) elements[i] = converted<T>(values[i]);
      std::memcpy(out.data() + done * sizeof(T), elements, n * sizeof(T));
    }
  });
}

void values_of(std::span<const std::byte> bytes, Scalar type, std::span<double> out) {
  with_scalar(type, [&](auto zero) {
    using T = decltype(zero);
    assert(bytes.size() == out.size() * sizeof(T));
    for (std::size_t i = 0; i < out.size(); ++i) {
      T element;
      std::memcpy(&element, bytes.data() + i * sizeof(T), sizeof(T));
      out[i] = static_cast<double>(element);
    }
  });
}

}  // namespace plumb
