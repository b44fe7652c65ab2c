// tests/device/opencl_c/numbers.cl - indices in three dimensions, constants, geometry, doubles, structures.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__constant float weights[5] = {0.125f, 0.25f, 0.5f, 0.25f, 0.125f};

__kernel void numbers_indices(__global uint* out) {
  const size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  vstore8((uint8)(get_work_dim(), (uint)get_global_offset(0), (uint)get_num_groups(1), (uint)get_group_id(0),
                  (uint)(get_global_size(0) + 10 * get_global_size(1) + 100 * get_global_size(2)),
                  (uint)(get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2)), (uint)get_local_size(1),
                  (uint)get_global_id(1)), i, out);
}

// A table of the program, one that is given, and a definition, in one kernel.
__kernel void numbers_constants(__global const float* a, __global float2* out, __constant float* table, uint entries, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  float sum = 0;
  for (int k = -2; k <= 2; ++k) sum += weights[k + 2] * a[clamp((int)i + k, 0, (int)n - 1)];
  out[i] = (float2)(sum, table[i % entries] * SCALE);
}

__kernel void numbers_taps(__global const float4* a, __global float4* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = a[i] * weights[i % 5] + weights[0];
}

__kernel void numbers_geometry(__global const float4* a, __global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  const float3 u = normalize(a[i].xyz + 1.0f);
  out[i] = length(cross(u, a[i].zyx)) + dot(a[i], a[i].wzyx) + distance(u, a[i].yzx) + mix(a[i].x, a[i].y, 0.25f) +
           smoothstep(-1.0f, 1.0f, a[i].z) + sign(a[i].w) + step(0.5f, a[i].x);
}

__kernel void numbers_doubles(__global const double2* a, __global double2* out, double scale, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = fma(a[i], (double2)(2.0, scale), a[i].yx) + sqrt(fabs(a[i])) + fmod(a[i], (double2)(0.25));
}

typedef struct __attribute__((packed)) {
  uchar tag;
  double value;
} packed_record;

__kernel void numbers_packed(__global const packed_record* records, __global double* out, char shift, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = records[i].value + (double)((char2)(shift, 1)).x * records[i].tag;
}
