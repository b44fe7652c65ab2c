// plumb/workloads/morphology/window.cpp - rectangles to windows, windows to tiles.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/morphology/window.h"

#include <algorithm>
#include <array>

namespace plumb::morphology {
namespace {

constexpr std::uint64_t value_bytes = 4;  // a float, or four bytes in a word

struct TileShape {
  std::uint64_t items;
  std::uint64_t lines;
};
constexpr std::array<TileShape, 3> row_shapes{{{64, 2}, {128, 1}, {256, 1}}};
// It takes 32 KiB of local memory, the least that a device has.
constexpr TileShape column_shape{8, 32};
// From here on what lies between two blocks of a window takes longer than a copy.
constexpr std::uint64_t longest_in_a_row = 256;

// Beginnings and ends, a gap after every item's, and two middles for each block of four.
bool row_shape_fits(const TileShape& shape, const Target& target) {
  const std::uint64_t length = shape.items * Tile::item;
  const std::uint64_t values = 2 * (length + length / 4) + 2 * length / 4;
  return shape.lines * values * value_bytes <= target.limits.local_bytes;
}

// The shortest lines of which a window's length, read twice, is a sixteenth; else the longest.
Tile row_tile(const Target& target, std::uint64_t window) {
  Tile tile;
  for (const TileShape& shape : row_shapes) {
    if (!row_shape_fits(shape, target)) break;
    tile.items = shape.items;
    tile.lines = shape.lines;
    if (shape.items >= window) break;
  }
  tile.wide = target.image.width % 4 == 0 ? 4 : 1;
  return tile;
}

}  // namespace

std::vector<Window> windows_of(const Element& rectangle) {
  const Reach reach = reach_of(rectangle);
  std::vector<Window> windows;
  const std::int32_t width = reach.east - reach.west + 1;
  const std::int32_t height = reach.south - reach.north + 1;
  if (width > 1 || reach.west != 0 || height == 1) windows.push_back({false, reach.west, width});
  if (height > 1 || reach.north != 0) windows.push_back({true, reach.north, height});
  return windows;
}

Tile tile_of(const Target& target, const Window& window) {
  const auto length = static_cast<std::uint64_t>(window.length);
  Tile tile = window.vertical ? Tile{.items = column_shape.items, .lines = column_shape.lines}
                              : row_tile(target, length);
  while (2 * tile.block <= std::min(length, Tile::item)) tile.block *= 2;
  return tile;
}

std::int32_t longest_window(bool vertical) {
  if (vertical) return static_cast<std::int32_t>(column_shape.items * Tile::item + 1);
  return static_cast<std::int32_t>(longest_in_a_row);
}

}  // namespace plumb::morphology
