// stencil.cu - nineteen points of a volume, the shape of the Himeno benchmark, and a marked region.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_stencil(const float* p, const float4* __restrict__ a, float* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= nx - 1 || y >= ny - 1) return;
  for (int z = 1; z < nz - 1; ++z) {
    const int at = (z * ny + y) * nx + x;
    const float4 w = a[at];
    asm volatile("// plumb:begin sum" ::: "memory");
    float sum = w.x * (p[at + 1] + p[at - 1]) + w.y * (p[at + nx] + p[at - nx]) + w.z * (p[at + nx * ny] + p[at - nx * ny]);
    sum += w.w * (p[at + nx + 1] - p[at + nx - 1] - p[at - nx + 1] + p[at - nx - 1]);
    asm volatile("// plumb:end sum" ::: "memory");
    out[at] = sum - p[at];
  }
}
