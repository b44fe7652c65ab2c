// plumb/workloads/livermore/data/zones.h - the zones through which kernel 16 searches.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/data/arrays.h"

namespace plumb::livermore {

// The official zones: one after the other, the search ends in the first.
void set_zones(Arrays<double>& arrays);

// 64 zones with one planted event each: every branch of the search is taken. Refuses (input error)
// spans below 8.
void set_hard_zones(Arrays<double>& arrays);

// Numbers of zones, their size and the limits R, S and T, without the zones.
void outline_zones(Outline& outline, DataSet data);

// How the search through the hard zones ends, in its last zone: 'A' at entry n, 'B' by equality,
// 'C' by a zero sign, 'D' (as drawn) after all zones, 'E' at the end of the zone.
void set_search_end(Arrays<double>& arrays, char end);

// The test of the search for an entry j5 of a zone: its sign against the planted one is the event.
// `d` begins four elements before D[1]. Not called for j5 = span.
template <class Real>
Real zone_test(const Real* d, const Real* plan, std::int64_t j5, std::int64_t span, Real r, Real s,
               Real t) {
  const std::int64_t third = span / 3;
  const auto at = [&](std::int64_t i) { return d[i + 3]; };
  if (j5 > span) {
    const Real first = at(j5 - 1) * ((t - at(j5 - 2)) * (t - at(j5 - 2)));
    const Real second = (s - at(j5 - 3)) * (s - at(j5 - 3));
    const Real third_term = (r - at(j5 - 4)) * (r - at(j5 - 4));
    return at(j5) - (first + second + third_term);
  }
  if (j5 < span - 2 * third) return plan[j5 - 1] - t;
  if (j5 < span - third) return plan[j5 - 1] - s;
  return plan[j5 - 1] - r;
}

}  // namespace plumb::livermore
