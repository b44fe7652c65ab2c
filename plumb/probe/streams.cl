// plumb/probe/streams.cl - copying several streams at once, with and without a barrier per element.
//
//   for i in [0, each):  for s in [0, STREAMS):  to[s][i] = from[s][i];  barrier
//
// Source      paper 001, figures 1, 3 and 5; the loop printed in figure 3 runs to the total instead of
//             `each` and copies too much
// Work        WIDE: work-items take turns along the streams; otherwise each has a piece of every stream
// Traffic     8 bytes per element
// Launch      1-D, any grid
// Parameters  STREAMS, BARRIER (1: after every element), WIDE (1 on GPUs)
__kernel void probe_streams(__global const float* restrict from, __global float* restrict to, const ulong each)
{
  const ulong items = get_global_size(0);
  const ulong turns = (each + items - 1) / items;
  for (ulong turn = 0; turn < turns; ++turn) {
#if WIDE
    const ulong i = turn * items + get_global_id(0);
#else
    const ulong i = get_global_id(0) * turns + turn;
#endif
    for (uint s = 0; s < STREAMS; ++s) {
      if (i < each) to[s * each + i] = from[s * each + i];
#if BARRIER
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
  }
}
