// plumb/probe/overlap.cpp - the corner between memory and arithmetic: what a load costs in
// operations, and how sharp the corner is.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/probe/copies.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/overlap_exponent.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/slices.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint64_t least_computed_array = 4U << 10U;

Curve intensity_curve(Probing& probing, std::uint64_t bytes) {
  const bool cpu = probing.on_cpu();
  const auto kernel = probing
                          .module("probe/intensity.cl", with_slices(embedded::probe_intensity_cl()),
                                  {{"WIDE", cpu ? "0" : "1"}})
                          .kernel("probe_intensity");
  const auto array = probing.allocate(Bytes{bytes});
  const auto out = probing.allocate(Bytes{bytes / 4});
  const std::vector<float> values(bytes / 4, 1.25F);
  probing.queue().write(*array, {}, std::as_bytes(std::span(values)));
  probing.queue().wait();
  const std::uint64_t n = bytes / vector_bytes;
  const device::Launch shape =
      cpu ? grid(16 * probing.info().compute_units, 1) : grid((n + 255) / 256, 256);
  Curve curve{.name = "overlap.time", .x_name = "fma per word", .x_unit = "1", .points = {}};
  const auto add = [&](std::uint64_t steps) {
    probing.options().progress(fmt::format("overlap with {} fma per word", steps));
    const device::Argument arguments[] = {array.get(),   out.get(), scalar(1.0F), scalar(0.5F),
                                          scalar(-1.0F), scalar(n), scalar(steps)};
    curve.points.push_back({.x = static_cast<double>(steps), .y = probing.device_time([&] {
                              probing.queue().launch(*kernel, shape, arguments);
                            })});
  };
  add(0);
  const std::uint64_t most = probing.options().brief ? 4 : (probing.on_cpu() ? 128 : 512);
  for (std::uint64_t steps = 1; steps <= most; steps *= 2) add(steps);
  return curve;
}

}  // namespace

void probe_overlap(Probing& probing) {
  const std::uint64_t wanted = probing.on_cpu() ? 64U << 20U : 512U << 20U;
  const std::uint64_t bytes =
      std::min({wanted, probing.most_memory().count / 4, probing.info().largest_allocation.count}) /
      least_computed_array * least_computed_array;
  require_arrays_of(least_computed_array, bytes);
  Curve curve = intensity_curve(probing, bytes);
  const std::vector<CurvePoint>& points = curve.points;
  const double memory = points.front().y.value;
  // Far right of the corner the time is that of the arithmetic: its slope is the cost of a step.
  const CurvePoint& last = points.back();
  const CurvePoint& before = points[points.size() - 2];
  const double step = (last.y.value - before.y.value) / (last.x - before.x);
  if (!(step > 0))
    throw Error(ErrorKind::unreliable,
                "more arithmetic took no more time: the machine is too busy");
  probing.add("overlap.load_cost",
              transformed(points.front().y, "1", [&](double seconds) { return seconds / step; }),
              "fma operations in the time of one streamed 4-byte load, whole device");
  const CurvePoint* corner = nullptr;  // where both take most nearly alike
  const auto distance = [&](const CurvePoint& point) {
    return std::abs(std::log(point.x * step / memory));
  };
  for (const CurvePoint& point : points) {
    if (point.x > 0 && (corner == nullptr || distance(point) < distance(*corner))) corner = &point;
  }
  if (distance(*corner) > std::log(2.0)) {
    probing.skip("overlap.exponent",
                 "the sweep has no point where memory and arithmetic take alike");
  } else {
    probing.add("overlap.exponent",
                transformed(corner->y, "1",
                            [&](double seconds) {
                              return overlap_exponent(memory, corner->x * step, seconds);
                            }),
                "p of (T_memory^p + T_arithmetic^p)^(1/p) at the corner of the sweep");
  }
  probing.add(std::move(curve));
}

}  // namespace plumb
