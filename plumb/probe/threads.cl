// plumb/probe/threads.cl - copying with a chosen number of work-items and elements in flight.
//
//   for i in [0, n):  to[i] = from[i]
//
// Source      paper 001, figures 2 and 6
// Work        WIDE: work-items take turns, FLIGHT elements each; otherwise a slice of n / items elements
// Traffic     8 bytes per element
// Launch      1-D, any grid
// Parameters  FLIGHT (elements loaded before the first is stored), WIDE (1 on GPUs),
//             BARRIER (1: after every FLIGHT elements; needs WIDE)
__kernel void probe_threads(__global const float* restrict from, __global float* restrict to, const ulong n)
{
  const Slice mine = probe_turns(n);
  const ulong step = mine.step;
  const ulong last = mine.last;
  ulong i = mine.first;
#if WIDE
  const ulong turns = n / (FLIGHT * step);  // alike for all work-items, as a barrier asks
#else
  const ulong turns = i < last ? (last - i) / FLIGHT : 0;
#endif
  for (ulong turn = 0; turn < turns; ++turn, i += FLIGHT * step) {
    float held[FLIGHT];
#pragma unroll
    for (uint j = 0; j < FLIGHT; ++j) held[j] = from[i + j * step];
#pragma unroll
    for (uint j = 0; j < FLIGHT; ++j) to[i + j * step] = held[j];
#if BARRIER
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  for (; i < last; i += step) to[i] = from[i];
}
