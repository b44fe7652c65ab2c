// plumb/workloads/livermore/loops/loops.h - the rows of the kernels, each from its own file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/rows.h"

namespace plumb::livermore {

extern const KernelRow hydro_fragment;          // 1
extern const KernelRow iccg;                    // 2
extern const KernelRow inner_product;           // 3
extern const KernelRow banded_equations;        // 4
extern const KernelRow tridiagonal;             // 5
extern const KernelRow linear_recurrence;       // 6
extern const KernelRow equation_of_state;       // 7
extern const KernelRow adi_integration;         // 8
extern const KernelRow integrate_predictors;    // 9
extern const KernelRow difference_predictors;   // 10
extern const KernelRow first_sum;               // 11
extern const KernelRow first_difference;        // 12
extern const KernelRow particles_2d;            // 13
extern const KernelRow particles_1d;            // 14
extern const KernelRow casual_fortran;          // 15
extern const KernelRow monte_carlo_search;      // 16
extern const KernelRow implicit_conditional;    // 17
extern const KernelRow explicit_hydrodynamics;  // 18
extern const KernelRow two_sweeps;              // 19
extern const KernelRow transport;               // 20
extern const KernelRow matrix_product;          // 21
extern const KernelRow planckian;               // 22
extern const KernelRow implicit_hydrodynamics;  // 23
extern const KernelRow first_minimum;           // 24

}  // namespace plumb::livermore
