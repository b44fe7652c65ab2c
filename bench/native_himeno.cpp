// bench/native_himeno.cpp - the rivals of himeno_bench: plain loops, two OpenMP lines.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/native_himeno.h"

#include "plumb/workloads/himeno/values.h"

namespace plumb::bench {

NativeHimeno::NativeHimeno(const himeno::Grid& grid, const himeno::Layout& layout,
                           std::uint64_t seed)
    : grid_(grid),
      layout_(layout),
      p_(layout.pressure_elements),
      next_(layout.pressure_elements),
      coefficients_(layout.coefficient_elements) {
  std::vector<double> values(grid.columns);
  for (unsigned array = 0; array <= himeno::pressure_array; ++array) {
    for (std::uint64_t row = 0; row < grid.planes * grid.rows; ++row) {
      const std::uint64_t i = row / grid.rows;
      const std::uint64_t j = row % grid.rows;
      himeno::random_values(seed, array, row * grid.columns, values);
      const std::uint64_t at = layout.base + j * layout.row;
      for (std::uint64_t k = 0; k < grid.columns; ++k) {
        const auto value = static_cast<float>(values[k]);
        if (array == himeno::pressure_array) {
          p_[at + i * layout.plane + k] = value;
          next_[at + i * layout.plane + k] = value;
        } else {
          coefficients_[at + i * layout.c_plane + array * layout.c_array + k] = value;
        }
      }
    }
  }
}

double NativeHimeno::relax() {
  const auto planes = static_cast<long>(grid_.planes);
  const auto rows = static_cast<long>(grid_.rows);
  const auto columns = static_cast<long>(grid_.columns);
  const auto row = static_cast<long>(layout_.row);
  const auto plane = static_cast<long>(layout_.plane);
  const auto array = static_cast<long>(layout_.c_array);
  const auto factor = static_cast<float>(himeno::omega);
  const float* __restrict__ p = p_.data() + layout_.base;
  const float* __restrict__ coefficients = coefficients_.data() + layout_.base;
  float* __restrict__ next = next_.data() + layout_.base;
  double gosa = 0;
#pragma omp parallel for schedule(static) reduction(+ : gosa)
  for (long i = 1; i < planes - 1; ++i) {
    for (long j = 1; j < rows - 1; ++j) {
      const long at = i * plane + j * row;
      const float* __restrict__ c = coefficients + at;
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (long k = 1; k < columns - 1; ++k) {
        const float* x = p + at + k;
        const float s0 =
            c[k] * x[plane] + c[array + k] * x[row] + c[2 * array + k] * x[1] +
            c[4 * array + k] *
                (x[plane + row] - x[plane - row] - x[row - plane] + x[-row - plane]) +
            c[5 * array + k] * (x[row + 1] - x[1 - row] - x[row - 1] + x[-row - 1]) +
            c[6 * array + k] * (x[plane + 1] - x[1 - plane] - x[plane - 1] + x[-plane - 1]) +
            c[7 * array + k] * x[-plane] + c[8 * array + k] * x[-row] + c[9 * array + k] * x[-1] +
            c[11 * array + k];
        const float ss = (s0 * c[3 * array + k] - x[0]) * c[10 * array + k];
        next[at + k] = x[0] + factor * ss;
        sum += ss * ss;
      }
      gosa += static_cast<double>(sum);
    }
  }
  return gosa;
}

double NativeHimeno::sweep() {
  const double gosa = relax();
  p_.swap(next_);
  return gosa;
}

double NativeHimeno::sweep_and_copy() {
  const double gosa = relax();
  const auto planes = static_cast<long>(grid_.planes);
  const auto rows = static_cast<long>(grid_.rows);
  const auto columns = static_cast<long>(grid_.columns);
  const float* __restrict__ from = next_.data() + layout_.base;
  float* __restrict__ to = p_.data() + layout_.base;
#pragma omp parallel for schedule(static)
  for (long i = 1; i < planes - 1; ++i) {
    for (long j = 1; j < rows - 1; ++j) {
      const long at = i * static_cast<long>(layout_.plane) + j * static_cast<long>(layout_.row);
      for (long k = 1; k < columns - 1; ++k) to[at + k] = from[at + k];
    }
  }
  return gosa;
}

float NativeHimeno::pressure(std::uint64_t i, std::uint64_t j, std::uint64_t k) const {
  return p_[layout_.base + i * layout_.plane + j * layout_.row + k];
}

himeno::Layout official_layout(const himeno::Grid& grid) {
  himeno::Layout layout;
  layout.row = grid.columns + 1;
  layout.plane = (grid.rows + 1) * layout.row;
  layout.c_plane = layout.plane;
  layout.c_array = (grid.planes + 1) * layout.plane;
  layout.base = 0;
  layout.pressure_elements = layout.c_array;
  layout.coefficient_elements = himeno::coefficient_arrays * layout.c_array;
  return layout;
}

}  // namespace plumb::bench
