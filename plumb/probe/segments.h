// plumb/probe/segments.h - the time of a transfer as the largest of a few straight lines.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace plumb {

// T = latency + bytes * seconds_per_byte
struct Segment {
  double latency = 0;
  double seconds_per_byte = 0;
};

// max_k(a_k + n / B_k), the time of n bytes.
double time_of(std::span<const Segment> segments, double bytes);

// The one to three segments that describe times over sizes in relative terms: each covers a run of
// neighbouring sizes; one more is taken only when it earns its two numbers (Bayes' criterion).
// Sizes ascend; at least three of them.
std::vector<Segment> fit_segments(std::span<const double> bytes, std::span<const double> seconds);

}  // namespace plumb
