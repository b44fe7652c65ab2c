// shared.cu - a tile in shared memory: vector and scalar loads, barriers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_shared(const float* in, float* out, int n) {
  __shared__ float tile[16][17];
  __shared__ float4 row[16];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int at = (blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x;
  tile[y][x] = in[at];
  if (y == 0) row[x] = make_float4(in[x], in[x + 1], in[x + 2], in[x + 3]);
  __syncthreads();
  const float4 part = row[y];
  float sum = part.x + part.y * part.z - part.w;
  for (int k = 0; k < 16; ++k) sum += tile[k][x] * tile[y][k];
  __syncthreads();
  out[at] = sum;
}
