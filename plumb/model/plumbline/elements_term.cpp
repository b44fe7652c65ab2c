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

Estimate time_of(const TimeCurve& time, double log_bytes) { return time.estimate_at(log_bytes); }
Estimate least_of(const TimeCurve& time, double) { return {time.least(), 0}; }

}  // namespace

ElementsTerm::ElementsTerm(const Profile& profile)
    : is_cpu_(profile.provenance.device.kind == "cpu") {
  for (const int width : {4, 8, 16}) {
    Shares shares{.width = static_cast<double>(width),
                  .log_width = std::log2(width),
                  .share = {},
                  .time = {}};
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

Estimate ElementsTerm::at(const Shares& shares, double share, double log_bytes, Reading reading) {
  std::size_t i = 0;
  while (i + 1 < shares.share.size() && shares.share[i + 1] >= share) ++i;
  if (share >= shares.share[i] || i + 1 == shares.share.size())
    return reading(shares.time[i], log_bytes);
  const double towards = (shares.share[i] - share) / (shares.share[i] - shares.share[i + 1]);
  return between(reading(shares.time[i], log_bytes), reading(shares.time[i + 1], log_bytes),
                 towards);
}

WordTimes ElementsTerm::words_of(double items) const {
  const Shares& narrow = widths_.front();
  const double log_items = std::log2(items);
  const double log_written = log_items + narrow.log_width;
  // Where only stores were probed, twice the bytes stand for a word that is read as well.
  const TimeCurve& copying = narrow.time.size() < 2 ? narrow.time[0] : narrow.time[1];
  const double share = narrow.time.size() < 2 ? 0.5 : narrow.share[1];
  const double log_copied =
      share == 0.5 ? log_written + 1 : log_written + std::log2(narrow.share[0] / share);
  return {.items = items,
          .log_items = log_items,
          .written = narrow.time[0].estimate_at(log_written),
          .both = copying.estimate_at(log_copied)};
}

// Between a word written and one that is read as well: a work-item may do less than either probe's.
Estimate ElementsTerm::of_items(const WordTimes& words, bool reads) const {
  if (!reads || widths_.front().share.size() < 2) return words.written;
  const double apart = std::abs(words.both.seconds - words.written.seconds) / 2;
  return {(words.written.seconds + words.both.seconds) / 2,
          root_of_squares(words.both.spread, apart)};
}

Estimate ElementsTerm::of_copied_words(const WordTimes& words) const {
  if (is_cpu_) return words.both;
  const Estimate least = of_items(words, true);
  return least.seconds > words.both.seconds ? least : words.both;
}

Estimate ElementsTerm::estimate(const Traffic& traffic, const WordTimes& words) const {
  const Estimate moved = of_bytes(traffic, words.items, time_of);
  if (is_cpu_ || traffic.moved() <= 0) return moved;
  const Estimate least = of_items(words, traffic.read > 0);
  return least.seconds > moved.seconds ? least : moved;
}

Estimate ElementsTerm::beyond_start(const Traffic& traffic, const WordTimes& words) const {
  Estimate sum = estimate(traffic, words);
  const double start = is_cpu_ ? of_bytes(traffic, words.items, least_of).seconds : least();
  sum.seconds -= std::min(sum.seconds, start);
  return sum;
}

Estimate ElementsTerm::of_bytes(const Traffic& traffic, double items, Reading reading) const {
  const double bytes = traffic.moved();
  const double least = widths_.front().share.back();
  const double share = bytes > 0 ? std::max(traffic.written / bytes, least) : least;
  const double width = bytes / items * share;
  std::size_t i = 0;
  while (i + 1 < widths_.size() && widths_[i + 1].width <= width) ++i;
  const double log_bytes = std::log2(bytes);
  const Estimate here = at(widths_[i], share, log_bytes, reading);
  if (width <= widths_[i].width || i + 1 == widths_.size()) return here;
  const double towards =
      (std::log2(width) - widths_[i].log_width) / (widths_[i + 1].log_width - widths_[i].log_width);
  return between(here, at(widths_[i + 1], share, log_bytes, reading), towards);
}

}  // namespace plumb
