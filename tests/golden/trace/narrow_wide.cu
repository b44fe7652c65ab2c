// narrow_wide.cu - bytes, halves, doubles, vectors of 64-bit words; read-only and volatile loads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_narrow_wide(const unsigned char* bytes, const short* shorts, const double2* __restrict__ doubles,
                                              const volatile unsigned long long* words, const longlong2* __restrict__ longs,
                                              const uchar4* __restrict__ pixels, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double2 d = doubles[i];
  const longlong2 l = longs[i];
  const uchar4 p = pixels[i];
  out[i] = bytes[i] + shorts[i] + d.x * d.y + static_cast<double>(words[i] & 0xff) + static_cast<double>(l.x ^ l.y) + p.x + p.w +
           static_cast<double>(__ldg(&bytes[i + 1]));
}
