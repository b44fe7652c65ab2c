// surface.cu - loads from a surface and a plain load beside them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_surface(cudaSurfaceObject_t plane, const float* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 a = surf2Dread<float4>(plane, i * 16, 3);
  const float b = surf2Dread<float>(plane, i * 4, 1);
  const float c = in[i];
  out[i] = make_float4(a.x, a.y + b, a.z * c, a.w);
}
