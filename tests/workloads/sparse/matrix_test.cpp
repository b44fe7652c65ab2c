// tests/workloads/sparse/matrix_test.cpp - Matrix Market files and synthetic matrices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/sparse/matrix.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/device/each_device.h"

namespace plumb {
namespace {

using sparse::Matrix;
using testing::ElementsAre;

std::string refused_text(const std::string& text) {
  return refusal([&] { (void)sparse::matrix_from_text(text, "a.mtx"); });
}

TEST(MatrixMarket, elements_come_in_rows_by_columns) {
  const Matrix matrix = sparse::matrix_from_text(
      "%%MatrixMarket matrix coordinate real general\n% a comment\n\n3 4 4\n"
      "3 2 -2.5\n1 4 1e2\r\n1 1 +1\n\n3 1 4\n",
      "a.mtx");

  EXPECT_EQ(matrix.rows, 3U);
  EXPECT_EQ(matrix.columns, 4U);
  EXPECT_THAT(matrix.starts, ElementsAre(0, 2, 2, 4));
  EXPECT_THAT(matrix.places, ElementsAre(0, 3, 0, 1));
  EXPECT_THAT(matrix.values, ElementsAre(1, 100, 4, -2.5));
  EXPECT_EQ(matrix.longest_row(), 2U);
}

TEST(MatrixMarket, symmetry_and_patterns_are_written_out_and_repetitions_added) {
  const Matrix symmetric = sparse::matrix_from_text(
      "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 3\n2 1 5\n", "a.mtx");
  const Matrix skew = sparse::matrix_from_text(
      "%%matrixmarket MATRIX coordinate real skew-symmetric\n2 2 1\n2 1 5\n", "a.mtx");
  const Matrix pattern = sparse::matrix_from_text(
      "%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 2\n1 2\n2 2\n", "a.mtx");

  EXPECT_THAT(symmetric.values, ElementsAre(3, 5, 5));
  EXPECT_THAT(symmetric.places, ElementsAre(0, 1, 0));
  EXPECT_THAT(skew.values, ElementsAre(-5, 5));
  EXPECT_THAT(pattern.values, ElementsAre(2, 1));
  EXPECT_THAT(pattern.starts, ElementsAre(0, 1, 2));
}

TEST(MatrixMarket, what_is_wrong_is_named_with_its_line) {
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";

  EXPECT_EQ(refused_text(""),
            "a.mtx:0: is not a Matrix Market file: the first line does not begin with "
            "%%MatrixMarket");
  EXPECT_EQ(refused_text("%%MatrixMarket matrix array real general\n"),
            "a.mtx:1: only 'matrix coordinate' is sparse");
  EXPECT_EQ(refused_text("%%MatrixMarket matrix coordinate complex general\n"),
            "a.mtx:1: field 'complex': must be real, integer or pattern");
  EXPECT_EQ(refused_text("%%MatrixMarket matrix coordinate real hermitian\n"),
            "a.mtx:1: symmetry 'hermitian': must be general, symmetric or skew-symmetric");
  EXPECT_EQ(refused_text(head), "a.mtx:1: the line with the sizes is missing");
  EXPECT_EQ(refused_text(head + "3 x 1\n"), "a.mtx:2: the number of columns is not a number");
  EXPECT_EQ(refused_text(head + "3 0 1\n1 1 1\n"),
            "a.mtx:2: 3 x 0: a side must be 1 to 2147483648");
  EXPECT_EQ(refused_text(head + "3 3 1000000000000\n1 1 1\n"),
            "a.mtx:2: 1000000000000 elements are announced, the file has no room for them");
  EXPECT_EQ(refused_text(head + "2000000000 3 1\n1 1 1\n"),
            "a.mtx:2: 2000000000 x 3 with 1 elements: a side may be 1048640");
  EXPECT_EQ(refused_text(head + "3 3 2\n1 1 1\n"),
            "a.mtx:3: 1 of the 2 elements announced are missing");
  EXPECT_EQ(refused_text(head + "3 3 1\n4 1 1\n"), "a.mtx:3: row 4: must be 1 to 3");
  EXPECT_EQ(refused_text(head + "3 3 1\n1 0 1\n"), "a.mtx:3: column 0: must be 1 to 3");
  EXPECT_EQ(refused_text(head + "3 3 1\n1 1 inf\n"), "a.mtx:3: the value is not finite");
  EXPECT_EQ(refused_text(head + "3 3 1\n1 1 1e400\n"),
            "a.mtx:3: the value is beyond the range of its type");
  EXPECT_EQ(refused_text(head + "3 3 1\n1 1\n"), "a.mtx:3: the value is missing");
  EXPECT_EQ(refused_text(head + "3 3 1\n1 1 1 1\n"), "a.mtx:3: expected the end of the line");
  EXPECT_EQ(refused_text(head + "3 3 1\n1 1 1\n2 2 2\n"),
            "a.mtx:4: more than the 1 elements announced");
  EXPECT_EQ(refused_text("%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1\n"),
            "a.mtx:2: 2 x 3 is not square, so it cannot be symmetric");
}

TEST(SyntheticMatrix, a_row_has_its_elements_in_different_columns) {
  for (const bool banded : {true, false}) {
    const sparse::Synthetic synthetic{.rows = 53, .nonzeros = 7, .banded = banded, .key = 99};
    const Matrix matrix = matrix_of(synthetic);

    EXPECT_EQ(matrix.places.size(), 53U * 7U);
    for (std::uint64_t i = 0; i < 53; ++i) {
      std::set<std::uint32_t> places(
          matrix.places.begin() + static_cast<std::ptrdiff_t>(7 * i),
          matrix.places.begin() + static_cast<std::ptrdiff_t>(7 * i + 7));
      EXPECT_EQ(places.size(), 7U);
      EXPECT_LT(*places.rbegin(), 53U);
      EXPECT_EQ(banded && i > 2 && i < 50, *places.rbegin() - *places.begin() == 6) << i;
    }
    for (const double value : matrix.values) {
      EXPECT_GE(value, 0.5);
      EXPECT_LT(value, 1.0);
      EXPECT_EQ(static_cast<double>(static_cast<float>(value)), value);
    }
  }
}

}  // namespace
}  // namespace plumb
