// tests/device/opencl_c/vectors.cl - literals, swizzles, wide vectors, relations between vectors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

__kernel void vectors_literal(__global float4* out, float x, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = (float4)(x, 1, (float2)((float)i, 3)) - (float4)(2);
}

__kernel void vectors_swizzle(__global const float4* a, __global float4* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  float4 v = a[i];
  float4 w = v.wzyx * 2.0f + v.xxyy;
  w.s1 = v.lo.x + v.hi.y + v.even.x - v.odd.y;
  w.zw = w.wz;
  out[i] = w;
}

__kernel void vectors_wide(__global const int* a, __global int* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  const int16 v = vload16(i, a);
  int16 w = v;
  w.s0f = v.sf0;
  w.s5 = 3;
  w.lo += (int8)(1, 2, 3, 4, 5, 6, 7, 8) * v.hi;
  vstore16(shuffle(w, (uint16)(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)), i, out);
}

__kernel void vectors_compare(__global const int4* a, __global const int4* b, __global int4* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  const int4 larger = a[i] > b[i];
  int4 result = select(a[i], b[i], larger) + (larger ? (int4)(100) : a[i] / 3);
  if (any(a[i] == b[i])) result.x = -1;
  if (all(a[i] >= 0)) result.y = -2;
  out[i] = max(result, min(a[i].yzwx, -a[i])) ^ (b[i] << 2) ^ ~a[i];
}

typedef struct {
  float3 position;
  uchar4 colour;
  short kind;
} vertex;

__kernel void vectors_of_three(__global vertex* vertices, __global float3* moved, float step, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  moved[i] = vertices[i].position + (float3)(step, 0, -step);
  vertices[i].colour = vertices[i].colour.wxyz + (uchar4)(200);
  vertices[i].kind = (short)(sizeof(vertex) + vec_step(float3));
}
