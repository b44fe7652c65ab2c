// plumb/probe/transfer.cpp - moving data between host and device: each way, both ways, and beside
// other work.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>

#include "plumb/base/statistics.h"
#include "plumb/probe/copies.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/segments.h"

namespace plumb {
namespace {

enum class Way { in, out };
enum class HostKind { pinned, pageable };

std::string name_of(Way way) { return way == Way::in ? "in" : "out"; }
std::string name_of(HostKind kind) { return kind == HostKind::pinned ? "pinned" : "pageable"; }

// Smaller ones show the latency alone, and the fit takes several sizes.
constexpr std::uint64_t least_transfer = 4U << 10U;

// Host memory of both kinds, filled alike, and as much on the device.
struct Ends {
  ProbeBuffer buffer;
  std::unique_ptr<device::HostMemory> pinned;
  std::vector<std::byte> pageable;

  std::span<std::byte> host(HostKind kind, std::uint64_t bytes) {
    return (kind == HostKind::pinned ? pinned->bytes() : std::span(pageable)).first(bytes);
  }
};

// What links compress and caches share they cannot guess.
void fill_random(std::span<std::byte> bytes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
    const std::uint64_t word = random();
    std::copy_n(reinterpret_cast<const std::byte*>(&word), 8, bytes.data() + i);
  }
}

Ends make_ends(Probing& probing, std::uint64_t most) {
  Ends ends{.buffer = probing.allocate(Bytes{most}),
            .pinned = probing.device().allocate_host(Bytes{most}),
            .pageable = std::vector<std::byte>(most)};
  fill_random(ends.pinned->bytes(), 1);
  std::ranges::copy(ends.pinned->bytes(), ends.pageable.begin());
  return ends;
}

void move(device::Queue& queue, Ends& ends, Way way, HostKind kind, std::uint64_t bytes) {
  if (way == Way::in) {
    queue.write(*ends.buffer, {}, ends.host(kind, bytes));
  } else {
    queue.read(ends.host(kind, bytes), *ends.buffer, {});
  }
}

Curve transfer_curve(Probing& probing, Ends& ends, Way way, HostKind kind) {
  const std::string name = fmt::format("transfer.{}.{}", name_of(way), name_of(kind));
  Curve curve{.name = name, .x_name = "bytes", .x_unit = "B", .points = {}};
  const std::uint64_t most = ends.buffer->size().count;
  const std::uint64_t factor = probing.options().full ? 2 : 4;
  for (std::uint64_t bytes = 4; bytes <= most; bytes *= factor) {
    probing.options().progress(fmt::format("{}: {}", name, to_text(Bytes{bytes})));
    curve.points.push_back({.x = static_cast<double>(bytes), .y = probing.host_time([&] {
                              move(probing.queue(), ends, way, kind, bytes);
                            })});
  }
  return curve;
}

double rate(const Segment& segment) {
  return segment.seconds_per_byte > 0 ? 1 / segment.seconds_per_byte : 0;
}

// The fit to one quantile of the times of the `last` sizes.
std::vector<Segment> fitted(const Curve& curve, double fraction, std::size_t last) {
  std::vector<double> bytes;
  std::vector<double> seconds;
  for (const CurvePoint& point : std::span(curve.points).last(last)) {
    bytes.push_back(point.x);
    seconds.push_back(quantile(point.y.samples, fraction));
  }
  return fit_segments(bytes, seconds);
}

// Of large transfers alone: small ones often have another way, and one line through all would bend.
Quantity bandwidth_of(const Curve& curve) {
  const auto at = [&](double fraction) { return rate(fitted(curve, fraction, 3).front()); };
  return between(at(0.5), at(0.25), at(0.75), "B/s");
}

void add_fit(Probing& probing, const Curve& curve) {
  const std::size_t all = curve.points.size();
  const std::vector<Segment> segments = fitted(curve, 0.5, all);
  const std::vector<Segment> fastest = fitted(curve, 0.25, all);
  const std::vector<Segment> slowest = fitted(curve, 0.75, all);
  probing.add(curve.name + ".latency",
              between(time_of(segments, 0), time_of(fastest, 0) - wait_differs,
                      time_of(slowest, 0) + wait_differs, "s"),
              "T(n) = max_k(a_k + n / B_k) at n = 0, host clock");
  probing.add(curve.name + ".bandwidth", bandwidth_of(curve),
              "B of T(n) = a + n / B over the three largest sizes");
  for (std::size_t k = 0; k < segments.size(); ++k) {
    const std::string name = fmt::format("{}.segment{}", curve.name, k + 1);
    // Fits with as many segments can be compared; where noise changes their number, none is sure.
    const bool alike = fastest.size() == segments.size() && slowest.size() == segments.size();
    const Segment& low = alike ? fastest[k] : Segment{};
    const Segment& high = alike ? slowest[k] : Segment{};
    probing.add(
        name + ".latency",
        between(segments[k].latency, low.latency - wait_differs, high.latency + wait_differs, "s"),
        "a_k of that fit");
    if (segments[k].seconds_per_byte == 0) continue;  // flat: any size takes as long
    probing.add(name + ".bandwidth", between(rate(segments[k]), rate(low), rate(high), "B/s"),
                "B_k of that fit");
  }
}

// Both directions at once, each on its own queue.
void add_both_ways(Probing& probing, Ends& ends) {
  const std::uint64_t bytes = ends.buffer->size().count;
  const auto other = probing.device().queue();
  const auto second = probing.allocate(Bytes{bytes});
  const auto target = probing.device().allocate_host(Bytes{bytes});
  const auto once = [&](bool in, bool out) {
    return probing.host_time([&] {
      if (in) probing.queue().write(*ends.buffer, {}, ends.pinned->bytes());
      if (out) other->read(target->bytes(), *second, {});
      other->wait();
    });
  };
  const Quantity alone_in = once(true, false);
  const Quantity alone_out = once(false, true);
  const Quantity both = once(true, true);
  probing.add("transfer.both.bandwidth", rate_of(2 * static_cast<double>(bytes), both, "B/s"),
              "in and out at once on two queues, pinned; both directions counted");
  const double apart = alone_in.value + alone_out.value;
  probing.add(
      "transfer.both.gain", transformed(both, "1", [&](double seconds) { return apart / seconds; }),
      "time of both one after the other over the time of both at once: 2 with two copy engines");
}

void add_constant(Probing& probing, Ends& ends) {
  const std::uint64_t bytes = ends.buffer->size().count;
  const auto moved = [&](Way way) {
    return probing.host_time([&] { move(probing.queue(), ends, way, HostKind::pinned, bytes); });
  };
  const Quantity random_in = moved(Way::in);
  const Quantity random_out = moved(Way::out);
  std::ranges::fill(ends.pinned->bytes(), std::byte{0});
  const Quantity constant_in = moved(Way::in);
  const Quantity constant_out = moved(Way::out);
  probing.add(
      "transfer.in.constant_gain",
      transformed(constant_in, "1", [&](double seconds) { return random_in.value / seconds; }),
      "time of random over time of constant data, pinned");
  probing.add(
      "transfer.out.constant_gain",
      transformed(constant_out, "1", [&](double seconds) { return random_out.value / seconds; }),
      "time of random over time of constant data, pinned");
}

}  // namespace

void probe_transfer(Probing& probing) {
  const std::uint64_t wanted = probing.options().full ? 1U << 30U : 64U << 20U;
  std::uint64_t most = 4;
  while (most * 2 <= std::min({wanted, probing.most_memory().count / 4,
                               probing.info().largest_allocation.count}))
    most *= 2;
  require_arrays_of(least_transfer, most);
  if (most < wanted) probing.skip("transfer beyond " + to_text(Bytes{most}), "too little memory");
  Ends ends = make_ends(probing, most);
  for (const HostKind kind : {HostKind::pinned, HostKind::pageable}) {
    for (const Way way : {Way::in, Way::out}) {
      Curve curve = transfer_curve(probing, ends, way, kind);
      add_fit(probing, curve);
      probing.add(std::move(curve));
    }
  }
  add_both_ways(probing, ends);
  add_constant(probing, ends);
}

}  // namespace plumb
