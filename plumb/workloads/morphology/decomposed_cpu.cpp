// plumb/workloads/morphology/decomposed_cpu.cpp - windows of rows and columns for CPUs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "plumb/workloads/morphology/window_stage.h"

namespace plumb::morphology {
namespace {

// Values of a row that an item takes at once. Along one axis 1 KiB stays in the first cache level;
// where both are taken at once each row is read from memory once: a long piece is prefetched.
std::uint64_t values_in(const Target& target, std::uint64_t bytes) {
  return target.is_real() ? bytes / 4 : bytes;
}
std::uint64_t axis_span(const Target& target) { return values_in(target, 1024); }
std::uint64_t both_span(const Target& target) { return values_in(target, 8192); }

Definitions span_definitions(const Target& target, bool greatest, std::int32_t row_window,
                             std::uint64_t span) {
  Definitions definitions = pixel_definitions(target, greatest);
  definitions.emplace_back("SPAN", std::to_string(span));
  definitions.emplace_back("APART", std::to_string(target.apart()));
  definitions.emplace_back("WINDOW", std::to_string(row_window));
  return definitions;
}

// An item has at least 64 rows, whole windows of them.
WindowStage one_axis(const Target& target, bool greatest, const Window& window) {
  const auto length = static_cast<std::uint64_t>(window.length);
  const std::uint64_t item_rows = pixels::parts(64, length) * length;
  const std::uint64_t columns =
      window.vertical ? pixels::parts(target.image.width * target.apart(), axis_span(target)) : 1;
  return {.axes = window.axis(),
          .source = "morphology/window_cpu.cl",
          .definitions = span_definitions(target, greatest, window.vertical ? 1 : window.length,
                                          axis_span(target)),
          .numbers = {window.length, window.first},
          .first = window.vertical ? window.first : 0,
          .last = window.vertical ? window.first + window.length - 1 : 0,
          .shape = [item_rows, columns](std::uint64_t rows) {
            return Shape{.global = {columns, pixels::parts(rows, item_rows), 1},
                         .numbers = {static_cast<std::int64_t>(item_rows)}};
          }};
}

// Rectangles of up to so many rows and columns are taken in one pass, whose unrolled loops compare
// each value with so many.
constexpr std::int32_t largest_side = 8;

WindowStage both_axes(const Target& target, bool greatest, const Window& row,
                      const Window& column) {
  constexpr std::uint64_t item_rows = 128;
  Definitions definitions = span_definitions(target, greatest, row.length, both_span(target));
  definitions.emplace_back("HEIGHT", std::to_string(column.length));
  const std::uint64_t columns =
      pixels::parts(target.image.width * target.apart(), both_span(target));
  return {
      .axes = "both",
      .source = "morphology/window_both_cpu.cl",
      .definitions = std::move(definitions),
      .numbers = {row.first, column.first},
      .first = column.first,
      .last = column.first + column.length - 1,
      .shape = [columns, apart = static_cast<std::int64_t>(target.apart())](std::uint64_t rows) {
        return Shape{.global = {columns, pixels::parts(rows, item_rows), 1},
                     .numbers = {static_cast<std::int64_t>(item_rows), apart}};
      }};
}

bool is_small(const std::vector<Window>& windows) {
  return windows.size() == 2 && windows.back().length > 1 &&
         std::ranges::all_of(windows, [](const Window& w) { return w.length <= largest_side; });
}

}  // namespace

std::vector<WindowStage> cpu_stages(const Target& target, const Half& half) {
  const std::vector<Window> windows = windows_of(half.element);
  if (is_small(windows)) return {both_axes(target, half.greatest, windows.front(), windows.back())};
  std::vector<WindowStage> stages;
  for (const Window& window : windows) stages.push_back(one_axis(target, half.greatest, window));
  return stages;
}

}  // namespace plumb::morphology
