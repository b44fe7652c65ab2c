// plumb/workloads/morphology/decomposed_held.cpp - long windows, which groups of a GPU hold.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/workloads/morphology/window_stage.h"

namespace plumb::morphology {
namespace {

// The names are those of the kernels' parameters.
struct HeldShape {
  std::uint64_t lines = 1;  // beside each other
  std::uint64_t items = 1;  // along a line
  std::uint64_t parts = 1;
  std::uint64_t item = 1;  // values of a part that an item has

  [[nodiscard]] std::uint64_t group() const { return lines * items; }
};

// Groups that a compute unit should have at once, so that one loads while another computes.
constexpr std::uint64_t groups_per_unit = 2;

// As few parts as `most_item` values of each allow, all about as long.
HeldShape cut_into_parts(HeldShape shape, std::uint64_t window, std::uint64_t most_item) {
  shape.parts = pixels::parts(window, shape.items * most_item);
  shape.item = pixels::parts(window, shape.items * shape.parts);
  return shape;
}

// What an item can hold in registers beside the values that are on their way; half of it leaves
// room for other groups.
constexpr std::uint64_t most_held = 64;
constexpr std::uint64_t few_held = 32;

// About sixteen neighbours for each item of 32 to 256 along a row; other rows fill the group.
std::optional<HeldShape> row_shape(std::uint64_t window) {
  constexpr std::uint64_t group = 256;
  constexpr std::uint64_t most_item = 17;  // odd: apart in the banks of local memory
  HeldShape shape{.items = 32};
  while (shape.items < group && shape.items * most_item < window) shape.items *= 2;
  if (window > shape.items * most_held) return std::nullopt;
  shape.lines = group / shape.items;
  shape = cut_into_parts(shape, window, most_item);
  shape.item |= 1;
  return shape;
}

// The widest lanes whose items hold little; then those that hold more, down to half of what memory
// delivers at once.
std::optional<HeldShape> lane_shape(std::uint64_t window, std::uint64_t largest_group) {
  const std::uint64_t group = largest_group >= 512 ? 512 : 256;
  for (const std::uint64_t held : {few_held, most_held}) {
    for (const std::uint64_t lanes : {32U, 16U, 8U, 4U}) {
      if (lanes == 4 && held == few_held) continue;
      const std::uint64_t items = group / lanes;
      if (window > items * held) continue;
      return cut_into_parts({.lines = lanes, .items = items}, window, held == few_held ? 16 : 8);
    }
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t strip_held(const Target& target, std::uint64_t groups, std::uint64_t line,
                         std::uint64_t window) {
  const std::uint64_t wanted = groups_per_unit * target.limits.compute_units;
  const std::uint64_t strips = (wanted + groups / 2) / groups;
  return pixels::parts(line, std::clamp<std::uint64_t>(strips, 1, pixels::parts(line, window)));
}

std::optional<WindowStage> held_stage(const Target& target, bool greatest, const Window& window) {
  const auto length = static_cast<std::uint64_t>(window.length);
  const std::optional<HeldShape> shape =
      window.vertical ? lane_shape(length, target.limits.largest_group) : row_shape(length);
  if (!shape || shape->group() > target.limits.largest_group) return std::nullopt;
  WindowStage stage{.axes = window.axis(),
                    .source = fmt::format("morphology/held_{}.cl", window.axis()),
                    .definitions = pixel_definitions(target, greatest),
                    .numbers = {window.length, window.first},
                    .first = window.vertical ? window.first : 0,
                    .last = window.vertical ? window.first + window.length - 1 : 0,
                    .headers = {"morphology/pixel.clh", "morphology/held.clh"},
                    .shape = {}};
  const auto define = [&](const char* macro, std::uint64_t value) {
    stage.definitions.emplace_back(macro, std::to_string(value));
  };
  define("ITEM", shape->item);
  define("ITEMS", shape->items);
  define("PARTS", shape->parts);
  define("CHUNK", shape->items > 64 ? 16 : 8);
  define(window.vertical ? "LANES" : "LINES", shape->lines);
  stage.shape = [target, shape = *shape, length, vertical = window.vertical](std::uint64_t rows) {
    const std::uint64_t width = target.image.width;
    const std::uint64_t across = pixels::parts(vertical ? width : rows, shape.lines);
    const std::uint64_t along = vertical ? rows : width;
    const std::uint64_t strip = strip_held(target, across, along, length);
    const std::uint64_t items = pixels::parts(along, strip) * shape.items;
    Shape made{.numbers = {static_cast<std::int64_t>(strip)}};
    // Of every part FIND_BESIDE, along rows also where pixels come and go through local memory;
    // of every block one more along columns.
    const auto blocks = static_cast<double>(pixels::parts(strip, length) + 1);
    const auto all_parts = static_cast<double>(shape.parts);
    made.barriers = blocks * (vertical ? 2 * all_parts + 1 : 5 * all_parts);
    made.global =
        vertical ? Range{across * shape.lines, items, 1} : Range{items, across * shape.lines, 1};
    made.local = vertical ? Range{shape.lines, shape.items, 1} : Range{shape.items, shape.lines, 1};
    return made;
  };
  return stage;
}

}  // namespace plumb::morphology
