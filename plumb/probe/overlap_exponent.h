// plumb/probe/overlap_exponent.h - how well two kinds of work hide each other.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plumb {

// The p with (a^p + b^p)^(1/p) = both: 1 when the times add up, large when the longer one hides the
// other. Between 0.5 and 64; 64 also when `both` is not longer than the longer of the two.
double overlap_exponent(double a, double b, double both);

}  // namespace plumb
