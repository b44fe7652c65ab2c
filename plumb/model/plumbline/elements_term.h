// plumb/model/plumbline/elements_term.h - the time of a launch by what it moves.
//
// Formula  T(n, s, w): between the curves elements.rRw1.WB of the profile, straight in the share
//          s of writes and in the logarithm of w, the bytes that a work-item moves times s: the
//          width of the probe's elements. A work-item costs time however little it moves: on a GPU
//          no launch takes less than as many that write a word, or read and write one (between the
//          two: a work-item that reads and writes less)
//          Beyond its start a launch takes T less the least of those launches; on a processor less
//          that of the curves it is read from, since waking a thread differs from curve to curve
// Source   the probe `elements`: whole launches of kernels with one element per work-item, so that
//          the start of a kernel, the caches between launches and memory are in one number
// Limits   the share of writes lies between 1 and what was probed (1/5 or 1/9), w between 4 and 16
//          bytes; beyond, the nearest is taken
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/model/plumbline/probed_curve.h"
#include "plumb/model/plumbline/traffic.h"

namespace plumb {

// What so many work-items take that move next to nothing: each writes a word, or reads and writes
// one. Read once for a launch: every term that counts work-items asks for it.
struct WordTimes {
  double items = 0;
  double log_items = 0;  // binary
  Estimate written;
  Estimate both;
};

class ElementsTerm {
 public:
  explicit ElementsTerm(const Profile& profile);

  [[nodiscard]] bool is_known() const { return !widths_.empty(); }
  // Of the smallest launch that was probed.
  [[nodiscard]] double least() const { return widths_.front().time.front().least(); }
  [[nodiscard]] WordTimes words_of(double items) const;
  [[nodiscard]] Estimate estimate(const Traffic& traffic, const WordTimes& words) const;
  // The same beyond what the least launch takes.
  [[nodiscard]] Estimate beyond_start(const Traffic& traffic, const WordTimes& words) const;
  // Of work-items that read a word and write it.
  [[nodiscard]] Estimate of_copied_words(const WordTimes& words) const;

 private:
  struct Shares {
    double width = 0;  // bytes
    double log_width = 0;
    std::vector<double> share;  // of writes, falling
    std::vector<TimeCurve> time;
  };
  // What is read of a curve: its time of so many bytes, or its least.
  using Reading = Estimate (*)(const TimeCurve& time, double log_bytes);
  [[nodiscard]] Estimate of_bytes(const Traffic& traffic, double items, Reading reading) const;
  [[nodiscard]] Estimate of_items(const WordTimes& words, bool reads) const;
  [[nodiscard]] static Estimate at(const Shares& shares, double share, double log_bytes,
                                   Reading reading);

  std::vector<Shares> widths_;  // rising
  bool is_cpu_;
};

}  // namespace plumb
