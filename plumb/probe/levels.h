// plumb/probe/levels.h - finding the levels of a memory hierarchy in a curve over the footprint.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "plumb/records/finding.h"

namespace plumb {

// A stretch of the curve that does not change.
struct Level {
  double value = 0;       // the plateau: the median of its points
  std::size_t first = 0;  // its points
  std::size_t last = 0;
  double capacity = 0;    // where the curve leaves it for the next; 0 if it never does
  bool shoulder = false;  // no plateau: the curve is only less steep there
};

struct LevelRule {
  double change_per_octave = 0.20;  // a plateau changes less
  double least_step = 0.15;         // neighbours closer than this are one
  std::size_t least_points = 3;     // of a plateau
  // The last points are a level, however much they differ, where they lie so many times above the
  // last plateau: behind all caches is memory, also where noise hides its plateau. 0: they are not.
  double end_above = 0;
};

// The plateaus of a curve with several points per octave of x. A level's capacity is the x at which
// a third of the step to the next one is taken: with pages in random places a cache of several ways
// begins to miss before it is full, and half of the step is reached at 1.2 times its size. Where
// the curve leaves the last plateau without reaching another, it is where half of `least_step` is
// passed.
//
// Between two plateaus that lie further apart than neighbouring caches do, a stretch that rises
// slowly counts as a level too, marked as a shoulder.
std::vector<Level> find_levels(std::span<const CurvePoint> curve, const LevelRule& rule = {});

}  // namespace plumb
