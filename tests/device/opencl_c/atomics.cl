// tests/device/opencl_c/atomics.cl - atomics in local and global memory, beside vectors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

__kernel void atomics_histogram(__global const uint4* a, __global uint* bins, uint n) {
  __local uint mine[64];
  const size_t l = get_local_id(0);
  for (size_t b = l; b < 64; b += get_local_size(0)) mine[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
    const uint4 bin = a[i] & (uint4)(63);
    atomic_add(&mine[bin.x], 1u);
    atomic_inc(&mine[bin.s1]);
    atomic_sub(&mine[bin.z], 0xffffffffu);
    atomic_add(mine + bin.w, 1u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t b = l; b < 64; b += get_local_size(0)) atomic_add(&bins[b], mine[b]);
}

// 0 max, 1 min, 2 or, 3 and, 4 xor, 5 the first that came in the place of -1, 6 any.
__kernel void atomics_all(__global const int2* a, __global int* out, __global volatile float* last, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  const int2 v = a[i].yx;
  atomic_max(out, v.x);
  atomic_min(out + 1, v.x);
  atomic_or((__global uint*)out + 2, 1u << (v.y & 31));
  atomic_and(out + 3, v.x | 0xff);
  atomic_xor(out + 4, v.y);
  if (atomic_cmpxchg(out + 5, -1, (int)i) == -1) atomic_inc(out + 6);
  atomic_xchg(last, (float)(v.x & 1));
}

__kernel void atomics_tickets(__global uint* next, __global uint2* out, uint n) {
  if (get_global_id(0) >= n) return;
  const uint ticket = atomic_inc(next);
  out[ticket] = (uint2)((uint)get_global_id(0), ticket).yx;
}
