// smooth.cl - the sum of K neighbours of every element, a loop that may be worth porting.
//
//   for i in [0, n):  out[i] = sum of in[i .. i+K-1]        <- the loop on the host
//
// Source      docs/tutorials/worth_porting.md
// Work        one work-item makes one element
// Traffic     per element: 4 K bytes read, 4 bytes written, K flops
// Launch      1-D, any group size; the global size covers n
// Parameters  (none)
__kernel void smooth_sum(__global const float* restrict in, __global float* restrict out,
                         const uint n, const uint k)
{
  const uint i = get_global_id(0);
  if (i < n) {
    float sum = 0;
    for (uint j = 0; j < k; ++j) sum += in[i + j];
    out[i] = sum;
  }
}

// All inputs are 1, so that every sum is K.
__kernel void smooth_count(__global const float* restrict out, __global uint* wrong, const uint n,
                           const uint k)
{
  const uint i = get_global_id(0);
  if (i < n && out[i] != (float)k) atomic_inc(wrong);
}
