// plumb/workloads/livermore/data/arrays.h - the data of one Livermore kernel: sizes, fill, named
// arrays.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::livermore {

enum class DataSet { official, random, hard };

// The array dimensions of the suite; for spans beyond the official ones only those that the kernel
// needs grow.
struct Dimensions {
  std::uint64_t l1 = 1001;
  std::uint64_t l2 = 101;
  std::uint64_t b = 64;  // B of kernel 6 is (b, b)
  std::uint64_t l813 = 512;
  std::uint64_t l14 = 2048;
  std::uint64_t l416 = 300;
  friend bool operator==(const Dimensions&, const Dimensions&) = default;
};
Dimensions dimensions_of(unsigned kernel, std::uint64_t span);

// "X Y ZX" -> {"X", "Y", "ZX"}
std::vector<std::string_view> names_in(std::string_view list);

// Everything that a kernel reads and writes, before or after it has run. Two-dimensional arrays are
// stored column by column, as in Fortran.
template <class Real>
struct Arrays {
  unsigned kernel = 1;
  std::uint64_t span = 1;
  Dimensions size;
  std::map<std::string, std::vector<Real>, std::less<>> reals;
  std::map<std::string, std::vector<std::int32_t>, std::less<>> integers;
  std::map<std::string, Real, std::less<>> scalars;

  [[nodiscard]] std::vector<Real>& real(std::string_view name) { return reals.find(name)->second; }
  [[nodiscard]] const std::vector<Real>& real(std::string_view name) const {
    return reals.find(name)->second;
  }
  [[nodiscard]] std::vector<std::int32_t>& integer(std::string_view name) {
    return integers.find(name)->second;
  }
  [[nodiscard]] const std::vector<std::int32_t>& integer(std::string_view name) const {
    return integers.find(name)->second;
  }
  [[nodiscard]] Real scalar(std::string_view name) const { return scalars.find(name)->second; }
};

// The arrays before the kernel runs, each value computed in double precision without contraction
// and rounded to Real once. `official_span` is 0 for long, 1 for medium, 2 for short and decides
// where the random integers of kernel 14 begin; any other span begins like the long one.
template <class Real>
Arrays<Real> initial_arrays(unsigned kernel, std::uint64_t span, DataSet data,
                            unsigned official_span = 0);

// What is known of the arrays without making them: programs are built from this alone.
struct Outline {
  unsigned kernel = 1;
  std::uint64_t span = 1;
  Dimensions size;
  std::map<std::string, std::uint64_t, std::less<>> reals;     // elements of each
  std::map<std::string, std::uint64_t, std::less<>> integers;  // likewise
  std::map<std::string, double, std::less<>> scalars;
  std::uint64_t zones = 0;  // through which kernel 16 searches

  [[nodiscard]] std::uint64_t elements(std::string_view name) const;
  friend bool operator==(const Outline&, const Outline&) = default;
};
Outline outline_of(unsigned kernel, std::uint64_t span, DataSet data);
Outline outline_of(const Arrays<double>& arrays);

// Every value rounded to single precision, and those values as doubles again.
Arrays<float> rounded_arrays(const Arrays<double>& arrays);
Arrays<double> exact_arrays(const Arrays<float>& arrays);

// Bytes of host memory that initial_arrays takes, without making them.
double bytes_of_arrays(unsigned kernel, std::uint64_t span, DataSet data);

extern template Arrays<float> initial_arrays<float>(unsigned, std::uint64_t, DataSet, unsigned);
extern template Arrays<double> initial_arrays<double>(unsigned, std::uint64_t, DataSet, unsigned);

}  // namespace plumb::livermore
