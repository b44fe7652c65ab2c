// plumb/workloads/livermore/rows.h - what each of the 24 kernels is, and how it is solved.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace plumb::livermore {

// The thesis's patterns: 1 no dependence, one pass; 2 several passes; 3 one pass per step; 4
// decided at run time. Ours keep the number and say how: s scan, t triangular solve, a scatter, v
// speculate and verify, w wavefront.
struct Description {
  unsigned number = 1;
  std::string_view name;
  unsigned thesis_pattern = 1;
  std::string_view pattern;  // after correction
  std::string_view reason;   // of the correction; empty where the thesis is right
  std::string_view technique;
  double flops = 0;  // official weights, per innermost iteration
  std::string_view loop;
  std::string_view dependence;
  std::string_view thesis;     // its solution
  bool thesis_passes = false;  // the thesis gives a structure of passes that can be run
};

std::span<const Description> descriptions();  // kernel k is number k - 1

// Spans of the suite: 0 long, 1 medium, 2 short.
std::uint64_t official_span(unsigned kernel, unsigned which);

// The span at which a kernel's long arrays have about that many elements; 6 has a matrix of them.
std::uint64_t span_of_points(unsigned kernel, std::uint64_t points);

// Weighted flops of one repetition as the suite counts them; kernel 16 needs what it found.
double official_flops(unsigned kernel, std::uint64_t span, std::uint64_t steps_of_16 = 0,
                      std::uint64_t evaluations_of_16 = 0);

}  // namespace plumb::livermore
