// constant.cu - constant memory at fixed and at computed addresses.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
__constant__ float weights[64];
__constant__ int4 shapes[8];
extern "C" __global__ void golden_constant(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int4 shape = shapes[blockIdx.x % 8];
  float sum = weights[3] * in[i];
  for (int k = 0; k < shape.x; ++k) sum += weights[(k + shape.y) % 64] * in[(i + k) % n];
  out[i] = sum + weights[i % 64] + static_cast<float>(shape.w);
}
