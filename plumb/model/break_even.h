// plumb/model/break_even.h - from which size on the other device wins.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace plumb {

// `neither`: both take equally long.
enum class Faster { neither, first, second };

struct BreakEven {
  Faster before = Faster::neither;  // at the smallest size
  std::optional<std::uint64_t> at;  // the smallest size found at which that has changed
  Faster after = Faster::neither;   // there; without a change as before
  std::uint64_t changes = 0;        // between the sizes that were tried
};

// `advantage(size)` > 0 where the first device is faster, 0 where neither is. Tries up to 65 sizes
// from `first` to `last`, evenly in their logarithm, then halves the interval of the first change
// down to one. A winner that changes twice between two tries is not noticed.
BreakEven break_even(std::uint64_t first, std::uint64_t last,
                     const std::function<double(std::uint64_t)>& advantage);

}  // namespace plumb
