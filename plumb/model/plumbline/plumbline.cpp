// plumb/model/plumbline/plumbline.cpp - the terms of a launch and of a transfer, put together.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/plumbline.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

// (a^p + b^p)^(1/p): 1 is one after the other, infinity is the longer of the two.
double joined(double a, double b, double exponent) {
  if (a <= 0 || b <= 0) return std::max(a, b);
  const double longer = std::max(a, b);
  return longer * std::pow(1 + std::pow(std::min(a, b) / longer, exponent), 1 / exponent);
}

double value_or(const Profile& profile, std::string_view name, double otherwise) {
  const Finding* found = finding_named(profile, name);
  return found == nullptr ? otherwise : found->value.value;
}

TimeCurve transfer_curve(const Profile& profile, std::string_view way) {
  const Curve* curve = curve_named(profile, fmt::format("transfer.{}.pinned", way));
  return curve == nullptr ? TimeCurve() : TimeCurve(*curve);
}

}  // namespace

Plumbline::Plumbline(const Profile& profile)
    : profile_(&profile),
      elements_(profile),
      patterns_(profile),
      arithmetic_(profile),
      in_(transfer_curve(profile, "in")),
      out_(transfer_curve(profile, "out")),
      mix_(std::max(1.0, value_or(profile, "mix.exponent", 1))),
      overlap_(std::max(1.0, value_or(profile, "overlap.exponent", 1))) {}

double Plumbline::required(std::string_view parameter, std::string_view probe) const {
  const Finding* found = finding_named(*profile_, parameter);
  if (found == nullptr)
    refuse_missing(*profile_, fmt::format("{} (plumb probe --only {})", parameter, probe), name());
  return found->value.value;
}

double Plumbline::reused_seconds(double bytes) const {
  if (bytes <= 0) return 0;
  return bytes / required("bandwidth.private.read.level1", "bandwidth");
}

LaunchCost Plumbline::launch(const Launch& launch, bool recorded) const {
  const Pass& pass = launch.pass;
  const auto items = static_cast<double>(items_of(launch));
  if (!elements_.is_known())
    refuse_missing(*profile_, "curves elements.* (plumb probe --only elements)", name());
  const Traffic traffic = traffic_of(pass);
  double moved = elements_.seconds(traffic, items);
  for (const Access& access : pass.accesses)
    moved += patterns_.seconds(access, static_cast<double>(pass.points));
  const double memory = joined(moved, reused_seconds(traffic.reused), mix_);
  const double computed = arithmetic_.seconds(pass, items);
  // The least launch between two marks is all start; a queue has a gap between two kernels instead.
  const double start = std::min(moved, elements_.least());
  const double gap =
      recorded ? required("launch.batch", "launch") : required("launch.gap", "launch");
  const double call = recorded ? 0 : required("launch.same", "launch");
  return {.device = {.time = Seconds{gap + joined(memory - start, computed, overlap_)},
                     .movement = Seconds{memory - start},
                     .latency = Seconds{gap},
                     .arithmetic = Seconds{computed}},
          .call = Seconds{call}};
}

Seconds Plumbline::start() const {
  return Seconds{std::max(0.0, elements_.least() - required("launch.gap", "launch"))};
}

std::optional<Cost> Plumbline::transfer(Direction direction, Bytes amount) const {
  const auto bytes = static_cast<double>(amount.count);
  if (direction == Direction::within) {
    const double rate = required("bandwidth.memory.driver_copy", "bandwidth");
    const Seconds time{required("launch.gap", "launch") + 2 * bytes / rate};
    return Cost{.time = time, .movement = time};
  }
  const TimeCurve& curve = direction == Direction::in ? in_ : out_;
  if (curve.empty())
    refuse_missing(*profile_,
                   fmt::format("curve transfer.{}.pinned (plumb probe --only transfer)",
                               direction == Direction::in ? "in" : "out"),
                   name());
  const double least = curve.at(0);
  const double time = curve.at(bytes);
  return Cost{.time = Seconds{time},
              .movement = Seconds{time - std::min(least, time)},
              .latency = Seconds{std::min(least, time)}};
}

}  // namespace plumb
