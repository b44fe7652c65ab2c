// atomics.cu - atomic operations whose result is used, in global and shared memory; loads through generic pointers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_atomics(unsigned* counters, unsigned* out, const unsigned* in, int n, int choose) {
  __shared__ unsigned local_count[32];
  if (threadIdx.x < 32) local_count[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned ticket = atomicAdd(&counters[in[i] % 32], in[i]);
  const unsigned mine = atomicMax(&local_count[i % 32], ticket);
  const unsigned old = atomicCAS(&counters[32], mine, ticket);
  const unsigned* either = choose > 0 ? &local_count[3] : &in[5];
  out[i] = ticket + old + *either;
}
