// plumb/workloads/sparse/matrix.cpp - synthetic matrices, row by row.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/sparse/matrix.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/records/fill.h"

namespace plumb::sparse {

std::uint64_t Matrix::longest_row() const {
  std::uint64_t longest = 0;
  for (std::uint64_t i = 0; i < rows; ++i) longest = std::max(longest, starts[i + 1] - starts[i]);
  return longest;
}

std::uint32_t Synthetic::place(std::uint64_t row, std::uint64_t number) const {
  if (banded) return static_cast<std::uint32_t>((row + number + rows - nonzeros / 2) % rows);
  const auto element = static_cast<std::uint32_t>(row * nonzeros + number);
  return static_cast<std::uint32_t>(number * section() + mix_bits(element ^ key) % section());
}

// 23 bits: exact in single precision.
double Synthetic::value(std::uint64_t row, std::uint64_t number) const {
  const auto element = static_cast<std::uint32_t>(row * nonzeros + number);
  return 0.5 + static_cast<double>(mix_bits(element ^ ~key) >> 9U) * 0x1p-24;
}

bool is_synthetic(const Settings& settings) {
  const std::string& matrix = settings.text("matrix");
  return matrix == "banded" || matrix == "random";
}

Synthetic synthetic_of(const Settings& settings) {
  Synthetic made{.rows = settings.count("size"),
                 .nonzeros = std::min(settings.count("nonzeros"), settings.count("size")),
                 .banded = settings.text("matrix") == "banded",
                 .key = mix_bits(static_cast<std::uint32_t>(settings.count("seed")))};
  if (made.rows * made.nonzeros > 1ULL << 32U) {
    throw Error(ErrorKind::input,
                fmt::format("--size {} with --nonzeros {}: a synthetic matrix has at most 2^32 "
                            "elements",
                            made.rows, made.nonzeros));
  }
  return made;
}

Matrix matrix_of(const Synthetic& synthetic) {
  Matrix matrix{.rows = synthetic.rows, .columns = synthetic.rows};
  matrix.places.reserve(synthetic.rows * synthetic.nonzeros);
  matrix.values.reserve(synthetic.rows * synthetic.nonzeros);
  matrix.starts.reserve(synthetic.rows + 1);
  for (std::uint64_t i = 0; i < synthetic.rows; ++i) {
    for (std::uint64_t k = 0; k < synthetic.nonzeros; ++k) {
      matrix.places.push_back(synthetic.place(i, k));
      matrix.values.push_back(synthetic.value(i, k));
    }
    matrix.starts.push_back(matrix.places.size());
  }
  return matrix;
}

Matrix matrix_of(const Settings& settings) {
  if (is_synthetic(settings)) return matrix_of(synthetic_of(settings));
  const std::string& path = settings.text("matrix");
  return matrix_from_text(read_text_file(path), path);
}

}  // namespace plumb::sparse
