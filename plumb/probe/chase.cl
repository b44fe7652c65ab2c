// plumb/probe/chase.cl - chains of pointers through memory, and walks along them.
//
//   for i in [0, hops):  p = *p
//
// Source      paper 001, section 2.2 and figure 4; the traps are listed in docs/commands/probe.md
// Work        one warp walks, all its work-items along the same chain; one work-item on CPUs. The chain
//             is built and warmed by many
// Traffic     per hop: one word of 8 bytes out of a line of LINE bytes, 0 flops
// Launch      chase: one warp or one work-item; lap: one group; build: 1-D, any number of groups
// Parameters  LINE (bytes of a node at least)

// A bijection of [0, 2^bits): odd factors, additions and shifts to the right can all be undone.
ulong probe_mix(ulong x, const uint bits, const ulong seed)
{
  const ulong mask = (1UL << bits) - 1;
  x = (x * 0x9E3779B97F4A7C15UL + seed) & mask;
  x ^= x >> ((bits + 1) / 2);
  x = (x * 0xD1342543DE82EF95UL + (seed >> 7)) & mask;
  x ^= x >> ((bits + 2) / 3);
  x = (x * 0xBF58476D1CE4E5B9UL + 1) & mask;
  x ^= x >> ((bits + 1) / 2);
  return x;
}

// A permutation of [0, n) with n <= 2^bits: walk along the cycle of the mix until it is inside.
ulong probe_permute(ulong i, const ulong n, const uint bits, const ulong seed)
{
  do {
    i = probe_mix(i, bits, seed);
  } while (i >= n);
  return i;
}

// The place of the i-th node of the walk. The walk visits `windows` windows in random order, and the
// `width` nodes of a window in random order before it leaves: translations then last for a window.
ulong probe_place(const ulong i, const ulong windows, const ulong width, const uint window_bits,
                  const uint width_bits)
{
  const ulong window = probe_permute(i / width, windows, window_bits, 7);
  return window * width + probe_permute(i % width, width, width_bits, 11 + 2 * window);
}

// Node j begins at j * spacing, shifted by whole lines so that nodes far apart use all cache sets.
ulong probe_offset(const ulong j, const ulong spacing, const ulong skew)
{
  return j * spacing + (j % skew) * LINE;
}

// Node place(i) points to node place(i + 1), the last to the first: one cycle through all nodes.
__kernel void probe_build_chain(__global ulong* chain, const ulong windows, const ulong width,
                                const uint window_bits, const uint width_bits, const ulong spacing,
                                const ulong skew)
{
  const ulong n = windows * width;
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
    const ulong next = i + 1 < n ? i + 1 : 0;
    const ulong here = probe_place(i, windows, width, window_bits, width_bits);
    const ulong there = probe_place(next, windows, width, window_bits, width_bits);
    chain[probe_offset(here, spacing, skew) / 8] = (ulong)(chain + probe_offset(there, spacing, skew) / 8);
  }
}

// The first node of the walk, for probe_chase.
__kernel void probe_start_chain(__global ulong* chain, __global ulong* at, const ulong windows, const ulong width,
                                const uint window_bits, const uint width_bits, const ulong spacing,
                                const ulong skew)
{
  at[0] = (ulong)(chain + probe_offset(probe_place(0, windows, width, window_bits, width_bits), spacing, skew) / 8);
}

// Visits every node once, in the order of the walk: what a cache then holds is what it would hold after
// a lap of the walk itself, but the group's work-items load side by side.
__kernel void probe_lap(__global ulong* chain, __global ulong* sink, const ulong windows, const ulong width,
                        const uint window_bits, const uint width_bits, const ulong spacing, const ulong skew)
{
  const ulong n = windows * width;
  ulong sum = 0;
  for (ulong i = get_local_id(0); i < n; i += get_local_size(0))
    sum ^= chain[probe_offset(probe_place(i, windows, width, window_bits, width_bits), spacing, skew) / 8];
  sink[1 + get_local_id(0)] = sum;
}

// Walks on from where the last walk ended: first `warm` hops, which fill caches that are empty when a
// kernel starts, then 8 * `eights`.
__kernel void probe_chase(__global ulong* at, const ulong warm, const ulong eights)
{
  ulong p = at[0];
  barrier(CLK_GLOBAL_MEM_FENCE);  // all have read before one writes
  for (ulong i = 0; i < warm; ++i) p = *(__global ulong*)p;
  for (ulong i = 0; i < eights; ++i) {
    p = *(__global ulong*)p;
    p = *(__global ulong*)p;
    p = *(__global ulong*)p;
    p = *(__global ulong*)p;
    p = *(__global ulong*)p;
    p = *(__global ulong*)p;
    p = *(__global ulong*)p;
    p = *(__global ulong*)p;
  }
  if (get_local_id(0) == 0) at[0] = p;
}

// The same past a compute unit's own cache where the hardware keeps volatile reads out of it.
__kernel void probe_chase_shared(__global ulong* at, const ulong warm, const ulong eights)
{
  ulong p = at[0];
  barrier(CLK_GLOBAL_MEM_FENCE);  // all have read before one writes
  for (ulong i = 0; i < warm + 8 * eights; ++i) p = *(volatile __global ulong*)p;
  if (get_local_id(0) == 0) at[0] = p;
}
