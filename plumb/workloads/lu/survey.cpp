// plumb/workloads/lu/survey.cpp - what a survey runs: a matrix of that many bytes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/workloads/lu/lu.h"

namespace plumb::lu {

std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits&) {
  constexpr std::uint64_t step = 64;  // whole panels
  const auto size = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(data.count) / 4));
  return {{{"size", std::to_string(std::clamp<std::uint64_t>(size / step * step, step, 65536))}}};
}

}  // namespace plumb::lu
