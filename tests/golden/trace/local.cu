// local.cu - a private array that is indexed by data: loads from local memory.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_local(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int counts[512];
  for (int k = 0; k < 512; ++k) counts[k] = k * i;
  for (int k = 0; k < 8; ++k) counts[(in[(i + k) % n]) & 511] += k;
  out[i] = counts[in[i] & 511] + counts[(in[i] >> 5) & 511];
}
