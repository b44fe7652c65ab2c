// plumb/workloads/livermore/reference/reference.h - a kernel in its original order, and its sums.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/workloads/livermore/data/arrays.h"

namespace plumb::livermore {

// One repetition of the kernel, every operation rounded to Real: no contraction, no re-ordering.
template <class Real>
void run_reference(Arrays<Real>& arrays);

extern template void run_reference<float>(Arrays<float>&);
extern template void run_reference<double>(Arrays<double>&);

// The suite's own check sum: comparable with the literature, but partly blind.
template <class Real>
double official_sum(const Arrays<Real>& arrays);

// Sums over every element that the kernel writes and nothing else; four integers for kernel 16,
// two sums for kernel 18 (the second of the absolute values of ZA and ZB), one for the others.
template <class Real>
std::vector<double> strict_sums(const Arrays<Real>& arrays);

extern template double official_sum<float>(const Arrays<float>&);
extern template double official_sum<double>(const Arrays<double>&);
extern template std::vector<double> strict_sums<float>(const Arrays<float>&);
extern template std::vector<double> strict_sums<double>(const Arrays<double>&);

// Digits in which two sums agree, as the suite counts them: 16 if equal, 0 if the signs differ.
int agreeing_digits(double a, double b);

}  // namespace plumb::livermore
