// divergent.cu - loads in a loop whose length differs from thread to thread, and in both arms of a branch.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void golden_divergent(const unsigned* next, const float* value, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned at = i;
  float sum = 0;
  while (at != 0) {
    if (at % 3 == 0) {
      sum += value[at];
    } else {
      sum -= value[n - at];
      for (unsigned k = 0; k < at % 5; ++k) sum += value[k] * value[at - 1];
    }
    at = next[at];
  }
  out[i] = sum;
}
