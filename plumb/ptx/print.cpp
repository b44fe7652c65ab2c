// plumb/ptx/print.cpp - writing modules.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/print.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "plumb/base/error.h"

namespace plumb::ptx {

std::string print(const Module& module) { return print(module, {}); }

std::string print(const Module& module, std::span<const Edit> edits) {
  std::vector<std::size_t> order(edits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const std::uint32_t first = edits[a].range.begin;
    const std::uint32_t second = edits[b].range.begin;
    return first != second ? first < second : a < b;
  });
  std::size_t added = 0;
  for (const Edit& edit : edits) added += edit.text.size();
  std::string text;
  text.reserve(module.text.size() + added);
  std::uint32_t done = 0;
  for (const std::size_t i : order) {
    const Edit& edit = edits[i];
    if (edit.range.begin < done || edit.range.end < edit.range.begin ||
        edit.range.end > module.text.size()) {
      throw Error(ErrorKind::input, module.name + ": edits overlap or lie outside the text");
    }
    text += module.view({done, edit.range.begin});
    text += edit.text;
    done = edit.range.end;
  }
  return text += module.view({done, static_cast<std::uint32_t>(module.text.size())});
}

}  // namespace plumb::ptx
