// bench/compared.h - two things measured in turn, round by round: medians and the ratio.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/base/statistics.h"
#include "plumb/report/table.h"

namespace plumb::bench {

// Each over each of the same round, so that what disturbs a round cancels.
inline Summary ratio_of(const std::vector<double>& above, const std::vector<double>& below) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < above.size(); ++round)
    ratios.push_back(above[round] / below[round]);
  return summarize(ratios);
}

// Median, low and high as three cells.
inline void add_ratio(std::vector<Cell>& row, const Summary& ratio, int decimals) {
  for (const double value : {ratio.median, ratio.interval.low, ratio.interval.high})
    row.emplace_back(fixed(value, decimals));
}

// A rival and the device.
struct Compared {
  std::vector<double> native;
  std::vector<double> device;

  void add(double of_native, double of_device) {
    native.push_back(of_native);
    device.push_back(of_device);
  }
};

}  // namespace plumb::bench
