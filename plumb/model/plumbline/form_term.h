// plumb/model/plumbline/form_term.h - how far off the formula itself is, beside its parameters.
//
// Formula  (f^2 + d^2)^(1/2), f the largest |T_model / T_probed - 1| over kernels of the probe
//          `patterns` of which no term takes a parameter: several arrays for passes that are
//          streams; rows, squares and mirrored cells for all others. d is what the device differs
//          by from one round of the probe to the next: the median of half the intervals, relative,
//          of all times and rates. Curves were measured once, and so is a program
// Source   patterns.{multiple,relative,symmetric,row,square}.*; patterns.side.*, the points along
//          a side that they were probed with
// Limits   a quick probe leaves these kernels out: then 10 % of streams and 30 % of others are
//          taken, on processors a factor of two of others, a judgement: their compilers make
//          vectors or not
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "plumb/records/pass.h"
#include "plumb/records/profile.h"

namespace plumb {

class FormTerm {
 public:
  // Seconds that the model gives a kernel of so many work-items, launched alone.
  using Predicted = std::function<double(const Pass& pass, double items)>;
  FormTerm(const Profile& profile, const Predicted& predicted);

  // As shares of a kernel's time, in which 9 of 10 cases lie.
  [[nodiscard]] double of_streams() const { return of_streams_; }
  [[nodiscard]] double of_others() const { return of_others_; }

 private:
  double of_streams_ = 0;
  double of_others_ = 0;
};

}  // namespace plumb
