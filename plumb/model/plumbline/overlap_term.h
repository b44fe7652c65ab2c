// plumb/model/plumbline/overlap_term.h - how much of a kernel's arithmetic passes while its data is
// on the way.
//
// Formula  T = M f(A / M), M the time of the data and A that of the arithmetic, f read between the
//          points of a sweep of more and more arithmetic; f of a launch lies between those of loads
//          from afar (which come before the arithmetic, or while it goes on) and of reuse, by their
//          shares in M; a launch that loads nothing has one of its own
// Source   the probe `overlap`: the curves overlap.time, overlap.ahead.time, overlap.reused.time
//          and overlap.stored.time; A of a point is its steps times the slope of the last two
// Limits   a profile without a curve takes its exponent, (M^p + A^p)^(1/p), and without that the
//          sum, with a spread that reaches down to the longer of both. One that has nothing of
//          launches without loads takes them as those that load ahead. A processor looks ahead by
//          itself: it has one curve
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "plumb/model/plumbline/estimate.h"
#include "plumb/records/pass.h"
#include "plumb/records/profile.h"

namespace plumb {

class OverlapTerm {
 public:
  explicit OverlapTerm(const Profile& profile);

  // `reused`: the share of a unit's own cache in `memory`.
  [[nodiscard]] Estimate estimate(const Pass& pass, double items, const Estimate& memory,
                                  const Estimate& computed, double reused) const;

 private:
  // f by A / M: straight between points, and both one after the other beyond them.
  class Sweep {
   public:
    Sweep() = default;
    // `beside`: steps that a word costs anyway, see the probe.
    Sweep(const Profile& profile, std::string_view name, double beside);
    [[nodiscard]] Estimate together(const Estimate& memory, const Estimate& computed) const;

   private:
    struct Point {
      double ratio = 0;
      double factor = 1;
    };
    // The two points that a ratio lies between.
    [[nodiscard]] std::size_t before(double ratio) const;

    std::vector<Point> points_;  // rising; empty: not probed
    double exponent_ = 1;
    bool exponent_is_known_ = false;
  };

  Sweep once_;    // of a work-item that loads, then computes
  Sweep ahead_;   // of one that loads while it computes
  Sweep reused_;  // of one that loads what its unit's own cache has
  Sweep stored_;  // of one that loads nothing
};

}  // namespace plumb
