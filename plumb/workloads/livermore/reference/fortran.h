// plumb/workloads/livermore/reference/fortran.h - arrays whose first element is number 1, column by
// column.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace plumb::livermore {

using Index = std::int64_t;

template <class T>
struct Row {
  T* first;
  T& operator[](Index i) const { return first[i - 1]; }
};

template <class T>
struct Plane {
  T* first;
  Index rows;
  T& operator()(Index i, Index j) const { return first[i - 1 + rows * (j - 1)]; }
};

template <class T>
Row<T> row(std::vector<T>& array) {
  return {array.data()};
}
template <class T>
Plane<T> plane(std::vector<T>& array, std::uint64_t rows) {
  return {array.data(), static_cast<Index>(rows)};
}

// The last index of a loop over all steps.
Index span_of(const auto& arrays) { return static_cast<Index>(arrays.span); }

}  // namespace plumb::livermore
