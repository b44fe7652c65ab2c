// tests/device/opencl_c/loads.cl - vectors at any element, halves, saturated and rounded conversions, bits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

__kernel void loads_four(__global const float* a, __global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (4 * i + 4 < n) vstore4(vload4(i, a + 1).yxwz, i, out + 1);
}

__kernel void loads_bytes(__global const uchar* a, __global uchar* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) vstore3(convert_uchar3_sat(convert_int3(vload3(i, a)) * 2 - 100), i, out);
}

__kernel void loads_halves(__global const half* a, __global half* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  vstore_half4_rte(vload_half4(i, a) * 0.5f, i, out);
  if (i == 0) vstore_half(vload_half(3, a) + 1.0f, 4 * n, out);
}

__kernel void loads_rounded(__global const float4* a, __global int4* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  const int4 nearest = convert_int4_sat_rte(a[i]);
  const int4 down = convert_int4_rtn(fmin(fmax(a[i], -1e6f), 1e6f));
  const char4 narrow = convert_char4_sat(nearest);
  out[i] = nearest ^ down * 3 ^ convert_int4(narrow) ^ as_int4(a[i]) ^ as_int4(convert_uint4_sat(a[i]));
}

__kernel void loads_bits(__global const ulong2* a, __global ulong2* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  const ulong2 v = a[i];
  const uint4 words = as_uint4(v);
  const ulong2 scaled = mul_hi(v, v.yx) + rotate(v, (ulong2)(13)) + popcount(v) * 7 + clz(v);
  const ulong2 mean = hadd(v, v.yx) ^ abs_diff(v, v.yx);
  out[i] = scaled ^ mean ^ upsample(words.xy, words.zw) ^ convert_ulong2(mad24(words.s02 & 0xfff, words.s13 & 0xfff, (uint2)(5)));
}
