// plumb/workloads/morphology/decomposed.cpp - rectangles as windows of rows, then of columns.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/morphology/window_stage.h"
#include "plumb/workloads/source_text.h"
#include "plumb/workloads/waits.h"

namespace plumb::morphology {
namespace {

// What is left of it by `by`, also of what is negative.
std::uint64_t left_of(std::int32_t value, std::uint64_t by) {
  const auto divisor = static_cast<std::int32_t>(by);
  return static_cast<std::uint64_t>((value % divisor + divisor) % divisor);
}

void define_tile(Definitions& definitions, const Target& target, const Window& window) {
  const Tile tile = tile_of(target, window);
  const auto define = [&](const char* macro, std::uint64_t value) {
    definitions.emplace_back(macro, std::to_string(value));
  };
  define("BLOCK", tile.block);
  define("ITEM", Tile::item);
  define("ITEMS", tile.items);
  define(window.vertical ? "LANES" : "LINES", tile.lines);
  if (window.vertical) define("REST", left_of(window.length - 1, tile.block));
  if (window.vertical) return;
  const std::string pixel = target.is_real() ? "float" : "uint";
  define("WIDE", tile.wide);
  definitions.emplace_back("WORD", tile.wide == 1 ? pixel : fmt::format("{}{}", pixel, tile.wide));
  define("SKIP", left_of(window.first, tile.wide));
  define("LATE", left_of(window.length - 1, tile.wide));
  define("MIDDLES", static_cast<std::uint64_t>(window.length) > tile.block + 1 ? 1 : 0);
}

Shape rows_shape(const Target& target, const Window& window, std::uint64_t rows) {
  const Tile tile = tile_of(target, window);
  const std::uint64_t made =
      (tile.length() - static_cast<std::uint64_t>(window.length) + 1) / tile.wide * tile.wide;
  return {.global = {pixels::parts(target.image.width, made) * tile.items,
                     pixels::parts(rows, tile.lines) * tile.lines, 1},
          .local = {tile.items, tile.lines, 1},
          .barriers = 2};  // the blocks' ends and beginnings, what lies between
}

Shape columns_shape(const Target& target, const Window& window, std::uint64_t rows) {
  const Tile tile = tile_of(target, window);
  const std::uint64_t across = pixels::parts(target.image.width, tile.lines);
  const std::uint64_t strip = pixels::strip_of(target.limits, across, rows, tile.length());
  return {.global = {across * tile.lines, pixels::parts(rows, strip) * tile.items, 1},
          .local = {tile.lines, tile.items, 1},
          .numbers = {static_cast<std::int64_t>(strip)},
          .barriers = 2.0 * static_cast<double>(pixels::parts(strip, tile.length()) + 1)};
}

WindowStage tile_stage(const Target& target, bool greatest, const Window& window) {
  WindowStage stage{.axes = window.axis(),
                    .source = fmt::format("morphology/window_{}.cl", window.axis()),
                    .definitions = pixel_definitions(target, greatest),
                    .numbers = {window.length, window.first},
                    .first = window.vertical ? window.first : 0,
                    .last = window.vertical ? window.first + window.length - 1 : 0,
                    .headers = {"morphology/pixel.clh", "morphology/block.clh"},
                    .shape = {}};
  define_tile(stage.definitions, target, window);
  stage.shape = [target, window](std::uint64_t rows) {
    return window.vertical ? columns_shape(target, window, rows) : rows_shape(target, window, rows);
  };
  return stage;
}

// A window that no group holds.
WindowStage long_stage(const Target& target, bool greatest, const Window& window) {
  constexpr std::uint64_t group = 256;  // along a row
  constexpr std::uint64_t lanes = 64;   // columns beside each other
  WindowStage stage{.axes = window.axis(),
                    .source = "morphology/window_long.cl",
                    .definitions = pixel_definitions(target, greatest),
                    .numbers = {window.length, window.first},
                    .first = window.vertical ? window.first : 0,
                    .last = window.vertical ? window.first + window.length - 1 : 0,
                    .shape = {}};
  stage.definitions.emplace_back("GROUP", std::to_string(group));
  constexpr std::uint64_t item = 8;
  stage.definitions.emplace_back("ITEM", std::to_string(item));
  const auto length = static_cast<std::uint64_t>(window.length);
  stage.shape = [width = target.image.width, length,
                 vertical = window.vertical](std::uint64_t rows) {
    if (vertical)
      return Shape{.global = {pixels::parts(width, lanes) * lanes, pixels::parts(rows, length), 1},
                   .local = {lanes, 1, 1}};
    // Backwards and forwards: SCAN for every group's worth of the window, and what is left there.
    const auto turns = static_cast<double>(pixels::parts(length, group * item));
    return Shape{.global = {pixels::parts(width, length) * group, rows, 1},
                 .local = {group, 1, 1},
                 .barriers = 2 * (turns * (tree_steps(group) + 2) + 1)};
  };
  return stage;
}

std::vector<WindowStage> gpu_stages(const Target& target, const Half& half) {
  std::vector<WindowStage> stages;
  for (const Window& window : windows_of(half.element)) {
    std::optional<WindowStage> stage;
    if (is_kept(target, window)) stage = kept_stage(target, half.greatest, window);
    if (!stage && window.length <= longest_window(window.vertical))
      stage = tile_stage(target, half.greatest, window);
    if (!stage) stage = held_stage(target, half.greatest, window);
    stages.push_back(stage ? *stage : long_stage(target, half.greatest, window));
  }
  return stages;
}

pixels::Stage launched(const Target& target, const WindowStage& stage, const std::string& name,
                       const std::string& kernel) {
  const auto launch = [target, stage, name, kernel](pixels::Rows rows, const std::string& in,
                                                    const std::string& out) {
    const auto whole = [](auto value) {
      return ScalarArgument{Scalar::i32, static_cast<double>(value)};
    };
    const Shape shape = stage.shape(rows.last - rows.first);
    Launch made;
    made.kernel = kernel;
    made.global = shape.global;
    made.local = shape.local;
    made.local_bytes = shape.local_bytes;
    made.cluster = shape.cluster;
    made.arguments = {BufferArgument{in}, BufferArgument{out}};
    for (const std::int64_t number : stage.numbers) made.arguments.emplace_back(whole(number));
    for (const std::uint64_t number :
         {target.image.width * target.apart(), target.image.height, rows.first, rows.last})
      made.arguments.emplace_back(whole(number));
    for (const std::int64_t number : shape.numbers) made.arguments.emplace_back(whole(number));
    constexpr double of_window = 3;  // van Herk's comparisons, however long it is
    made.pass = pass_of(target, name, rows, 1, of_window);
    made.pass.barriers = shape.barriers;
    return made;
  };
  return {.name = name,
          .above = static_cast<std::uint64_t>(std::max(0, -stage.first)),
          .below = static_cast<std::uint64_t>(std::max(0, stage.last)),
          .launch = launch};
}

void add_source(pixels::Method& method, const WindowStage& stage) {
  const std::string& name = stage.source;
  if (std::ranges::find(method.sources, name, &Source::name) != method.sources.end()) return;
  std::string text;
  for (const std::string& header : stage.headers) text += source_text({header});
  method.sources.push_back({.name = name,
                            .language = name.ends_with(".cu") ? Language::cuda : Language::opencl_c,
                            .text = text + source_text({name})});
}

}  // namespace

pixels::Method decomposed(const Target& target, const std::vector<Half>& halves) {
  pixels::Method method;
  for (const Half& half : halves) {
    if (!is_rectangle(half.element)) {
      throw Error(ErrorKind::input,
                  "only a rectangle can be decomposed into rows and columns; take --variant "
                  "one_pass for this element");
    }
    for (const WindowStage& stage :
         target.on_cpu ? cpu_stages(target, half) : gpu_stages(target, half)) {
      const std::string name = fmt::format("{} {}", half.name(), stage.axes);
      add_source(method, stage);
      method.kernels.push_back({.name = name + target.suffix,
                                .source = stage.source,
                                .entry = "morphology_window_" + stage.axes,
                                .definitions = stage.definitions});
      method.stages.push_back(launched(target, stage, name, name + target.suffix));
    }
  }
  return method;
}

}  // namespace plumb::morphology
