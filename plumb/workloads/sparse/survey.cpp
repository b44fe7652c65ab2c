// plumb/workloads/sparse/survey.cpp - what a survey runs: products with a banded matrix, in both
// forms.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/sparse/sparse.h"

namespace plumb::sparse {

std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits&) {
  constexpr std::uint64_t nonzeros = 16;
  constexpr std::uint64_t row_bytes = nonzeros * (4ULL + 4) + 2ULL * 4;  // values, columns, x and y
  const std::uint64_t rows = std::clamp<std::uint64_t>(data.count / row_bytes, 64, 1ULL << 27U);
  const auto product = [&](const char* variant) {
    return NamedTexts{{"variant", variant},
                      {"size", std::to_string(rows)},
                      {"nonzeros", std::to_string(nonzeros)}};
  };
  return {product("ell"), product("csr")};
}

}  // namespace plumb::sparse
