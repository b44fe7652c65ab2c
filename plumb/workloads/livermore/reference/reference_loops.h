// plumb/workloads/livermore/reference/reference_loops.h - the loops that run_reference chooses
// from.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/data/arrays.h"

namespace plumb::livermore {

// reference_maps.cpp
template <class Real>
void hydro_reference(Arrays<Real>& a);  // 1
template <class Real>
void state_reference(Arrays<Real>& a);  // 7
template <class Real>
void adi_reference(Arrays<Real>& a);  // 8
template <class Real>
void integrate_reference(Arrays<Real>& a);  // 9
template <class Real>
void difference_reference(Arrays<Real>& a);  // 10
template <class Real>
void first_difference_reference(Arrays<Real>& a);  // 12
template <class Real>
void casual_reference(Arrays<Real>& a);  // 15
template <class Real>
void explicit_hydro_reference(Arrays<Real>& a);  // 18
template <class Real>
void product_reference(Arrays<Real>& a);  // 21
template <class Real>
void planck_reference(Arrays<Real>& a);  // 22

}  // namespace plumb::livermore
