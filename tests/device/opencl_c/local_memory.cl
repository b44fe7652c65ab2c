// tests/device/opencl_c/local_memory.cl - pointers to local memory as parameters and in functions, barriers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void local_sum(__global const float* a, __global float* sums, __local float* scratch, uint n) {
  const size_t l = get_local_id(0);
  scratch[l] = get_global_id(0) < n ? a[get_global_id(0)] : 0;
  for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) scratch[l] += scratch[l + s];
  }
  if (l == 0) sums[get_group_id(0)] = scratch[0];
}

__kernel void local_two(__global const uchar* a, __global double* out, __local uchar* bytes, __local double* doubles) {
  __local int count;
  const size_t l = get_local_id(0);
  if (l == 0) count = 0;
  bytes[l] = a[get_global_id(0)];
  doubles[l] = bytes[l] * 0.5;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = doubles[get_local_size(0) - 1 - l] + bytes[(l + 1) % get_local_size(0)] + 1000 * count;
}

__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void local_tile(__global const float2* a, __global float2* out, uint width, uint height) {
  __local float2 tile[8][9];
  const uint x = get_global_id(0), y = get_global_id(1);
  const size_t lx = get_local_id(0), ly = get_local_id(1);
  for (uint k = 0; k < 2; ++k) {
    const uint row = get_group_id(1) * 8 + ly + 4 * k;
    tile[ly + 4 * k][lx] = x < width && row < height ? a[row * width + x].yx : (float2)(0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < 2; ++k) {
    const uint column = get_group_id(1) * 8 + lx, row = get_group_id(0) * 8 + ly + 4 * k;
    if (column < height && row < width) out[row * height + column] = tile[lx][ly + 4 * k];
  }
}

int scanned(__local int* values, size_t l, size_t n) {
  for (size_t d = 1; d < n; d *= 2) {
    const int before = l >= d ? values[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    values[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return values[l];
}

__kernel void local_scan(__global const int2* a, __global int2* out, __local int* first, __local int* second) {
  const size_t l = get_local_id(0);
  first[l] = a[get_global_id(0)].x;
  second[l] = a[get_global_id(0)].y;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int x = scanned(first, l, get_local_size(0));
  out[get_global_id(0)] = (int2)(x, scanned(second, l, get_local_size(0)));
}
