// plumb/probe/gather_reference.cpp - the patterns in plain loops.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/gather_reference.h"

#include <array>
#include <numeric>
#include <random>
#include <string_view>

namespace plumb {
namespace {

constexpr std::array<std::string_view, 12> pattern_names{
    "single",   "self",      "head",   "relative", "row",       "square",
    "multiple", "symmetric", "random", "stride",   "transpose", "scatter"};

}  // namespace

std::span<const GatherPattern> all_gather_patterns() {
  using enum GatherPattern;
  static constexpr std::array<GatherPattern, 12> all{single, self,   head,      relative,
                                                     row,    square, multiple,  symmetric,
                                                     random, stride, transpose, scatter};
  return all;
}

std::string name_of(GatherPattern pattern) {
  return std::string(pattern_names.at(static_cast<std::size_t>(pattern)));
}

double references_of(GatherPattern pattern, std::uint32_t k) {
  switch (pattern) {
    case GatherPattern::head:
      return 3;
    case GatherPattern::relative:
    case GatherPattern::symmetric:
      return 2;
    case GatherPattern::row:
      return k;
    case GatherPattern::square:
      return 1 + static_cast<double>(k) * k;  // the centre once more
    case GatherPattern::multiple:
      return 4;
    default:
      return 1;
  }
}

double index_bytes(GatherPattern pattern) {
  return pattern == GatherPattern::random || pattern == GatherPattern::scatter ? 4 : 0;
}

std::vector<std::uint64_t> cells_of(GatherPattern pattern, std::uint32_t x, std::uint32_t y,
                                    std::uint32_t side, std::uint32_t k,
                                    std::span<const std::uint32_t> index) {
  const std::uint32_t mask = side - 1;
  const std::uint64_t n = std::uint64_t{side} * side;
  const auto at = [&](std::uint32_t column, std::uint32_t row) {
    return std::uint64_t{row & mask} * side + (column & mask);
  };
  const std::uint64_t i = at(x, y);
  std::vector<std::uint64_t> cells{i};
  switch (pattern) {
    case GatherPattern::single:
      return {at(side / 3, side / 5)};
    case GatherPattern::random:
      return {index[i]};
    case GatherPattern::stride:
      return {(i * k + i / (n / k)) & (n - 1)};
    case GatherPattern::transpose:
      return {at(y, x)};
    case GatherPattern::head:
      return {i, at(x, 0), at(0, y)};
    case GatherPattern::relative:
      return {i, at(x + 37, y + 11)};
    case GatherPattern::multiple:
      return {i, n + i, 2 * n + i, 3 * n + i};
    case GatherPattern::symmetric:
      return {i, at(mask - x, y)};
    case GatherPattern::row:
      for (std::uint32_t u = 0; u < k; ++u) {
        if (u != k / 2) cells.push_back(at(x + u - k / 2, y));
      }
      return cells;
    case GatherPattern::square:
      for (std::uint32_t v = 0; v < k; ++v) {
        for (std::uint32_t u = 0; u < k; ++u) cells.push_back(at(x + u - k / 2, y + v - k / 2));
      }
      return cells;
    default:
      return cells;
  }
}

std::vector<std::uint32_t> random_index(std::uint64_t n) {
  std::vector<std::uint32_t> index(n);
  std::iota(index.begin(), index.end(), 0U);
  std::mt19937_64 random(3);
  for (std::uint64_t i = n; i > 1; --i) std::swap(index[i - 1], index[random() % i]);
  return index;
}

}  // namespace plumb
