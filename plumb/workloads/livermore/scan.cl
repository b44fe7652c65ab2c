// livermore/scan.cl - x <- a x + b over a whole array in one pass: kernels 5, 11, 17, 19, 20, 23.
//
//   for i = 0..count-1:  x = a(i)*x + b(i), what `EMIT` keeps of x before and after is stored
//
// Source      Merrill and Garland, decoupled look-back. A tile hands on a value, not a map; A*x + B
//             is computed tile by tile however far one looks back: bit-equal from run to run.
// Work        a group takes the next tile by a ticket: it waits only for groups that run
// Traffic     per step, in REAL: 5 three, 11 two, 19 two and three, 23 nine, 17 seven, 20 nine
// Launch      1-D, one group of GROUP per tile of GROUP*ITEMS steps; control and flags were reset
// Parameters  (those of recurrences.cl in front) REAL, WORDS, GROUP, ITEMS, STRANDS, DEPTH, WINDOW
#pragma OPENCL FP_CONTRACT OFF
#define TILE (GROUP * ITEMS)
#if GROUP == 1
#define PAD(j) (j)
#define PADDED TILE
#else
#define PAD(j) ((j) + (j) / ITEMS)  // neighbours ITEMS apart fall into different banks
#define PADDED (TILE + GROUP)
#endif

// Shared words are exchanged by atomics alone; a flag follows the words that it announces.
#if WORDS == 2
#define PUT(at, v) atomic_xchg(&words[2 * (at)], (uint)as_ulong(v)); \
  atomic_xchg(&words[2 * (at) + 1], (uint)(as_ulong(v) >> 32));
#define GET(at) as_double((ulong)atomic_or(&words[2 * (at)], 0u) | \
                          ((ulong)atomic_or(&words[2 * (at) + 1], 0u) << 32))
#else
#define PUT(at, v) atomic_xchg(&words[at], as_uint(v));
#define GET(at) as_float(atomic_or(&words[at], 0u))
#endif
__kernel void livermore_scan(ARRAYS, __global const REAL* start, const ulong start_at,
                             __global REAL* last, volatile __global uint* control,
                             volatile __global uint* flags, volatile __global uint* words,
                             const uint sweep, const ulong count)
{
  __local REAL a[PADDED], b[PADDED];  // coefficients; later a: what is kept of each step
  __local REAL group_a[GROUP], group_b[GROUP], seen_a[DEPTH], seen_b[DEPTH], arriving[1];
  __local uint seen[DEPTH], ticket[1], found[1];
  const uint item = (uint)get_local_id(0);
  const uint aggregate_ready = 2 * sweep + 1;  // flags only grow: no reset between launches
  const int idle = IDLE;
  const ulong steps = idle ? 0 : count;
  const uint own = idle ? 0 : ITEMS / STRANDS, tile_end = idle ? 0 : TILE;
  if (item == 0) ticket[0] = atomic_inc(&control[sweep]);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tile = ticket[0];
  const ulong base = (ulong)tile * TILE;
  for (uint j = item; j < tile_end; j += GROUP) {
    const ulong i = base + j;
    REAL slope = 1, shift = 0;
    if (i < steps) { COEFFICIENTS(i) }
    a[PAD(j)] = slope, b[PAD(j)] = shift;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // An item's ITEMS steps are STRANDS chains beside each other: a CPU overlaps them.
  REAL strand_a[STRANDS], strand_b[STRANDS], slope = 1, shift = 0;
  for (uint s = 0; s < STRANDS; ++s) strand_a[s] = 1, strand_b[s] = 0;
  for (uint k = 0; k < own; ++k)
    for (uint s = 0; s < STRANDS; ++s) {
      const uint j = PAD(item * ITEMS + s * (ITEMS / STRANDS) + k);
      strand_b[s] = a[j] * strand_b[s] + b[j];
      strand_a[s] = a[j] * strand_a[s];
    }
  for (uint s = 0; s < STRANDS; ++s) {
    shift = strand_a[s] * shift + strand_b[s];
    slope = strand_a[s] * slope;
  }
  group_a[item] = slope, group_b[item] = shift;
  for (uint reach = 1; reach < GROUP; reach *= 2) {  // the maps of all items up to this one
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= reach) {
      shift = slope * group_b[item - reach] + shift;
      slope = slope * group_a[item - reach];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    group_a[item] = slope, group_b[item] = shift;
  }
  if (item == GROUP - 1 && !idle) {
    PUT(3 * tile, slope) PUT(3 * tile + 1, shift)
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(&flags[tile], aggregate_ready);
  }
  uint looked = 0;  // tiles before this one whose map or value is known here
  do {
    if (item < WINDOW) {
      const uint back = looked + item;
      uint flag = aggregate_ready + 1;
      if (back < tile && !idle) {
        const uint other = tile - 1 - back;
        do flag = atomic_or(&flags[other], 0u); while (flag < aggregate_ready);
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        seen_a[back] = flag > aggregate_ready ? GET(3 * other + 2) : GET(3 * other);
        seen_b[back] = GET(3 * other + 1);
      } else
        seen_a[back] = start[start_at];
      seen[back] = flag;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
      found[0] = 0;
      for (uint back = looked; back < looked + WINDOW && found[0] == 0; ++back) {
        if (seen[back] <= aggregate_ready) continue;
        REAL handed = seen_a[back];
        for (uint near = back; near > 0; --near)
          handed = seen_a[near - 1] * handed + seen_b[near - 1];
        arriving[0] = handed;
        found[0] = 1;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    looked = looked + 2 * WINDOW <= DEPTH ? looked + WINDOW : 0;  // too far: look again
  } while (found[0] == 0);
  if (item == GROUP - 1 && !idle) {
    PUT(3 * tile + 2, (REAL)(slope * arriving[0] + shift))
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(&flags[tile], aggregate_ready + 1);
  }
  const uint left = item == 0 ? 0 : item - 1;
  REAL value = item == 0 ? arriving[0] : group_a[left] * arriving[0] + group_b[left];
  REAL chain[STRANDS];
  for (uint s = 0; s < STRANDS; ++s) {
    chain[s] = value;
    value = strand_a[s] * value + strand_b[s];
  }
  for (uint k = 0; k < own; ++k)
    for (uint s = 0; s < STRANDS; ++s) {
      const uint j = PAD(item * ITEMS + s * (ITEMS / STRANDS) + k);
      const REAL next = a[j] * chain[s] + b[j];
      a[j] = KEPT(chain[s], next);
      chain[s] = next;
    }
  if (base < steps && base + TILE >= steps && item == GROUP - 1) last[0] = chain[STRANDS - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint j = item; j < tile_end; j += GROUP) {
    const ulong i = base + j;
    const REAL kept = a[PAD(j)];
    if (i < steps) { EMIT(i) }
  }
}
