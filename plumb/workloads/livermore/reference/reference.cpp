// plumb/workloads/livermore/reference/reference.cpp - the loop and the sums of a kernel's row.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/reference/reference.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {
namespace {

template <class Real>
const HostLoop<Real>& host_loop_of(const Arrays<Real>& arrays) {
  const KernelRow& row = kernel_row(arrays.kernel);
  if constexpr (std::is_same_v<Real, double>) {
    return row.wide;
  } else {
    return row.single;
  }
}

}  // namespace

template <class Real>
void run_reference(Arrays<Real>& arrays) {
  host_loop_of(arrays).run(arrays);
}

template <class Real>
double official_sum(const Arrays<Real>& arrays) {
  const HostLoop<Real>& loop = host_loop_of(arrays);
  return loop.official_sum != nullptr ? loop.official_sum(arrays) : loop.strict_sums(arrays)[0];
}

template <class Real>
std::vector<double> strict_sums(const Arrays<Real>& arrays) {
  return host_loop_of(arrays).strict_sums(arrays);
}

template void run_reference<float>(Arrays<float>&);
template void run_reference<double>(Arrays<double>&);
template double official_sum<float>(const Arrays<float>&);
template double official_sum<double>(const Arrays<double>&);
template std::vector<double> strict_sums<float>(const Arrays<float>&);
template std::vector<double> strict_sums<double>(const Arrays<double>&);

int agreeing_digits(double a, double b) {
  if (a == b) return 16;
  if ((a < 0) != (b < 0)) return 0;
  const double least = std::min(std::fabs(a), std::fabs(b));
  const double most = std::max(std::fabs(a), std::fabs(b));
  const double error = 1 - least / most;
  if (!(error > 0)) return 16;
  return std::min(16, static_cast<int>(std::lround(std::fabs(std::log10(error)))));
}

}  // namespace plumb::livermore
