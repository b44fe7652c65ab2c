// plumb/workloads/morphology/window.h - windows along one axis, and how GPUs cut them into tiles.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/workloads/morphology/methods.h"

namespace plumb::morphology {

// Offsets [first, first + length) along a row or a column.
struct Window {
  bool vertical = false;
  std::int32_t first = 0;
  std::int32_t length = 1;

  [[nodiscard]] std::string axis() const { return vertical ? "columns" : "rows"; }
};

// The windows of a rectangle, rows before columns.
std::vector<Window> windows_of(const Element& rectangle);

// What a work-group of a GPU makes; the names are those of the kernels' parameters.
struct Tile {
  static constexpr std::uint64_t item = 16;  // values of a line that an item has

  std::uint64_t block = 1;
  std::uint64_t items = 1;  // along a line
  std::uint64_t lines = 1;  // beside each other
  std::uint64_t wide = 1;   // neighbours of a row that are loaded and stored at once

  [[nodiscard]] std::uint64_t length() const { return items * item; }
};

// Within the local memory of the target.
Tile tile_of(const Target& target, const Window& window);

// That a tile takes; longer ones have kernels of their own.
std::int32_t longest_window(bool vertical);

}  // namespace plumb::morphology
