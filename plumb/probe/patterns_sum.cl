// plumb/probe/patterns_sum.cl - many work-items, few results: atomic additions and a sum.
//
//   for i in [0, n):  counters[i * 7 % bins] += 1;   or   sum += in[i]
//
// Source      spec of the extended model: atomic and reduction beside the classes of paper 000
// Work        WIDE: one element per work-item; otherwise a slice of n / items elements
// Traffic     atomic: 4 bytes read and written; sum: 4 bytes read per element
// Launch      1-D; WIDE: at least n work-items for the atomics; the sum takes any grid
// Parameters  WIDE (1 on GPUs)
__kernel void probe_atomic(__global uint* counters, const ulong n, const uint bins)
{
  const Slice mine = probe_slice(get_global_id(0), get_global_size(0), n);
  for (ulong i = mine.first; i < mine.last; ++i) atomic_add(counters + i * 7 % bins, 1u);
}

__kernel void probe_sum(__global const float* restrict in, __global float* restrict out, const ulong n)
{
  const Slice mine = probe_turns(n);
  float sum = 0.0f;
  for (ulong i = mine.first; i < mine.last; i += mine.step) sum += in[i];
  out[get_global_id(0)] = sum;
}
