// plumb/model/plumbline/image_term.h - the time of reads that go through a sampler.
//
// Formula  T = (n - d) / r_own + d / r_shared, r the probed rates of the whole device, n the reads
//          of the pass and d those that bring a pixel which no unit has had: as many as there are
//          pixels where they do not fit a unit's own cache, none where they do; random reads have
//          1 - C / F of them, of a cache of C bytes and F that are touched. On a processor, which
//          calls a function for every read, one that waits for another takes its latency instead.
//          A chain takes a latency per read, by the same rule
// Source   the probe `images`: rates and latencies by axes, filter and pixel, in an image that a
//          unit's own cache holds and in one that the shared cache holds; capacity.level1
// Limits   a pass states the filter, the bytes of a pixel and, by the `width` of a linear read, how
//          many pixels it mixes: eight in three dimensions, four in two. Where pixels of as many
//          bytes differ (four bytes or a float), or where a nearest read or another width may mean
//          two axes or three, the slower one is taken. What the quick probe left out takes that of
//          other pixels or axes, with a spread that is a judgement
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "plumb/model/plumbline/estimate.h"
#include "plumb/records/pass.h"
#include "plumb/records/profile.h"

namespace plumb {

class ImageTerm {
 public:
  explicit ImageTerm(const Profile& profile);

  // Whether reads of that filter were probed.
  [[nodiscard]] bool knows(Sampler sampler) const;
  // Seconds of all reads of a pass through samplers; 0 where it has none. `share`: of the device's
  // units, see unit_share.h. Refuses (MissingParameter) a filter that was not probed.
  [[nodiscard]] Estimate estimate(const Pass& pass, double share) const;
  // Of one read that waits for the one before; refuses likewise.
  [[nodiscard]] Estimate latency(const Access& access, double points) const;

 private:
  struct Probed {
    unsigned axes = 0;
    Sampler sampler = Sampler::none;
    unsigned bytes = 0;  // of a pixel
    Estimate own;        // seconds of a read of the whole device; 0: not probed
    Estimate shared;
    Estimate own_latency;
    Estimate shared_latency;
  };
  // The slowest of those probed that an access may mean, by what is asked of them.
  [[nodiscard]] Estimate slowest(const Access& access, Estimate Probed::* of) const;
  [[nodiscard]] Estimate known(const Access& access, Estimate Probed::* of,
                               std::string_view part) const;
  // Share of the reads whose pixel the unit's own cache does not have.
  [[nodiscard]] double missing(const Access& access, double points) const;

  std::vector<Probed> probed_;
  double own_ = 0;    // bytes of a unit's own cache; 0: not known
  double units_ = 1;  // of the device
  bool is_cpu_;
  const Profile* profile_;
};

// Whether an access reads an image.
inline bool is_sampled(const Access& access) { return access.sampler != Sampler::none; }

}  // namespace plumb
