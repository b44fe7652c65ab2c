// plumb/model/plumbline/arithmetic_term.h - the time of a launch by what it computes.
//
// Formula  (F^p + I^p)^(1/p) by the units that are busy, F and I the sums over the kinds of N / X
//          of floats and of whole numbers, and at least the longest chain of one work-item: sum of
//          n x latency
// Source   the probe `compute`: throughput of the whole device, on a processor that of compute.row
//          as well, and latency of one result; p is compute.integer.beside, 1 where it was not
//          probed
// Limits   the operations of a work-item are taken as one chain only where they would fill less
//          than the device: then nothing else hides their latency. A processor looks ahead: there
//          the points of a work-item hide each other's, and a chain is that of one point. Compilers
//          for processors make vectors of work-items that do the same straight on, and of the
//          points of one item. They do not where a pass has references that wait for others, reads
//          images, has indivisible operations (however seldom: `references` may be 0) or
//          logarithms, sines and powers, which are calls, where a point has several references
//          to a structure of more than eight elements, or where a point is a loop of its item
//          (`turns`, or an item of its own for each point of more than 48 operations and
//          references) that does not add up whole numbers one after the other: operations and
//          references are instructions one by one then, at the rate of compute.scalar, whole
//          numbers at that of compute.scalar.integer, a division or a root as much as a sum;
//          functions are calls, which wait for themselves. Floats of a loop with barriers are kept
//          in memory from one to the next and wait for latency.level1 besides. One by one go the
//          points that `alone` says vectors leave over, too. Vectors are those of compute.row where
//          that is the lower rate: compilers take narrower ones than there are. A checksum that
//          goes on from turn to turn by what it reads is taken for a sum, unless it says `alone`
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "plumb/model/plumbline/estimate.h"
#include "plumb/records/pass.h"
#include "plumb/records/profile.h"

namespace plumb {

// Of a point, whatever their kind: what a pass states, or its flops as halves of multiply-adds.
double all_operations(const Pass& pass);

class ArithmeticTerm {
 public:
  explicit ArithmeticTerm(const Profile& profile);

  // Refuses (MissingParameter) a kind that the profile does not know.
  // `share`: of the device's units, see unit_share.h.
  [[nodiscard]] Estimate estimate(const Pass& pass, double items, double share = 1) const;

  // Whether a processor has no vectors for the pass.
  [[nodiscard]] bool has_no_vectors(const Pass& pass, double items) const;

 private:
  struct InTurn {
    double chain;   // seconds of a point whose operations wait for one another
    double called;  // of all calls of the mathematics library
  };
  [[nodiscard]] Estimate one_by_one(const Pass& pass, const InTurn& in_turn) const;

  struct Rate {
    double throughput = 0;  // operations per second; 0: not known
    double latency = 0;
    double spread = 0;  // relative, of the throughput
  };
  // Kinds in the order of operation_counts(), for float and double.
  std::array<std::array<Rate, 10>, 2> rates_{};
  const Profile* profile_;
  bool is_cpu_;
  Rate scalar_;               // of a processor without its vectors
  double whole_numbers_ = 0;  // of a processor, per second, one by one
  double kept_ = 0;           // seconds until what was stored in the nearest cache is there again
  double units_ = 1;          // of the device
  double beside_ = 1;         // p of whole numbers beside floats
};

}  // namespace plumb
