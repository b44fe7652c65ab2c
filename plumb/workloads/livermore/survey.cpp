// plumb/workloads/livermore/survey.cpp - what a survey runs: one kernel for each way in which steps
// depend on each other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/livermore.h"
#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {

std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device) {
  // No dependence; a sum; each step needs the one before.
  constexpr unsigned kernels[] = {7, 3, 5};
  constexpr std::uint64_t long_arrays = 3;     // about as many as these kernels have
  constexpr std::uint64_t most = 1ULL << 23U;  // the host makes the data in their original order
  const std::uint64_t element = device.doubles ? 8 : 4;
  const std::uint64_t elements =
      std::clamp<std::uint64_t>(data.count / (long_arrays * element), 64, most);
  std::vector<NamedTexts> points;
  for (const unsigned kernel : kernels) {
    points.push_back({{"kernel", std::to_string(kernel)},
                      {"span", std::to_string(span_of_points(kernel, elements))},
                      {"precision", device.doubles ? "f64" : "f32"}});
  }
  return points;
}

}  // namespace plumb::livermore
