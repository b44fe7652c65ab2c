// plumb/model/launch_memo.h - what models said of launches that come again.
//
// A program may have millions of launches, most of which are like one before: the levels of a tree,
// column after column. What comes a second time is kept, until another takes its place; programs
// whose launches all differ pay next to nothing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "plumb/model/model.h"

namespace plumb {

class LaunchMemo {
 public:
  // By the number of the model; absent where it was not asked.
  using Costs = std::vector<std::optional<LaunchCost>>;

  explicit LaunchMemo(std::size_t models) : once_(models) {}

  // Of launches with the same numbers; valid until the next call.
  Costs& of(const Launch& launch, bool recorded);

 private:
  struct Entry {
    Launch launch;  // of its arguments, images and local memory alone
    bool recorded = false;
    Costs costs;
  };

  struct Place {
    std::uint64_t hash = 0;   // of the launch that came last
    std::uint32_t entry = 0;  // its number in `entries_` plus 1; 0: none came twice
  };
  Costs& forgotten();

  std::array<Place, 256> places_{};
  std::vector<Entry> entries_;
  Costs once_;  // of a launch that is not kept
};

}  // namespace plumb
