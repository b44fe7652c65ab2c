// bench/accuracy/ablation.h - the model without one of its terms: what is each of them worth?
//
// A term is left out by a profile in which it has nothing to say: a rate without end, a latency of
// nothing, an exponent that lets the longer of two hide the other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/records/profile.h"

namespace plumb::bench {

struct LeftOut {
  std::string term;
  Profile profile;
};

// One profile per term of `plumbline`.
std::vector<LeftOut> without_each(const Profile& profile);

}  // namespace plumb::bench
