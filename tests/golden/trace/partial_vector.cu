// partial_vector.cu - vectors of which some components are never used: the assembler splits such loads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_partial_vector(const float4* a, const int4* b, const float2* c, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 x = a[i];
  const int4 y = b[i];
  const float2 z = c[i];
  out[i] = x.x + x.w + static_cast<float>(y.y) + z.y;
}
