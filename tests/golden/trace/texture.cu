// texture.cu - fetches from textures of one, two and three dimensions, partly unused.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_texture(cudaTextureObject_t line, cudaTextureObject_t plane, cudaTextureObject_t volume,
                                          float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = static_cast<float>(i) + 0.5f;
  const float4 a = tex2D<float4>(plane, x, 0.25f * x);
  const float b = tex3D<float>(volume, x, x + 1.0f, x + 2.0f);
  const float2 c = tex1Dfetch<float2>(line, i);
  const uint4 d = tex2DLod<uint4>(plane, x, x, 1.0f);
  out[i] = a.x + a.z + b + c.y + static_cast<float>(d.w);
}
