// plumb/ptx/print.cpp - writing modules.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/print.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "plumb/base/error.h"

namespace plumb::ptx {

namespace {

// Each is made once more, and forgotten before the whole text is.
std::size_t length_of(std::size_t count, const AppendEdit& append) {
  std::size_t length = 0;
  std::string one;
  for (std::size_t i = 0; i < count; ++i) {
    one.clear();
    append(i, one);
    length += one.size();
  }
  return length;
}

std::vector<std::size_t> in_order(std::span<const Range> ranges) {
  std::vector<std::size_t> order(ranges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const std::uint32_t first = ranges[a].begin;
    const std::uint32_t second = ranges[b].begin;
    return first != second ? first < second : a < b;
  });
  return order;
}

// Appends everything to `text`; behind each edit `added` may take away what is there.
template <class Added>
void print_parts(const Module& module, std::span<const Range> ranges, const AppendEdit& append,
                 std::string& text, const Added& added) {
  std::uint32_t done = 0;
  for (const std::size_t i : in_order(ranges)) {
    const Range range = ranges[i];
    if (range.begin < done || range.end < range.begin || range.end > module.text.size()) {
      throw Error(ErrorKind::input, module.name + ": edits overlap or lie outside the text");
    }
    text += module.view({done, range.begin});
    append(i, text);
    added();
    done = range.end;
  }
  text += module.view({done, static_cast<std::uint32_t>(module.text.size())});
}

}  // namespace

std::string print(const Module& module) { return print(module, {}); }

std::string print(const Module& module, std::span<const Edit> edits) {
  std::vector<Range> ranges;
  for (const Edit& edit : edits) ranges.push_back(edit.range);
  return print(module, ranges, [&](std::size_t i, std::string& text) { text += edits[i].text; });
}

std::string print(const Module& module, std::span<const Range> ranges, const AppendEdit& append) {
  std::string text;
  text.reserve(module.text.size() + length_of(ranges.size(), append));
  print_parts(module, ranges, append, text, [] {});
  return text;
}

void print(const Module& module, std::span<const Range> ranges, const AppendEdit& append,
           const PieceSink& sink) {
  constexpr std::size_t enough = 1U << 20U;
  std::string piece;
  print_parts(module, ranges, append, piece, [&] {
    if (piece.size() < enough) return;
    sink(piece);
    piece.clear();
  });
  sink(piece);
}

}  // namespace plumb::ptx
