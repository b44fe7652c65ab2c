// plumb/workloads/livermore/rows.h - all that is particular to one of the 24 kernels, as one row.
//
// A row is written in loops/NN_<name>.cpp beside the loop itself, its sums, its data and its
// programs; rows.cpp lists all of them. Everything else asks the row and never the number:
//
//   const KernelRow& row = kernel_row(13);
//   row.build_best(parts);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "plumb/workloads/livermore/data/arrays.h"

namespace plumb::livermore {

class Parts;

// One repetition in the original order, every operation rounded to Real, and the sums over what it
// leaves.
template <class Real>
struct HostLoop {
  void (*run)(Arrays<Real>&) = nullptr;
  std::vector<double> (*strict_sums)(const Arrays<Real>&) = nullptr;
  double (*official_sum)(const Arrays<Real>&) = nullptr;  // null: the first strict sum
};

// A dimension that follows the span.
struct Growth {
  std::uint64_t Dimensions::* dimension = nullptr;
  std::uint64_t per_step = 1;
  std::uint64_t beyond = 0;
};

// Arrays of `rows` values per column that the device has with the columns contiguous.
struct Turned {
  std::string_view arrays = {};
  std::uint64_t rows = 0;
  std::uint64_t planes = 1;
};

// How far the results may be from the reference.
struct Rounding {
  std::string_view reordered = {};  // results whose additions take another order than the loop's
  bool forgets = false;             // a rounding has faded after some steps, however long the loop
  bool in_double = false;           // single precision is compared with double from rounded data
  bool near_zero = false;           // differences of like values: an absolute error, too
};

// Innermost iterations of a span: each step one; all but the first; five columns of a plane.
double every_step(std::uint64_t span);
double all_but_first(std::uint64_t span);
double five_columns(std::uint64_t span);

struct KernelRow {
  unsigned number = 1;
  std::string_view name = {};

  // The thesis's patterns: 1 no dependence, one pass; 2 several passes; 3 one pass per step; 4
  // decided at run time. Ours keep the number and say how: s scan, t triangular solve, a scatter, v
  // speculate and verify, w wavefront.
  unsigned thesis_pattern = 1;
  std::string_view pattern = {};  // after correction
  std::string_view reason = {};   // of the correction; empty where the thesis is right
  std::string_view technique = {};
  std::string_view loop = {};
  std::string_view dependence = {};
  std::string_view thesis = {};  // its solution

  // Spans and credit.
  std::array<std::uint64_t, 3> spans{};  // of the suite: long, medium, short
  std::uint64_t points_per_step = 1;     // elements of a long array
  bool has_matrix = false;               // of span x span, whose elements are the points
  double flops = 0;                      // official weights, per innermost iteration
  double (*iterations)(std::uint64_t span) = every_step;
  // Where they depend on what the loop found: from its strict sums.
  double (*flops_found)(std::span<const double> strict_sums) = nullptr;

  // Data.
  std::string_view arrays = {};  // that it touches, in the order of memory (data/arrays.cpp)
  std::array<Growth, 2> grows{{{&Dimensions::l1}}};
  double hard_words_per_step = 0;  // that the hard data have beyond the arrays
  // What the fill does not give; of the hard data instead, where the kernel has its own.
  void (*prepare)(Arrays<double>&, DataSet, unsigned official_span) = nullptr;
  void (*prepare_hard)(Arrays<double>&) = nullptr;
  void (*outline)(Outline&, DataSet) = nullptr;    // integers and scalars that these set
  void (*add_results)(Arrays<double>&) = nullptr;  // places for single values
  std::uint64_t longest_random_single = 0;  // beyond, random data overflow single precision; 0: any
  Turned turned{};

  // Results.
  std::string_view results = {};       // arrays
  std::string_view best_results = {};  // buffers of variant 'best', where they differ
  Rounding rounding{};
  HostLoop<float> single{};
  HostLoop<double> wide{};

  // Programs: one function per variant.
  void (*build_best)(Parts&) = nullptr;
  void (*build_thesis)(Parts&) = nullptr;  // null: the thesis describes no passes
  void (*build_sequential)(Parts&) = nullptr;
  bool thesis_asks_host = false;  // between launches, which then cannot be recorded
  bool sweeps = false;            // variant 'best' counts in "control" what its sweeps changed
  bool streams = false;           // its scan can be streamed by bulk copies
};

inline constexpr std::string_view no_passes =
    "its table 3 names the pattern and describes no passes";

std::span<const KernelRow* const> kernel_rows();  // kernel k is number k - 1
const KernelRow& kernel_row(unsigned kernel);

// Spans of the suite: 0 long, 1 medium, 2 short.
std::uint64_t official_span(unsigned kernel, unsigned which);

// The span at which a kernel's long arrays, or its matrix, have about that many elements.
std::uint64_t span_of_points(unsigned kernel, std::uint64_t points);

// Weighted flops of one repetition as the suite counts them; 0 where they depend on what it finds.
double official_flops(unsigned kernel, std::uint64_t span);

}  // namespace plumb::livermore
