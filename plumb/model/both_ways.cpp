// plumb/model/both_ways.cpp - one copy after the other, beside those of the other way.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/model/both_ways.h"

#include <algorithm>
#include <limits>

namespace plumb {
namespace {

// Of a way, behind which no later copy can begin.
constexpr std::size_t most_kept = 64;

}  // namespace

BothWays::BothWays(double gain, double start)
    : gain_(std::clamp(gain, 1.0, 2.0)), start_(std::max(0.0, start)) {}

double BothWays::gain_of(double seconds) const {
  const double moving = seconds > start_ ? 1 - start_ / seconds : 0;
  return 2 / (1 + (2 / gain_ - 1) * moving);
}

double BothWays::place(std::size_t way, const std::string& step, const std::string& queue,
                       double start, double seconds) {
  Way& own = ways_.at(way);
  Way& other = ways_.at(1 - way);
  double now = start;
  double left = seconds;  // of the time that it takes alone
  const double gain = gain_of(seconds);
  for (const Span& busy : other.before) {
    if (left <= 0 || busy.end <= now) continue;
    const double alone = std::min(left, std::max(0.0, busy.start - now));
    now += alone;
    left -= alone;
    if (left <= 0 || now < busy.start) break;
    const double rate = gain - 1;
    const double ends = rate > 0 ? now + left / rate : std::numeric_limits<double>::infinity();
    const double until = std::min(ends, busy.end);
    left = until < ends ? left - rate * (until - now) : 0;
    shared_ += until - now;
    now = until;
  }
  Copy& beside = other.last;
  if (left > 0 && beside.end > now) {
    const double alone = std::min(left, std::max(0.0, beside.start - now));
    now += alone;
    left -= alone;
    const double both = std::min(left, beside.end - now);  // of each, alone
    const double time = both * 2 / gain;
    now += time;
    left -= both;
    shared_ += time;
    beside.end += time - both;
  }
  const double end = now + left;
  if (own.last.end > own.last.start) own.before.push_back({own.last.start, own.last.end});
  if (own.before.size() > most_kept) own.before.erase(own.before.begin());
  own.last = {step, queue, start, end};
  return end;
}

void BothWays::shift(double seconds, double more_shared) {
  for (Way& way : ways_) {
    for (Span& span : way.before) {
      span.start += seconds;
      span.end += seconds;
    }
    way.last.start += seconds;
    way.last.end += seconds;
  }
  shared_ += more_shared;
}

}  // namespace plumb
