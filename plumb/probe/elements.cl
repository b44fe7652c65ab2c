// plumb/probe/elements.cl - one element per work-item: READS arrays are added up, the sum is written.
//
//   out[i] = in[i] + in[n + i] + ... + in[(READS - 1) n + i];  READS = 0: out[i] = value
//
// Source      paper 000, section 5.3: its K x 1 sums, with the arrays apart, so that nothing is read twice
// Work        one element of LANES words per work-item
// Traffic     (READS + 1) LANES words per element
// Launch      1-D, one work-item per element, whole groups
// Parameters  READS (0 ..), LANES (1, 2 or 4)
#if LANES == 1
#define ELEMENT uint
#define SET(sum, v) sum = v
#define ADD(sum, v) sum += v
#elif LANES == 2
#define ELEMENT uint2
#define SET(sum, v) sum.x = v, sum.y = v
#define ADD(sum, v) sum.x += v.x, sum.y += v.y
#else
#define ELEMENT uint4
#define SET(sum, v) sum.x = v, sum.y = v, sum.z = v, sum.w = v
#define ADD(sum, v) sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w
#endif

__kernel void probe_elements(__global const ELEMENT* restrict in, __global ELEMENT* restrict out, const ulong n,
                             const uint value)
{
  const ulong i = get_global_id(0);
  if (i >= n) return;
  ELEMENT sum;
  SET(sum, value);
#pragma unroll
  for (uint k = 0; k < READS; ++k) {
    const ELEMENT read = in[k * n + i];
    ADD(sum, read);
  }
  out[i] = sum;
}
