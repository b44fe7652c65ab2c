// plumb/workloads/livermore/programs/map.cpp - launches over rows and planes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/programs/map.h"

#include <algorithm>

namespace plumb::livermore {
namespace {

void append(std::vector<Argument>& arguments, const std::vector<Argument>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

// A CPU's item takes fewer iterations where one has many words: a launch has enough items then to
// share them evenly.
std::uint64_t chunk_of(const Parts& parts, const Map& map) {
  constexpr double many_words = 10;
  return map.words > many_words ? std::max<std::uint64_t>(1, parts.chunk() / 8) : parts.chunk();
}

}  // namespace

Work row_map(const Parts& parts, const Map& map, std::uint64_t n,
             const std::vector<Argument>& between) {
  const std::uint64_t chunk = chunk_of(parts, map);
  Work work{.step = step_of(map.entry),
            .source = map.source,
            .entry = map.entry,
            .items = {std::max<std::uint64_t>(1, (n + chunk - 1) / chunk), 1, 1},
            .arguments = Parts::arguments(map.buffers, parts.reals(map.scalars)),
            .demands = {.points = n,
                        .words = map.words,
                        .flops = map.flops,
                        .written = map.written,
                        .operations = map.operations}};
  append(work.arguments, between);
  append(work.arguments, {Parts::count(n), Parts::count(chunk)});
  return work;
}

void build_plain_map(Parts& parts, const Map& map) {
  const bool own_exp = parts.on_cpu() && parts.scalar() == Scalar::f64;
  parts.arrays(map.buffers);
  Work work = row_map(parts, map, parts.n());
  work.definitions = {{"OWN_EXP", own_exp ? "1" : "0"}};
  parts.add(work);
}

Work column_map(const Parts& parts, const Map& map) {
  const std::uint64_t n = parts.n();
  return {
      .step = step_of(map.entry),
      .source = map.source,
      .entry = map.entry,
      .items = {parts.items(n - 1), 1, 1},
      .group = parts.on_cpu() ? 1U : 128U,
      .arguments = Parts::arguments(map.buffers, {Parts::count(parts.size().l2), Parts::count(n)}),
      .demands = {5 * (n - 1), map.words, map.flops, Pattern::neighbourhood, map.written}};
}

Work plane_map(const Parts& parts, const Map& map, std::uint64_t columns) {
  Work work = column_map(parts, map);
  work.items[1] = columns;
  if (!parts.on_cpu()) work.group = 256;
  work.arguments.push_back(Parts::count(parts.chunk()));
  return work;
}

}  // namespace plumb::livermore
