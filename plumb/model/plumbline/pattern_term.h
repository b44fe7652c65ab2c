// plumb/model/plumbline/pattern_term.h - what references cost beyond those of a stream.
//
// Formula  extra = points K m ( b_c / B_c - b_s / B_s ): the probed time of one point of the class
//          less that of one point of `self`, at the same width and level, for every reference that
//          a unit's own cache does not hold; on a processor that has its vectors for the pass
//          (arithmetic_term.h) less that of a stream of as many bytes, if that is faster. Of R
//          random references of a unit to F sectors that is m = max(1 - C / F, (1 - e^(-R/F)) F /
//          R): what lies beyond the cache's C sectors, and first references; m = 1 for all other
//          classes. Where a point has several references in a row, as to members of a structure, a
//          processor's K counts the bytes of its lines that nobody asks for, over those of a
//          reference of the probe. A processor's random references are those of gather_term.h.
//          Atomic operations take their number times the probed time of one, by the words that they
//          share
// Source   the probe `patterns`, classes random, stride and scatter; level `cache` where the bytes
//          that are touched fit the largest cache, `memory` elsewhere; capacity.level1; of
//          streams the curve elements.r1w1.4B; of atomic operations the curve atomic.random of the
//          probe `barrier`, or the classes atomic
// Limits   strides beyond 16 elements are taken as 16: a reference then has a line of its own.
//          Where the quick probe left a class out, a longer stride or a narrower element stands
//          in; atomic operations then take a nanosecond each on a word, within a factor of ten.
//          Sectors have 32 bytes, as on NVIDIA's GPUs
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "plumb/model/plumbline/estimate.h"
#include "plumb/model/plumbline/gather_term.h"
#include "plumb/model/plumbline/probed_curve.h"
#include "plumb/records/pass.h"
#include "plumb/records/profile.h"

namespace plumb {

class PatternTerm {
 public:
  explicit PatternTerm(const Profile& profile);

  // `share`: of the device's units, see unit_share.h; `vectors`: a processor has them for this pass
  // (arithmetic_term.h). Seconds of all points of a pass; 0 for
  // patterns that are streams or reuse. Refuses (MissingParameter) a class that the profile does
  // not have.
  [[nodiscard]] Estimate estimate(const Access& access, double points, double share = 1,
                                  bool vectors = true) const;

 private:
  enum class Class { random, scatter, stride2, stride4, stride8, stride16 };
  static constexpr std::size_t classes = 6;
  struct Extra {
    double seconds = -1;  // per reference; negative: nothing near was probed
    double error = 0;     // as a share of it
  };
  // m of the formula.
  [[nodiscard]] double missing_own_cache(const Access& access, double points, double share) const;
  [[nodiscard]] Estimate on_few_words(const Access& access, double points, double words) const;
  [[nodiscard]] double strides_of(const Access& access, Class probed, std::size_t width) const;
  // Operations per second; absent where they were not probed.
  [[nodiscard]] std::optional<double> rate_on(double words) const;

  // Seconds per reference beyond a stream, by level (cache, memory), class and width (4, 8, 16 B);
  // negative: not probed.
  using Widths = std::array<double, 3>;
  using Extras = std::array<std::array<Widths, classes>, 2>;
  template <class RateOfStream>
  void fill(Extras& extra, const RateOfStream& rate_of) const;
  [[nodiscard]] Extra found(const Extras& extras, std::size_t level, Class wanted,
                            std::size_t width) const;
  Extras extra_;
  Extras beyond_vectors_{};  // of a processor: beyond a stream that its vectors read
  GatherTerm gathers_;       // random references of a processor
  TimeCurve atomic_;         // of one operation, by words
  double most_words_;        // beyond, they are written like any others
  double cached_ = 0;        // bytes that the largest cache holds
  double own_ = 0;           // that of a unit; 0: not known
  double units_ = 0;
  bool is_cpu_;
  const Profile* profile_;
};

}  // namespace plumb
