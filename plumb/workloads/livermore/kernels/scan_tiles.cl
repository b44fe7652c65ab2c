// livermore/kernels/scan_tiles.cl - x <- a x + b over a whole array in one pass, for GPUs: 5, 11, 17, 19, 20, 23.
//
//   for i = 0..count-1:  x = a(i)*x + b(i), what `KEPT` takes of x before and after is stored
//
// Source      Merrill and Garland, decoupled look-back (look_back.cl)
// Work        a group takes the next tile by a ticket: it waits only for groups that run. Items read
//             neighbours beside each other, then exchange them for ITEMS in a row each
// Traffic     per step, in REAL: 5 three, 11 two, 19 two and three, 23 nine, 17 seven, 20 nine
// Launch      1-D, one group of GROUP per tile of GROUP*ITEMS steps, the same number in all scans of
//             a program; control and words begin as zeros
// Parameters  (affine.clh, hand_maps.cuh, look_back.cl, look_back_warps.cl and recurrences.cl stand in
//             front) REAL, WORDS, GROUP, ITEMS, RESIDENT, NAP
#pragma OPENCL FP_CONTRACT OFF
#define EACH(k) UNROLL for (uint k = 0; k < ITEMS; ++k)
#define PAD(j) ((j) + (j) / ITEMS)  // neighbours ITEMS apart fall into different banks
#define OWN(k) row[PAD(item * ITEMS + (k))]
#define ACROSS(k) row[PAD((k) * GROUP + item)]

__kernel BOUNDED void livermore_scan(ARRAYS, __global const REAL* start, const ulong start_at,
                                     __global REAL* last, volatile __global uint* control,
                                     volatile __global uint* words, const uint sweep,
                                     const ulong count)
{
  __local REAL row[GROUP * ITEMS + GROUP];
  __local uint ticket[1];
  LOOK_BACK_LOCALS
  (void)sweep;
  if (IDLE) return;  // alike in all groups
  const uint item = (uint)get_local_id(0);
  const uint tiles = (uint)get_num_groups(0);
  if (item == 0) {
    ticket[0] = atomic_inc(&control[0]);
    if (ticket[0] >> 31 != 0 && ticket[0] % tiles == tiles - 1) atomic_xchg(&control[0], 0u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tile = ticket[0] % tiles, tag = ticket[0] / tiles + 1;
  const ulong base = (ulong)tile * (GROUP * ITEMS) + item;
  REAL a[ITEMS], b[ITEMS];
  EACH(k)
  {
    // Behind the end the last step is read and left out: a branch would let every load wait.
    const ulong i = base + k * GROUP < count ? base + k * GROUP : count - 1;
    REAL slope = 1, shift = 0;
    COEFFICIENTS(i)
    a[k] = base + k * GROUP < count ? slope : (REAL)1;
    b[k] = base + k * GROUP < count ? shift : (REAL)0;
  }
  if (SLOPES) {
    EACH(k) ACROSS(k) = a[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    EACH(k) a[k] = OWN(k);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  EACH(k) ACROSS(k) = b[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL item_a = 1, item_b = 0;
  EACH(k) { JOIN(item_a, item_b, SLOPES ? a[k] : (REAL)1, OWN(k)) }
  REAL value = LOOK_BACK(start[start_at], item_a, item_b);
  EACH(k)
  {
    const REAL next = STEP(SLOPES ? a[k] : (REAL)1, value, OWN(k));
    OWN(k) = KEPT(value, next);
    value = next;
  }
  if (tile == tiles - 1 && item == GROUP - 1) last[0] = value;  // what is left out changes nothing
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // 20 read its states before
  EACH(k)
  {
    const ulong i = base + k * GROUP;
    const REAL kept = ACROSS(k);
    if (i < count) { EMIT(i) }
  }
}
