// plumb/probe/mix.cl - one stream from memory, several reads from a small table that stays cached.
//
//   for i in [0, n):  sum ^= a[i & mask];  for j in [0, REUSED):  sum ^= table[(i + j * 61) & small]
//
// Source      the extended model: bytes of two levels at once, joined by an exponent
// Work        WIDE: work-items take turns along the stream; otherwise a slice of n / items vectors
// Traffic     16 bytes of the stream and 16 * REUSED of the table per vector
// Launch      1-D, any grid
// Parameters  REUSED, WIDE (1 on GPUs)
__kernel void probe_mix(__global const uint4* restrict a, __global const uint4* restrict table, __global uint* restrict out,
                        const ulong n, const ulong mask, const ulong small)
{
  const Slice mine = probe_turns(n);
  uint4 sum = table[0];
  for (ulong i = mine.first; i < mine.last; i += mine.step) {
    const uint4 p = a[i & mask];
    sum.x ^= p.x; sum.y ^= p.y; sum.z ^= p.z; sum.w ^= p.w;
#pragma unroll
    for (uint j = 0; j < REUSED; ++j) {
      const uint4 q = table[(i + j * 61) & small];
      sum.x ^= q.x; sum.y ^= q.y; sum.z ^= q.z; sum.w ^= q.w;
    }
  }
  out[get_global_id(0)] = sum.x ^ sum.y ^ sum.z ^ sum.w;
}
