// plumb/model/plumbline/traffic.h - what a pass moves beyond a unit's own cache, and what it
// reuses.
//
// Formula  of a neighbourhood of K elements in r = ceil(sqrt(K)) rows: where r rows do not fit the
//          largest cache, each row comes from memory again for every row around it, r times the
//          distinct bytes (the layer condition); where they do, once
// Source   the layer condition and data resident between launches, as in models of stencil codes;
//          capacity.*
// Limits   one rule per pattern where a pass does not state its footprint; rows are known where it
//          states `row_bytes`. Rows that fit no own cache but that of all units are taken as if
//          they fitted the own one, unless the pass says `reuse`
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "plumb/records/pass.h"

namespace plumb {

// Of one launch. What samplers read again is none of it: they have a data path of their own
// (image_term.h).
struct Traffic {
  double read = 0;     // bytes that are read at least once from beyond the unit's own cache
  double written = 0;  // bytes
  double reused = 0;   // bytes that references ask for again, of the unit that had them
  double shared = 0;   // the same of the cache that all units share
  [[nodiscard]] double moved() const { return read + written; }
};

// Distinct bytes that an access touches: as stated, else by its pattern.
double distinct_bytes(const Access& access, double points);

// `largest_cache`: bytes; rows that it does not hold are read again.
Traffic traffic_of(const Pass& pass,
                   double largest_cache = std::numeric_limits<double>::infinity());

// References of a point that read.
double loads_of(const Pass& pass);

}  // namespace plumb
