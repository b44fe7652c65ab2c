// plumb/probe/latency.cpp - how long a load takes, level by level, and what translation adds.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/probe/chain.h"
#include "plumb/probe/levels.h"
#include "plumb/probe/probes.h"

namespace plumb {
namespace {

constexpr std::uint64_t first_footprint = 4U << 10U;
constexpr std::uint64_t gpu_page = 2U << 20U;

// The footprints that fit: dense up to where caches end, coarse beyond.
std::vector<std::uint64_t> footprints(const Probing& probing, std::uint64_t largest) {
  const std::uint64_t line = line_of(probing.info());
  const bool full = probing.options().full;
  // The caches of a processor lie octaves apart, and a quick probe has a minute.
  const unsigned fine = probing.on_cpu() && !full ? 6 : 8;
  // No cache is larger, and what lies beyond takes a CPU longest.
  const std::uint64_t fine_until = !probing.on_cpu() ? 128U << 20U : (full ? 64U : 16U) << 20U;
  std::vector<std::uint64_t> all =
      log_spaced(first_footprint, std::min(fine_until, largest), fine, line);
  if (largest > fine_until) {
    // A lap through gigabytes takes a CPU many seconds, and there are no more levels to find.
    const unsigned per_octave = full != probing.on_cpu() ? 4 : 1;
    const std::uint64_t first = full ? 2 * fine_until : fine_until;
    for (const std::uint64_t more : log_spaced(first, largest, per_octave, line))
      if (more > all.back()) all.push_back(more);
  }
  return all;
}

std::uint64_t largest_footprint(Probing& probing) {
  const std::uint64_t quick = probing.on_cpu() ? 64U << 20U : 1U << 30U;
  probing.require_room(Bytes{first_footprint} + chain_position);
  const std::uint64_t room = probing.most_memory().count - chain_position.count;
  const std::uint64_t wanted = probing.options().full ? room : quick;
  const std::uint64_t possible = std::min(room, probing.info().largest_allocation.count);
  if (wanted > possible)
    probing.skip("latency beyond " + to_text(Bytes{possible}),
                 "the device does not allocate more at once, or --max-memory forbids it");
  return std::min(wanted, possible) / 4096 * 4096;
}

// Where each level's own samples stand: those of the point in the middle of its plateau.
// A shoulder has no value of its own: its interval is what lies a quarter of an octave around it.
Quantity level_time(const Curve& curve, const Level& level) {
  if (level.shoulder)
    return between(level.value, curve.points[level.first - 2].y.value,
                   curve.points[level.first + 2].y.value, "s");
  Quantity time = curve.points[(level.first + level.last) / 2].y;
  time.value = level.value;
  time.low = std::min(time.low, level.value);
  time.high = std::max(time.high, level.value);
  return time;
}

Quantity capacity_of(const Curve& curve, const Level& level) {
  if (!level.shoulder) return exactly(level.capacity, "B");
  return between(level.capacity, curve.points[level.first].x, level.capacity, "B");
}

void add_levels(Probing& probing, const Curve& curve, const std::vector<Level>& levels) {
  const double clock = probing.info().clock.value;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const bool last = i + 1 == levels.size();
    const std::string name = last ? "latency.memory" : fmt::format("latency.level{}", i + 1);
    const Quantity time = level_time(curve, levels[i]);
    probing.add(name + ".time", time, "dependent loads along a random chain, level by its plateau");
    if (clock > 0 && !probing.on_cpu())  // PoCL does not know it
      probing.add(name + ".cycles", scaled(time, clock, "cycles"),
                  "time of the level by the clock that the driver reports");
    if (!last)
      probing.add(fmt::format("capacity.level{}", i + 1), capacity_of(curve, levels[i]),
                  "footprint at a third of the step to the next level");
  }
}

Curve latency_curve(Probing& probing, Chain& chain, std::uint64_t largest) {
  Curve curve{.name = "latency.random", .x_name = "footprint", .x_unit = "B", .points = {}};
  const std::vector<std::uint64_t> all = footprints(probing, largest);
  probing.expect_points(all.size());
  for (const std::uint64_t footprint : all) {
    probing.options().progress(fmt::format("latency over {}", to_text(Bytes{footprint})));
    chain.build(dense_chain(probing.info(), footprint));
    curve.points.push_back({.x = static_cast<double>(footprint), .y = chain.hop_time()});
  }
  return curve;
}

// What one line per page costs beyond the same number of lines packed together: translation alone.
Curve translation_curve(Probing& probing, Chain& chain, std::uint64_t largest, std::uint64_t page) {
  Curve curve{.name = "latency.translation", .x_name = "span", .x_unit = "B", .points = {}};
  const std::uint64_t line = line_of(probing.info());
  unsigned per_octave = probing.options().full ? 4 : 2;
  if (probing.options().full && !probing.on_cpu()) per_octave = 12;
  double base = 0;
  const std::vector<std::uint64_t> all = log_spaced(16, largest / page - 1, per_octave, 1);
  probing.expect_points(2 * all.size());
  for (const std::uint64_t pages : all) {
    probing.options().progress(fmt::format("translation of {} pages", pages));
    chain.build(dense_chain(probing.info(), pages * line));
    const double packed = chain.hop_time(Through::shared_caches).value;
    if (base == 0) base = packed;
    chain.build(paged_chain(probing.info(), pages, page));
    const Quantity spread = chain.hop_time(Through::shared_caches);
    curve.points.push_back({.x = static_cast<double>(pages * page),
                            .y = transformed(spread, "s", [&](double seconds) {
                              return std::max(seconds - packed + base, base / 2);
                            })});
  }
  return curve;
}

// A knee is known no better than the points lie apart.
Quantity reach_of(const Curve& curve, double knee) {
  Quantity reach = exactly(knee, "B");
  for (const CurvePoint& point : curve.points) {
    if (point.x <= knee) reach.low = point.x;
    if (point.x >= knee) {
      reach.high = point.x;
      break;
    }
  }
  return reach;
}

void add_translation(Probing& probing, const Curve& curve) {
  const std::vector<Level> levels =
      find_levels(curve.points, {.change_per_octave = 0.10, .least_step = 0.08, .least_points = 3});
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i].capacity == 0) break;
    const double beyond = i + 1 < levels.size() ? levels[i + 1].value : curve.points.back().y.value;
    if (beyond <= levels[i].value) {
      probing.skip(fmt::format("translation beyond level {}", i + 1),
                   "the time falls behind its reach: the machine is too busy");
      break;
    }
    probing.add(fmt::format("translation.level{}.reach", i + 1),
                reach_of(curve, levels[i].capacity),
                "one line per page against as many lines packed together");
    probing.add(fmt::format("translation.level{}.penalty", i + 1),
                exactly(beyond - levels[i].value, "s"), "step of that curve behind the reach");
  }
}

void probe_caches(Probing& probing, std::uint64_t largest) {
  const auto memory = probing.allocate(Bytes{largest});
  Chain chain(probing, *memory);
  Curve curve = latency_curve(probing, chain, largest);
  // A CPU's levels lie factors apart, and its pages in random places let the curve creep inside
  // one.
  LevelRule rule{.end_above = 2};
  if (probing.on_cpu()) rule.least_step = 0.35;
  add_levels(probing, curve, find_levels(curve.points, rule));
  probing.add(std::move(curve));
}

void probe_translation(Probing& probing, std::uint64_t largest) {
  if (!probing.on_cpu() && !probing.options().full) {
    probing.skip("latency.translation",
                 "a GPU's reaches further than the quick probe walks; --full");
    return;
  }
  const std::uint64_t page =
      probing.on_cpu() ? static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : gpu_page;
  if (largest / page < 64) {
    probing.skip("latency.translation",
                 "too little memory for 64 pages of " + to_text(Bytes{page}));
    return;
  }
  const auto memory = probing.allocate(Bytes{largest});
  Chain chain(probing, *memory);
  Curve curve = translation_curve(probing, chain, largest, page);
  add_translation(probing, curve);
  probing.add(std::move(curve));
}

}  // namespace

void probe_latency(Probing& probing) {
  const std::uint64_t largest = largest_footprint(probing);
  probe_caches(probing, largest);
  probe_translation(probing, largest);
}

}  // namespace plumb
