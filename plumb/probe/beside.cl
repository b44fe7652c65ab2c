// plumb/probe/beside.cl - chains of whole numbers and of floats in one work-item.
//
//   for i in [0, steps):  x = operation(x);  BESIDE times: y = y / 2 + 1
//
// Source      roofline models; units with lanes for either kind may compute both at a time
// Work        CHAINS of each kind, a step of one with the multiply-adds of one
// Traffic     one number written per work-item: the sum of the whole numbers
// Launch      1-D, any grid
// Parameters  CHAINS; BESIDE: multiply-adds for a step of whole numbers, which is that of compute.cl
__kernel void probe_beside(__global uint* out, const uint first, const uint m, const uint c, const ulong steps)
{
  uint x[CHAINS];
  float y[CHAINS];
  uint sum = 0;
  float all = 0.0f;
#pragma unroll
  for (int k = 0; k < CHAINS; ++k) {
    x[k] = first + ((uint)get_local_id(0) + k) * c;
    y[k] = (float)((uint)get_local_id(0) + k);
  }
  for (ulong i = 0; i < steps; ++i) {
#pragma unroll
    for (int k = 0; k < CHAINS; ++k) {
      x[k] = x[k] * m + c;
      x[k] ^= x[k] >> 15u;
      x[k] ^= x[k] >> 7u;
#pragma unroll
      for (int turn = 0; turn < BESIDE; ++turn) y[k] = y[k] * 0.5f + 1.0f;
    }
  }
#pragma unroll
  for (int k = 0; k < CHAINS; ++k) {
    sum += x[k];
    all += y[k];
  }
  out[get_global_id(0)] = all >= 0.0f ? sum : 0u;  // always
}
