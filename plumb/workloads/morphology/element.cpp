// plumb/workloads/morphology/element.cpp - shapes of so many points, and what they consist of.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/morphology/element.h"

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::morphology {
namespace {

// The origin is the middle, of an even count the point right of or below it.
Element rectangle(std::int32_t width, std::int32_t height) {
  Element element;
  element.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (std::int32_t x = 0; x < width; ++x)
    for (std::int32_t y = 0; y < height; ++y) element.push_back({x - width / 2, y - height / 2});
  return element;
}

// Of all rectangles of that area the one nearest to a square, lying on its longer side.
Element rectangle_of(std::int32_t points) {
  std::int32_t height = 1;
  for (std::int32_t side = 1; side * side <= points; ++side)
    if (points % side == 0) height = side;
  return rectangle(points / height, height);
}

// The points nearest to the origin of all offsets up to `reach` that `belongs` accepts.
template <class Belongs, class Distance>
Element nearest(std::int32_t points, std::int32_t reach, Belongs belongs, Distance distance) {
  Element candidates;
  for (std::int32_t x = -reach; x <= reach; ++x)
    for (std::int32_t y = -reach; y <= reach; ++y)
      if (belongs(x, y)) candidates.push_back({x, y});
  std::ranges::sort(candidates, {}, [&](const Offset& one) {
    return std::tuple(std::invoke(distance, one), one.x, one.y);
  });
  candidates.resize(static_cast<std::size_t>(points));
  std::ranges::sort(candidates);
  return candidates;
}

Element disc_of(std::int32_t points) {
  std::int32_t reach = 1;
  while (3 * reach * reach < points) ++reach;  // a disc of radius r has more than 3 r^2 points
  const auto squared = [](Offset b) { return b.x * b.x + b.y * b.y; };
  return nearest(points, reach, [](auto, auto) { return true; }, squared);
}

Element cross_of(std::int32_t points) {
  Element element{{0, 0}};
  constexpr std::array<Offset, 4> arms{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  for (std::int32_t i = 1; i < points; ++i) {
    const Offset arm = arms[static_cast<std::size_t>((i - 1) % 4)];
    const std::int32_t distance = (i - 1) / 4 + 1;
    element.push_back({arm.x * distance, arm.y * distance});
  }
  std::ranges::sort(element);
  return element;
}

Element diagonal_of(std::int32_t points) {
  Element element;
  for (std::int32_t i = 0; i < points; ++i) element.push_back({i - points / 2, i - points / 2});
  return element;
}

struct NamedShape {
  std::string_view name;
  Element (*make)(std::int32_t points);
};
constexpr std::array<NamedShape, 6> shapes{{
    {"rectangle", rectangle_of},
    {"cross", cross_of},
    {"disc", disc_of},
    {"line", [](std::int32_t points) { return rectangle(points, 1); }},
    {"column", [](std::int32_t points) { return rectangle(1, points); }},
    {"diagonal", diagonal_of},
}};

struct Sides {
  std::int32_t width = 1;
  std::int32_t height = 1;
};

// "31x17"; nothing where the text is something else. Two passes take rectangles of any area.
std::optional<Sides> named_rectangle(const Settings& settings) {
  const std::string& text = settings.text("element");
  const auto sides = shape_of(text);
  if (!sides || sides->size() != 2) return std::nullopt;
  const std::uint64_t width = sides->front();
  const std::uint64_t height = sides->back();
  const bool is_one_pass = settings.text("variant") != "decomposed";
  const std::uint64_t most = is_one_pass ? most_references : most_decomposed;
  if (width == 0 || height == 0 || width > most_references || height > most_references ||
      width * height > most) {
    throw Error(ErrorKind::input,
                fmt::format("--element {}: a rectangle has 1 to {} points{}", text, most,
                            is_one_pass ? ", with --variant decomposed more" : ""));
  }
  return Sides{static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)};
}

}  // namespace

std::optional<std::string> element_file(const Settings& settings) {
  const std::string& text = settings.text("element");
  if (std::ranges::find(shapes, text, &NamedShape::name) != shapes.end()) return std::nullopt;
  if (named_rectangle(settings)) return std::nullopt;
  return text;
}

Element element_of(const Settings& settings) {
  const std::string& text = settings.text("element");
  const auto shape = std::ranges::find(shapes, text, &NamedShape::name);
  if (shape != shapes.end()) {
    const std::uint64_t points = settings.count("references");
    if (points > most_references) {
      throw Error(ErrorKind::input,
                  fmt::format("--references {}: a shape has at most {} points; --element WxH with "
                              "--variant decomposed takes more",
                              points, most_references));
    }
    return shape->make(static_cast<std::int32_t>(points));
  }
  if (const auto sides = named_rectangle(settings)) return rectangle(sides->width, sides->height);
  return element_from_text(read_text_file(text), text);
}

Element reflected(const Element& element) {
  Element turned;
  turned.reserve(element.size());
  for (auto offset = element.rbegin(); offset != element.rend(); ++offset)
    turned.push_back({-offset->x, -offset->y});
  return turned;
}

Reach reach_of(const Element& element) {
  const auto [west, east] = std::ranges::minmax(element, {}, &Offset::x);
  const auto [north, south] = std::ranges::minmax(element, {}, &Offset::y);
  return {.west = west.x, .east = east.x, .north = north.y, .south = south.y};
}

bool is_rectangle(const Element& element) {
  const Reach reach = reach_of(element);
  const auto area = static_cast<std::int64_t>(reach.east - reach.west + 1) *
                    static_cast<std::int64_t>(reach.south - reach.north + 1);
  return area == static_cast<std::int64_t>(element.size());
}

std::vector<Run> runs_of(const Element& element) {
  std::vector<Run> runs;
  for (const Offset& offset : element) {
    if (!runs.empty() && runs.back().x == offset.x &&
        runs.back().first + runs.back().length == offset.y) {
      ++runs.back().length;
    } else {
      runs.push_back({.x = offset.x, .first = offset.y, .length = 1});
    }
  }
  return runs;
}

}  // namespace plumb::morphology
