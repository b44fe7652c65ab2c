// bench/native_rectangle.h - erosion by a rectangle on the host, which its size does not slow down.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "plumb/workloads/morphology/element.h"

namespace plumb::bench {

// What the loops of one type read and write.
template <class T>
struct Plane {
  const T* in = nullptr;
  T* out = nullptr;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t channels = 1;
};

template <class T>
void lower_to(T* least, const T* other, std::int64_t n) {
  for (std::int64_t x = 0; x < n; ++x) least[x] = other[x] < least[x] ? other[x] : least[x];
}

// A band of rows: windows of columns by blocks as long as they are (van Herk 1992; Gil and Werman
// 1993), then those of rows from windows of 1, 2, 4, .. values, two of which make any.
template <class T>
class RectangleErosion {
 public:
  RectangleErosion(const Plane<T>& plane, const morphology::Reach& reach)
      : plane_(plane),
        reach_(reach),
        rows_(reach.south - reach.north + 1),
        columns_(reach.east - reach.west + 1),
        ends_(static_cast<std::size_t>(rows_ * plane.width)),
        begin_(static_cast<std::size_t>(plane.width)),
        line_(static_cast<std::size_t>(plane.width + (columns_ - 1) * plane.channels)) {}

  void make(std::int64_t first, std::int64_t last) {
    for (std::int64_t top = first; top < last; top += rows_) {
      hold_ends(top + reach_.north);
      std::ranges::fill(begin_, greatest);
      for (std::int64_t i = 0; i < std::min(rows_, last - top); ++i) {
        if (i > 0) lower_to_row(begin_.data(), top + reach_.north + rows_ - 1 + i);
        make_row(top + i, ends_.data() + i * plane_.width);
      }
    }
  }

 private:
  static constexpr T greatest = std::numeric_limits<T>::max();

  void lower_to_row(T* least, std::int64_t y) const {
    if (y >= 0 && y < plane_.height) lower_to(least, plane_.in + y * plane_.width, plane_.width);
  }

  void hold_ends(std::int64_t top) {
    for (std::int64_t i = rows_ - 1; i >= 0; --i) {
      T* end = ends_.data() + i * plane_.width;
      if (i + 1 < rows_) {
        std::copy_n(end + plane_.width, plane_.width, end);
      } else {
        std::fill_n(end, plane_.width, greatest);
      }
      lower_to_row(end, top + i);
    }
  }

  void make_row(std::int64_t y, const T* end) {
    // Place p of the line is column p + west of the image.
    std::ranges::fill(line_, greatest);
    const std::int64_t shift = -reach_.west * plane_.channels;
    const auto length = static_cast<std::int64_t>(line_.size());
    for (std::int64_t p = std::max<std::int64_t>(0, shift);
         p < std::min(length, plane_.width + shift); ++p)
      line_[static_cast<std::size_t>(p)] =
          std::min(end[p - shift], begin_[static_cast<std::size_t>(p - shift)]);
    std::int64_t reach = 1;
    std::int64_t n = length;
    for (; 2 * reach <= columns_; reach *= 2) {
      n -= reach * plane_.channels;
      lower_to(line_.data(), line_.data() + reach * plane_.channels, n);
    }
    T* out = plane_.out + y * plane_.width;
    std::copy_n(line_.data(), plane_.width, out);
    lower_to(out, line_.data() + (columns_ - reach) * plane_.channels, plane_.width);
  }

  Plane<T> plane_;
  morphology::Reach reach_;
  std::int64_t rows_;
  std::int64_t columns_;
  std::vector<T> ends_;   // of a block of rows
  std::vector<T> begin_;  // of the next one
  std::vector<T> line_;   // with what lies beside the image
};

}  // namespace plumb::bench
