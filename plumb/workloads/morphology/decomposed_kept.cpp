// plumb/workloads/morphology/decomposed_kept.cpp - long windows in the local memory of CUDA groups.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/workloads/morphology/window_stage.h"
#include "plumb/workloads/waits.h"

namespace plumb::morphology {
namespace {

constexpr std::uint64_t warp_size = 32;
constexpr std::uint64_t bytes_of_pixel = 4;  // a float, or four bytes in a word

// The names are those of the kernels' parameters.
struct KeptShape {
  std::uint64_t lanes = 1;   // columns beside each other
  std::uint64_t wide = 1;    // of them that a thread has
  std::uint64_t warps = 1;   // of a group
  std::uint64_t groups = 1;  // of a cluster
  std::uint64_t item = 1;
  std::uint64_t parts = 1;
  std::uint64_t held = 1;  // parts

  [[nodiscard]] std::uint64_t threads() const { return warp_size * warps; }
};

// Places of a block whose ends outputs of the next block need, at most. Outputs whose windows begin
// before the image come with the first block, and then only so many are left.
std::uint64_t places_held(const Target& target, const Window& window) {
  const auto length = static_cast<std::uint64_t>(window.length);
  const auto outside = std::min(length, static_cast<std::uint64_t>(std::max(0, -window.first)));
  const std::uint64_t line = window.vertical ? target.image.height : target.image.width;
  return std::min(length, line - std::min(line - 1, outside));
}

// All parts about as long; `items` of them hold most_item places of a part at most.
void cut_line(KeptShape& shape, const Target& target, const Window& window, std::uint64_t items,
              std::uint64_t most_item, bool odd) {
  const auto length = static_cast<std::uint64_t>(window.length);
  shape.item = pixels::parts(length, items * pixels::parts(length, items * most_item));
  if (odd) shape.item |= 1U;
  shape.parts = pixels::parts(length, items * shape.item);
  shape.held = pixels::parts(places_held(target, window), items * shape.item);
}

// sizeof(Storage) of kept_rows.cu, once for every warp.
Bytes bytes_of_rows(const KeptShape& shape) {
  const std::uint64_t words = shape.item + shape.held * (shape.item + 1);
  return Bytes{shape.warps * warp_size * words * bytes_of_pixel};
}

// sizeof(Storage) of kept_columns.cu.
Bytes bytes_of_columns(const KeptShape& shape) {
  const std::uint64_t kept = shape.held * (shape.item + 1) * shape.threads() * shape.wide;
  const std::uint64_t totals = shape.lanes * (shape.parts + 2 * shape.groups * shape.warps);
  return Bytes{(kept + totals) * bytes_of_pixel};
}

// One warp to a group: nothing is shared. A lane holds so many neighbours that the scan of the warp
// is a small part of its work; bytes are compared by twice as many instructions.
std::optional<KeptShape> row_shape_kept(const Target& target, const Window& window) {
  const std::uint64_t most_item = target.is_real() ? 33 : 43;
  KeptShape shape{.warps = 1};
  cut_line(shape, target, window, warp_size, most_item, true);
  if (shape.parts > warp_size) return std::nullopt;  // a lane knows the whole of a part
  if (bytes_of_rows(shape).count > target.limits.requested_bytes) return std::nullopt;
  return shape;
}

// The smallest cluster that keeps the window in lanes of 64 bytes at least, of which memory
// delivers more than of 32, and there the widest lanes. A value of four bytes takes two registers:
// fewer threads have enough of them.
std::optional<KeptShape> column_shape_kept(const Target& target, const Window& window) {
  const std::uint64_t wide = target.image.width % 2 == 0 ? 2 : 1;
  const std::uint64_t warps = target.is_real() ? 16 : 8;
  const std::uint64_t most_values = target.is_real() ? 24 : 32;  // of a part that a thread has
  const auto fitting = [&](std::uint64_t lanes, std::uint64_t groups) -> std::optional<KeptShape> {
    KeptShape shape{.lanes = lanes, .wide = wide, .warps = warps, .groups = groups};
    const std::uint64_t items = warp_size / (lanes / wide) * warps * groups;
    cut_line(shape, target, window, items, most_values / wide, false);
    if (bytes_of_columns(shape).count > target.limits.requested_bytes) return std::nullopt;
    return shape;
  };
  for (std::uint64_t groups = 1; groups <= target.limits.largest_cluster; ++groups)
    for (const std::uint64_t lanes : {32U, 16U})
      if (const auto shape = fitting(lanes, groups)) return shape;
  return fitting(8, target.limits.largest_cluster);
}

void define_shape(Definitions& definitions, const KeptShape& shape, bool vertical) {
  const auto define = [&](const char* macro, std::uint64_t value) {
    definitions.emplace_back(macro, std::to_string(value));
  };
  define("ITEM", shape.item);
  define("PARTS", shape.parts);
  define("HELD", shape.held);
  define("WARPS", shape.warps);
  if (!vertical) return;
  define("LANES", shape.lanes);
  define("WIDE", shape.wide);
  define("GROUPS", shape.groups);
}

// Of every part of a block. Along columns: beside_in_warp over the lanes of a column, then the
// totals of all warps, for which a barrier of the cluster counts as one of a group. Along rows, by
// one warp: pixels that come through local memory, beside_in_warp, the whole, pixels that go, what
// is held.
double barriers_of(const Window& window, const KeptShape& shape, std::uint64_t strip) {
  const auto length = static_cast<std::uint64_t>(window.length);
  const auto all_parts = static_cast<double>((pixels::parts(strip, length) + 1) * shape.parts);
  const double along =
      window.vertical ? tree_steps(warp_size * shape.wide / shape.lanes) : tree_steps(warp_size);
  const double beside = shuffle_barriers * (along + 1);
  if (window.vertical) return 1 + all_parts * (beside + 1);
  return all_parts * (beside + 4 * shuffle_barriers);
}

Shape launch_shape(const Target& target, const Window& window, const KeptShape& shape,
                   std::uint64_t rows) {
  const std::uint64_t width = target.image.width;
  const bool vertical = window.vertical;
  const std::uint64_t across =
      pixels::parts(vertical ? width : rows, vertical ? shape.lanes : shape.warps);
  const std::uint64_t along = vertical ? rows : width;
  const std::uint64_t strip =
      strip_held(target, across * shape.groups, along, static_cast<std::uint64_t>(window.length));
  const std::uint64_t strips = pixels::parts(along, strip);
  Shape made{.numbers = {static_cast<std::int64_t>(strip)}};
  made.local = {shape.threads(), 1, 1};
  made.global = {(vertical ? across * shape.groups : strips) * shape.threads(),
                 vertical ? strips : across, 1};
  made.local_bytes = vertical ? bytes_of_columns(shape) : bytes_of_rows(shape);
  if (shape.groups > 1) made.cluster = {shape.groups, 1, 1};
  made.barriers = barriers_of(window, shape, strip);
  return made;
}

}  // namespace

bool is_kept(const Target& target, const Window& window) {
  // A warp scans its lanes for every part: with more than four values of each lane that is less
  // work than what lies between the blocks of a tile.
  constexpr std::int32_t few_values = 4 * warp_size;
  const std::int32_t shortest = window.vertical ? longest_window(true) : few_values;
  return target.limits.requested_bytes > 0 && window.length > shortest;
}

std::optional<WindowStage> kept_stage(const Target& target, bool greatest, const Window& window) {
  const std::optional<KeptShape> shape =
      window.vertical ? column_shape_kept(target, window) : row_shape_kept(target, window);
  if (!shape || shape->threads() > target.limits.largest_group) return std::nullopt;
  WindowStage stage{.axes = window.axis(),
                    .source = fmt::format("morphology/kept_{}.cu", window.axis()),
                    .definitions = pixel_definitions(target, greatest),
                    .numbers = {window.length, window.first},
                    .first = window.vertical ? window.first : 0,
                    .last = window.vertical ? window.first + window.length - 1 : 0,
                    .headers = {"morphology/kept.cuh"},
                    .shape = {}};
  if (window.vertical) stage.headers.emplace_back("morphology/kept_cluster.cuh");
  define_shape(stage.definitions, *shape, window.vertical);
  stage.shape = [target, window, shape = *shape](std::uint64_t rows) {
    return launch_shape(target, window, shape, rows);
  };
  return stage;
}

}  // namespace plumb::morphology
