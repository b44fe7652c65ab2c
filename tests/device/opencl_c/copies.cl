// tests/device/opencl_c/copies.cl - copies that a group makes together.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

__kernel void local_copies(__global const int* a, __global int* out, __local int* line) {
  const size_t n = get_local_size(0);
  event_t copied = async_work_group_copy(line, a + get_group_id(0) * n, n, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = line[n - 1 - get_local_id(0)];
}
