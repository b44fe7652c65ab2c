// plumb/workloads/sparse/plan.h - what the settings ask for, and the programs of both kinds.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plumb/records/program.h"
#include "plumb/workloads/sparse/matrix.h"

namespace plumb::sparse {

// A full matrix of more rows is not made.
inline constexpr std::uint64_t largest_full = 8192;

struct Plan {
  // Reads the file, where the settings name one. Refuses what the variant does not take.
  explicit Plan(const Settings& settings);

  std::string variant;
  Scalar scalar;
  bool loops;
  std::uint64_t chunk;
  std::uint64_t seed;
  std::optional<Synthetic> synthetic;
  Matrix matrix;  // from a file, or in full for what is moved

  [[nodiscard]] std::uint64_t element_bytes() const { return scalar == Scalar::f64 ? 8 : 4; }
  [[nodiscard]] std::uint64_t vector_width() const { return 16 / element_bytes(); }
  [[nodiscard]] bool multiplies() const { return variant == "ell" || variant == "csr"; }
  [[nodiscard]] std::uint64_t rows() const { return synthetic ? synthetic->rows : matrix.rows; }
  [[nodiscard]] std::uint64_t columns() const {
    return synthetic ? synthetic->rows : matrix.columns;
  }
  [[nodiscard]] std::uint64_t nonzeros() const;  // of all rows
  [[nodiscard]] std::uint64_t width() const;     // of the longest row
  // In ELL: rows with those that fill up the last vectors, and the distance from the k-th elements
  // of all rows to the next, which is not a power of 2: they would share a few sets of a cache.
  [[nodiscard]] std::uint64_t held() const { return (rows() + 63) / 64 * 64; }
  [[nodiscard]] std::uint64_t stride() const { return held() + 64; }
  [[nodiscard]] Fill vector_fill() const;  // of x
};

// The steps that make y = A x, or move the matrix, with their buffers and kernels.
void build_product(Program& program, const Plan& plan);
void build_transfer(Program& program, const Plan& plan);

// Shared parts of launches.
ScalarArgument wide(std::uint64_t value);   // ulong
ScalarArgument count(std::uint64_t value);  // uint
Buffer values_buffer(std::string name, Scalar type, std::vector<double> values);

}  // namespace plumb::sparse
