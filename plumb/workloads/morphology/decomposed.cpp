// plumb/workloads/morphology/decomposed.cpp - rectangles as windows of rows, then of columns.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/morphology/methods.h"
#include "plumb/workloads/source_text.h"

namespace plumb::morphology {
namespace {

// Offsets [first, first + length) along a row or a column.
struct Window {
  bool vertical = false;
  std::int32_t first = 0;
  std::int32_t length = 1;

  [[nodiscard]] std::string axis() const { return vertical ? "columns" : "rows"; }
};

// How a window is cut into groups and items; on CPUs: `lanes` values of `lines` rows for an item.
struct Tile {
  std::uint64_t block = 1;
  std::uint64_t item = 1;   // values of a line
  std::uint64_t items = 1;  // along a line
  std::uint64_t lanes = 1;  // lines beside each other
};

// Groups keep whole lines in local memory, of which every device has 48 KiB, and have at most 768
// work-items. Tiles for longer windows have fewer lines.
struct TileShape {
  std::uint64_t items;
  std::uint64_t lanes;
};
constexpr std::array<TileShape, 5> column_tiles{{{8, 32}, {12, 32}, {16, 32}, {24, 32}, {96, 8}}};
constexpr std::array<TileShape, 4> row_tiles{{{32, 4}, {64, 2}, {128, 1}, {256, 1}}};

// Values of a line that an item has: what is packed into words takes four registers for each.
std::uint64_t item_values(const Target& target) { return target.is_real() ? 16 : 8; }

// Half of the longest line of a tile is left for outputs; CPUs have no such limit.
std::int32_t longest_window(const Target& target, bool vertical) {
  if (target.on_cpu) return 1 << 20;
  const std::uint64_t items = vertical ? column_tiles.back().items : row_tiles.back().items;
  return static_cast<std::int32_t>(items * item_values(target) / 2);
}

Tile tile_of(const Target& target, const Window& window) {
  const auto length = static_cast<std::uint64_t>(window.length);
  if (target.on_cpu) {
    const std::uint64_t span = target.is_real() ? 256 : 1024;
    return {.item = (63 + length) / length * length, .lanes = span};
  }
  Tile tile{.item = item_values(target)};
  while (2 * tile.block <= std::min(length, tile.item)) tile.block *= 2;
  // A tile of five windows reads a quarter more than it makes. Where none is so long, half as long
  // a one with whole lines of memory is better than narrow lanes.
  const auto fits = [&](const TileShape& shape) {
    const bool next_is_narrow = &shape + 1 == &column_tiles.back();
    tile.items = shape.items;
    tile.lanes = shape.lanes;
    return 2 * tile.items * tile.item >= (next_is_narrow ? 5 : 10) * length;
  };
  if (window.vertical) {
    (void)std::ranges::any_of(column_tiles, fits);
  } else {
    (void)std::ranges::any_of(row_tiles, fits);
  }
  return tile;
}

// One that is too long as several, each with the origin in it: then points outside the image may be
// left out of each.
std::vector<Window> pieces_of(const Target& target, Window window) {
  const std::int32_t longest = longest_window(target, window.vertical);
  std::int32_t before = -window.first;
  std::int32_t after = window.first + window.length - 1;
  std::vector<Window> pieces;
  if (window.length > longest && (before < 0 || after < 0)) {
    throw Error(ErrorKind::input,
                fmt::format("a window of {} {} without its origin cannot be decomposed; take "
                            "--variant one_pass",
                            window.length, window.vertical ? "rows" : "columns"));
  }
  while (before + after + 1 > longest) {
    const std::int32_t left = std::min(before, (longest - 1) / 2);
    const std::int32_t right = std::min(after, longest - 1 - left);
    pieces.push_back({window.vertical, -left, left + right + 1});
    before -= left;
    after -= right;
  }
  pieces.push_back({window.vertical, -before, before + after + 1});
  return pieces;
}

std::vector<Window> windows_of(const Target& target, const Half& half) {
  const Reach reach = reach_of(half.element);
  std::vector<Window> windows;
  const auto add = [&](const Window& window) {
    std::ranges::copy(pieces_of(target, window), std::back_inserter(windows));
  };
  const std::int32_t width = reach.east - reach.west + 1;
  const std::int32_t height = reach.south - reach.north + 1;
  if (width > 1 || reach.west != 0 || height == 1) add({false, reach.west, width});
  if (height > 1 || reach.north != 0) add({true, reach.north, height});
  return windows;
}

Kernel window_kernel(const Target& target, const Half& half, const Window& window,
                     const std::string& name) {
  const Tile tile = tile_of(target, window);
  Kernel kernel{.name = name,
                .source = target.on_cpu ? "morphology/window_cpu.cl"
                                        : fmt::format("morphology/window_{}.cl", window.axis()),
                .entry = fmt::format("morphology_window_{}", window.axis()),
                .definitions = pixel_definitions(target, half.greatest)};
  const auto define = [&](const char* macro, std::uint64_t value) {
    kernel.definitions.emplace_back(macro, std::to_string(value));
  };
  if (target.on_cpu) {
    define("SPAN", tile.lanes);
    define("APART", target.apart());
    define("WINDOW", window.vertical ? 1 : static_cast<std::uint64_t>(window.length));
    return kernel;
  }
  define("BLOCK", tile.block);
  define("ITEM", tile.item);
  define("ITEMS", tile.items);
  define(window.vertical ? "LANES" : "LINES", tile.lanes);
  return kernel;
}

struct Ranges {
  Range global{1, 1, 1};
  Range local{1, 1, 1};
};

Ranges ranges_of(const Target& target, const Window& window, std::uint64_t rows) {
  const Tile tile = tile_of(target, window);
  const auto parts = [](std::uint64_t n, std::uint64_t each) { return (n + each - 1) / each; };
  const std::uint64_t across = target.image.width * target.apart();
  if (target.on_cpu)
    return {.global = {window.vertical ? parts(across, tile.lanes) : 1, parts(rows, tile.item), 1}};
  const std::uint64_t made = tile.items * tile.item - static_cast<std::uint64_t>(window.length) + 1;
  if (window.vertical) {
    return {.global = {parts(across, tile.lanes) * tile.lanes, parts(rows, made) * tile.items, 1},
            .local = {tile.lanes, tile.items, 1}};
  }
  return {.global = {parts(across, made) * tile.items, parts(rows, tile.lanes) * tile.lanes, 1},
          .local = {tile.items, tile.lanes, 1}};
}

pixels::Stage window_stage(const Target& target, const Window& window, const std::string& name,
                           const std::string& kernel) {
  const auto launch = [target, window, name, kernel](pixels::Rows rows, const std::string& in,
                                                     const std::string& out) {
    const auto whole = [](auto value) {
      return ScalarArgument{Scalar::i32, static_cast<double>(value)};
    };
    const Ranges ranges = ranges_of(target, window, rows.last - rows.first);
    Launch made;
    made.kernel = kernel;
    made.global = ranges.global;
    made.local = ranges.local;
    made.arguments = {BufferArgument{in},
                      BufferArgument{out},
                      whole(window.length),
                      whole(window.first),
                      whole(target.image.width * target.apart()),
                      whole(target.image.height),
                      whole(rows.first),
                      whole(rows.last)};
    if (target.on_cpu) made.arguments.emplace_back(whole(tile_of(target, window).item));
    made.pass = pass_of(target, name, rows, 1);
    return made;
  };
  return {.name = name,
          .above = static_cast<std::uint64_t>(window.vertical ? std::max(0, -window.first) : 0),
          .below = static_cast<std::uint64_t>(
              window.vertical ? std::max(0, window.first + window.length - 1) : 0),
          .launch = launch};
}

std::vector<Source> window_sources(bool on_cpu) {
  if (on_cpu) {
    return {{.name = "morphology/window_cpu.cl",
             .language = Language::opencl_c,
             .text = source_text({"morphology/pixel.clh", "morphology/window_cpu.cl"})}};
  }
  std::vector<Source> sources;
  for (const char* file : {"morphology/window_rows.cl", "morphology/window_columns.cl"}) {
    sources.push_back(
        {.name = file,
         .language = Language::opencl_c,
         .text = source_text({"morphology/pixel.clh", "morphology/block.clh", file})});
  }
  return sources;
}

}  // namespace

pixels::Method decomposed(const Target& target, const std::vector<Half>& halves) {
  pixels::Method method;
  method.sources = window_sources(target.on_cpu);
  for (const Half& half : halves) {
    if (!is_rectangle(half.element)) {
      throw Error(ErrorKind::input,
                  "only a rectangle can be decomposed into rows and columns; take --variant "
                  "one_pass for this element");
    }
    std::size_t number = 0;
    for (const Window& window : windows_of(target, half)) {
      std::string name = fmt::format("{} {}", half.name(), window.axis());
      if (std::ranges::find(method.stages, name, &pixels::Stage::name) != method.stages.end())
        name += fmt::format(" {}", ++number + 1);
      method.kernels.push_back(window_kernel(target, half, window, name + target.suffix));
      method.stages.push_back(window_stage(target, window, name, name + target.suffix));
    }
  }
  return method;
}

}  // namespace plumb::morphology
