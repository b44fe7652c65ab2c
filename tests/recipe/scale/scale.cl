// plumb/workloads/scale/scale.cl - y[i] = FACTOR * x[i].
// Source     the recipe "Add a workload" in CONTRIBUTING.md
// Work       one element per item
// Traffic    4 B read, 4 B written, 1 flop per element
// Launch     any group; items beyond n do nothing
// Parameters FACTOR
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#ifndef FACTOR
#define FACTOR 1
#endif

__kernel void scale_all(__global const float* restrict x, __global float* restrict y, const ulong n) {
  const size_t i = get_global_id(0);
  if (i < n) y[i] = FACTOR * x[i];
}
