// plumb/workloads/livermore/reference/sums.h - sums of positions times values, as the suite's check
// has them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "plumb/workloads/livermore/data/arrays.h"

namespace plumb::livermore {

// sum of i A(i) for i = first..last, in this order; the product is rounded before it is added.
template <class T>
double weighted(const std::vector<T>& array, std::uint64_t first, std::uint64_t last,
                std::uint64_t weight_of_first) {
  double sum = 0;
  for (std::uint64_t i = first; i <= last && i <= array.size(); ++i) {
    const double product =
        static_cast<double>(weight_of_first + (i - first)) * static_cast<double>(array[i - 1]);
    sum += product;
  }
  return sum;
}

// Over storage, weights from 1 on.
template <class T>
double storage_sum(const std::vector<T>& array, std::uint64_t count) {
  return weighted(array, 1, count, 1);
}

// The weights are the positions themselves.
template <class T>
double written_sum(const std::vector<T>& array, std::uint64_t first, std::uint64_t last) {
  return weighted(array, first, last, first);
}

struct Window {
  std::uint64_t rows;  // leading dimension
  std::uint64_t first_row, last_row, first_column, last_column;
};

template <class Real>
double window_sum(const std::vector<Real>& array, const Window& window, bool absolute = false) {
  double sum = 0;
  for (std::uint64_t j = window.first_column; j <= window.last_column; ++j) {
    for (std::uint64_t i = window.first_row; i <= window.last_row; ++i) {
      const std::uint64_t p = i + window.rows * (j - 1);
      const auto value = static_cast<double>(array[p - 1]);
      const double product = static_cast<double>(p) * (absolute ? std::fabs(value) : value);
      sum += product;
    }
  }
  return sum;
}

// A result of one value.
template <class Real>
double single_value(const Arrays<Real>& a, const char* name) {
  return static_cast<double>(a.real(name)[0]);
}

// Of the loops that write X from its beginning, or from its second element on.
template <class Real>
std::vector<double> sums_of_x(const Arrays<Real>& a) {
  return {storage_sum(a.real("X"), a.span)};
}
template <class Real>
double sum_of_x_behind_first(const Arrays<Real>& a) {
  return weighted(a.real("X"), 2, a.span, 1);
}

}  // namespace plumb::livermore
