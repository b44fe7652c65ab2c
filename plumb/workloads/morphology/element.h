// plumb/workloads/morphology/element.h - structuring elements: shapes, files of offsets, their
// runs.
//
// Erosion takes the minimum over p + b for the offsets b of the element, dilation the maximum over
// p - b: so opening never raises and closing never lowers a point. Points outside the image do not
// take part.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/workloads/settings.h"

namespace plumb::morphology {

struct Offset {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend auto operator<=>(const Offset&, const Offset&) = default;
};

// Sorted by column, then by row; no offset twice, at least one.
using Element = std::vector<Offset>;

inline constexpr std::uint64_t most_references = 1U << 16U;
inline constexpr std::uint64_t most_decomposed = 1U << 24U;  // of a rectangle in two passes

// The element of settings "element" and "references": a shape of so many points, a rectangle as
// WxH, or a file. Refuses (input error) more than `most_references` points, of a rectangle that is
// decomposed more than `most_decomposed`.
Element element_of(const Settings& settings);

// A file of offsets, "x y" on each line; # starts a comment. A mistake is an input error with
// file:line:column.
Element element_from_text(std::string_view text, const std::string& name);

// The file that the setting names; absent for a shape.
std::optional<std::string> element_file(const Settings& settings);

// Every offset turned around: that of a dilation.
Element reflected(const Element& element);

struct Reach {
  std::int32_t west = 0;  // least and greatest offsets
  std::int32_t east = 0;
  std::int32_t north = 0;
  std::int32_t south = 0;
};
Reach reach_of(const Element& element);

// Whether it is a whole rectangle: minima over it are minima over rows of minima over columns.
bool is_rectangle(const Element& element);

// Consecutive offsets of a column.
struct Run {
  std::int32_t x = 0;
  std::int32_t first = 0;  // row
  std::int32_t length = 0;
};
std::vector<Run> runs_of(const Element& element);

}  // namespace plumb::morphology
