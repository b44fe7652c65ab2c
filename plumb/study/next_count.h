// plumb/study/next_count.h - the numbers that a search by predictions tries.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plumb::study {

// 1, 2, 3, 4, 6, 8, 12, ...
constexpr std::uint64_t next_count(std::uint64_t count) {
  if (count == 1) return 2;
  const bool is_power = (count & (count - 1)) == 0;
  return is_power ? count + count / 2 : count + count / 3;
}

}  // namespace plumb::study
