// plumb/workloads/sparse/matrix.h - a sparse matrix on the host, synthetic or from a file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/workloads/settings.h"

namespace plumb::sparse {

// Rows one after another; row i has the elements [starts[i], starts[i + 1]), by columns.
struct Matrix {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::vector<std::uint64_t> starts{0};
  std::vector<std::uint32_t> places{};  // columns
  std::vector<double> values{};

  [[nodiscard]] std::uint64_t longest_row() const;
};

// A matrix that has no arrays: each row is made when it is asked for, here and on the device.
struct Synthetic {
  std::uint64_t rows = 0;      // and columns
  std::uint64_t nonzeros = 0;  // of every row
  bool banded = true;
  std::uint32_t key = 0;  // of the random numbers

  [[nodiscard]] std::uint64_t section() const { return rows / nonzeros; }
  // Banded: around the diagonal, beyond the edges at the other side. Random: one of each section.
  [[nodiscard]] std::uint32_t place(std::uint64_t row, std::uint64_t number) const;
  [[nodiscard]] double value(std::uint64_t row, std::uint64_t number) const;  // in [0.5, 1)
};

bool is_synthetic(const Settings& settings);

// Refuses more elements than the device's random numbers tell apart.
Synthetic synthetic_of(const Settings& settings);
Matrix matrix_of(const Synthetic& synthetic);

// Reads a Matrix Market file: coordinates, real, integer or pattern, general, symmetric or
// skew-symmetric. Of an element that stands there twice the sum counts. Mistakes are input errors
// "name:line: what".
Matrix matrix_from_text(std::string_view text, const std::string& name);

// The file that the settings name, or a synthetic matrix in full.
Matrix matrix_of(const Settings& settings);

}  // namespace plumb::sparse
