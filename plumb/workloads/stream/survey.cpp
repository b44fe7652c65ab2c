// plumb/workloads/stream/survey.cpp - what a survey runs: all operations over three arrays.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/stream/stream.h"

namespace plumb::stream {
namespace {

NamedTexts three_arrays(Bytes data, std::uint64_t bytes, const char* precision,
                        const DeviceTraits& device) {
  const std::uint64_t elements = std::max<std::uint64_t>(data.count / (3 * bytes), 64);
  NamedTexts point{{"elements", std::to_string(elements)}, {"precision", precision}};
  if (device.kind != DeviceKind::cpu || device.compute_units == 0) return point;
  // Every core has some chunks, also of arrays that lie in a cache.
  constexpr std::uint64_t chunks_per_unit = 4;
  const std::uint64_t share = elements / (chunks_per_unit * device.compute_units);
  point.emplace_back("chunk", std::to_string(std::clamp<std::uint64_t>(share, 1024, 65536)));
  return point;
}

}  // namespace

std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits& device) {
  std::vector<NamedTexts> points{three_arrays(data, 4, "f32", device)};
  if (device.doubles) points.push_back(three_arrays(data, 8, "f64", device));
  return points;
}

}  // namespace plumb::stream
