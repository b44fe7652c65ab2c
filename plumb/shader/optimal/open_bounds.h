// plumb/shader/optimal/open_bounds.h - what a search for cuts left open, and why.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <string>

namespace plumb::shader {

// There may be cuts with so few fragment slots, by the reason why they were not looked at or taken.
struct OpenBounds {
  static constexpr int none = std::numeric_limits<int>::max();
  int search = none;  // it stopped early
  int layout = none;  // no layout or code was found for them
  int cost = none;    // they cost more in all

  void join(const OpenBounds& other) {
    search = std::min(search, other.search);
    layout = std::min(layout, other.layout);
    cost = std::min(cost, other.cost);
  }

  // "search", "layout" or "cost": why a cut with fewer slots than these may exist; empty: none
  // does.
  [[nodiscard]] std::string reason_below(int slots) const {
    if (search < slots) return "search";
    if (layout < slots) return "layout";
    return cost < slots ? "cost" : "";
  }
};

}  // namespace plumb::shader
