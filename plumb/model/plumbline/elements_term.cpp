// plumb/model/plumbline/elements_term.cpp - reading between the curves of the probe `elements`.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/plumbline/elements_term.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace plumb {
namespace {

// Straight between two estimates; they come from one probe and err together.
Estimate between(const Estimate& a, const Estimate& b, double towards) {
  return {a.seconds + towards * (b.seconds - a.seconds),
          a.spread + towards * (b.spread - a.spread)};
}

}  // namespace

ElementsTerm::ElementsTerm(const Profile& profile)
    : is_cpu_(profile.provenance.device.kind == "cpu") {
  for (const int width : {4, 8, 16}) {
    Shares shares{.log_width = std::log2(width), .share = {}, .time = {}};
    for (const int reads : {0, 1, 2, 4, 8}) {
      const Curve* curve = curve_named(profile, fmt::format("elements.r{}w1.{}B", reads, width));
      if (curve == nullptr) continue;
      TimeCurve time(*curve);
      if (time.empty()) continue;
      shares.share.push_back(1.0 / (reads + 1));
      shares.time.push_back(std::move(time));
    }
    if (!shares.share.empty()) widths_.push_back(std::move(shares));
  }
}

Estimate ElementsTerm::at(const Shares& shares, double share, double bytes, double log_bytes) {
  std::size_t i = 0;
  while (i + 1 < shares.share.size() && shares.share[i + 1] >= share) ++i;
  if (share >= shares.share[i] || i + 1 == shares.share.size())
    return shares.time[i].estimate(bytes, log_bytes);
  const double towards = (shares.share[i] - share) / (shares.share[i] - shares.share[i + 1]);
  return between(shares.time[i].estimate(bytes, log_bytes),
                 shares.time[i + 1].estimate(bytes, log_bytes), towards);
}

// Of work-items that move next to nothing: a word written, or one read and written.
Estimate ElementsTerm::of_items(const Traffic& traffic, double items) const {
  const Shares& narrow = widths_.front();
  const double word = std::exp2(narrow.log_width);
  const auto moving = [&](std::size_t i) {
    return narrow.time[i].estimate(word / narrow.share[i] * items);
  };
  const Estimate written = moving(0);
  if (traffic.read <= 0 || narrow.share.size() < 2) return written;
  const Estimate both = moving(1);
  const double apart = std::abs(both.seconds - written.seconds) / 2;
  return {(written.seconds + both.seconds) / 2, std::hypot(both.spread, apart)};
}

Estimate ElementsTerm::estimate(const Traffic& traffic, double items) const {
  const Estimate moved = of_bytes(traffic, items);
  if (is_cpu_ || traffic.moved() <= 0) return moved;
  const Estimate least = of_items(traffic, items);
  return least.seconds > moved.seconds ? least : moved;
}

Estimate ElementsTerm::of_bytes(const Traffic& traffic, double items) const {
  const double bytes = traffic.moved();
  const double least = widths_.front().share.back();
  const double share = bytes > 0 ? std::max(traffic.written / bytes, least) : least;
  const double width = std::log2(std::max(1.0, bytes / items * share));
  std::size_t i = 0;
  while (i + 1 < widths_.size() && widths_[i + 1].log_width <= width) ++i;
  const double log_bytes = std::log2(bytes);
  const Estimate here = at(widths_[i], share, bytes, log_bytes);
  if (width <= widths_[i].log_width || i + 1 == widths_.size()) return here;
  const double towards =
      (width - widths_[i].log_width) / (widths_[i + 1].log_width - widths_[i].log_width);
  return between(here, at(widths_[i + 1], share, bytes, log_bytes), towards);
}

}  // namespace plumb
