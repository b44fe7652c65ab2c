// fuzz/fuzz_matrix.cpp - any text as a Matrix Market file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "plumb/base/error.h"
#include "plumb/workloads/sparse/matrix.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

}  // namespace

// Only plumb::Error may be thrown; what is read lies within the matrix, row by row.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  plumb::sparse::Matrix matrix;
  try {
    matrix = plumb::sparse::matrix_from_text(
        std::string_view(reinterpret_cast<const char*>(bytes), size), "fuzz.mtx");
  } catch (const plumb::Error&) {
    return 0;
  }
  require(matrix.starts.size() == matrix.rows + 1, "a start is missing");
  require(matrix.starts.front() == 0 && matrix.starts.back() == matrix.places.size(),
          "the rows do not hold all elements");
  require(matrix.places.size() == matrix.values.size(), "a value has no place");
  for (std::uint64_t i = 0; i < matrix.rows; ++i) {
    require(matrix.starts[i] <= matrix.starts[i + 1], "a row ends before it starts");
    for (std::uint64_t e = matrix.starts[i]; e < matrix.starts[i + 1]; ++e) {
      require(matrix.places[e] < matrix.columns, "an element lies outside");
      require(e == matrix.starts[i] || matrix.places[e - 1] < matrix.places[e],
              "elements of a row are not in order");
    }
  }
  return 0;
}
