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
  Faster before = Faster::neither;  // at the smallest size that is accepted
  std::optional<std::uint64_t> at;  // the smallest size found at which that has changed
  Faster after = Faster::neither;   // there; without a change as before
  std::uint64_t changes = 0;        // between the sizes that were tried
  std::uint64_t below = 0;          // the last accepted size below `at`; without a change 0
  std::uint64_t accepted = 0;       // sizes that were tried
  std::uint64_t refused = 0;
};

// `advantage(size)` > 0 where the first device is faster, 0 where neither is, absent where the
// program does not take such a size. Tries up to 65 sizes from `first` to `last`, evenly in their
// logarithm, then halves the interval of the first change down to one. A winner that changes twice
// between two tries is not noticed. In place of a size that is refused others between its
// neighbours are tried: those around it, multiples of powers of two, among them these powers, and
// multiples of powers of ten. Where all are refused, `accepted` is 0.
BreakEven break_even(std::uint64_t first, std::uint64_t last,
                     const std::function<std::optional<double>(std::uint64_t)>& advantage);

}  // namespace plumb
