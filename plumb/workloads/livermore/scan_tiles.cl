// livermore/scan_tiles.cl - x <- a x + b over a whole array in one pass, for GPUs: 5, 11, 17, 19, 20, 23.
//
//   for i = 0..count-1:  x = a(i)*x + b(i), what `KEPT` takes of x before and after is stored
//
// Source      Merrill and Garland, decoupled look-back, in two levels: 32 tiles are a block. A tile
//             joins the maps of its block's earlier tiles in one fixed order and hands on; only
//             values go from block to block, A*x + B block by block however far one looks back:
//             bit-equal from run to run.
// Work        a group takes the next tile by a ticket: it waits only for groups that run
// Traffic     per step, in REAL: 5 three, 11 two, 19 two and three, 23 nine, 17 seven, 20 nine
// Launch      1-D, one group of GROUP per tile of GROUP*ITEMS steps, the same number in all scans of
//             a program; words begin as zeros
// Parameters  (handing.cl and recurrences.cl stand in front) REAL, WORDS, GROUP, ITEMS, RESIDENT
#pragma OPENCL FP_CONTRACT OFF
#define EACH(k) _Pragma("unroll") for (uint k = 0; k < ITEMS; ++k)
#define PAD(j) ((j) + (j) / ITEMS)  // neighbours ITEMS apart fall into different banks
#define OWN(k) PAD(item * ITEMS + (k))
#define ACROSS(k) PAD((k) * GROUP + item)
#define TILE_MAP(t) (words + 8 * (ulong)(t))
#define BLOCK_MAP(g) (words + 8 * (ulong)tiles + 12 * (ulong)(g))
#define BLOCK_VALUE(g) (BLOCK_MAP(g) + 8)
#define BLOCK 32
#define JOIN(a, b, next_a, next_b) b = (next_a) * b + (next_b), a = (next_a) * a;

__kernel BOUNDED void livermore_scan(ARRAYS, __global const REAL* start, const ulong start_at,
                                     __global REAL* last, volatile __global uint* control,
                                     volatile __global uint* words, const uint sweep,
                                     const ulong count)
{
  __local REAL row[GROUP * ITEMS + GROUP], map_a[2 * GROUP], map_b[2 * GROUP];
  __local REAL near_a[BLOCK], near_b[BLOCK], far_a[BLOCK], far_b[BLOCK], arriving[1];
  __local uint ticket[1], nearest[1];
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
  const uint place = tile % BLOCK, block = tile / BLOCK;
  const ulong base = (ulong)tile * (GROUP * ITEMS);
  REAL a[ITEMS], b[ITEMS];
  EACH(k)
  {
    const ulong i = base + k * GROUP + item;
    REAL slope = 1, shift = 0;
    if (i < count) { COEFFICIENTS(i) }
    a[k] = slope, b[k] = shift;
  }
  // From neighbours beside each other to ITEMS in a row per item.
  if (SLOPES) {
    EACH(k) row[ACROSS(k)] = a[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    EACH(k) a[k] = row[OWN(k)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  EACH(k) row[ACROSS(k)] = b[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  EACH(k) b[k] = row[OWN(k)];
  REAL slope = 1, shift = 0;
  EACH(k) { JOIN(slope, shift, a[k], b[k]) }
  uint from = 0;  // the maps of all items up to this one
  map_a[item] = slope, map_b[item] = shift;
  for (uint reach = 1; reach < GROUP; reach *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= reach) {
      shift = slope * map_b[from + item - reach] + shift;
      slope = slope * map_a[from + item - reach];
    }
    from = GROUP - from;
    map_a[from + item] = slope, map_b[from + item] = shift;
  }
  if (item == GROUP - 1) {
    HAND(TILE_MAP(tile), tag, slope)
    HAND(TILE_MAP(tile) + 4, tag, shift)
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < BLOCK) {  // one item per earlier tile of this block
    REAL of_a = 1, of_b = 0;
    if (item < place) {
      while (!take(TILE_MAP(tile - place + item), tag, &of_a)) continue;
      while (!take(TILE_MAP(tile - place + item) + 4, tag, &of_b)) continue;
    }
    near_a[item] = of_a, near_b[item] = of_b;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL block_a = 1, block_b = 0;
  if (item < 4) {
    for (uint t = 8 * item; t < 8 * item + 8; ++t) JOIN(block_a, block_b, near_a[t], near_b[t])
    near_a[8 * item] = block_a, near_b[8 * item] = block_b;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    for (uint t = 8; t < BLOCK; t += 8) JOIN(block_a, block_b, near_a[t], near_b[t])
    if (place == BLOCK - 1) {
      near_a[0] = block_a, near_b[0] = block_b;
      JOIN(near_a[0], near_b[0], map_a[from + GROUP - 1], map_b[from + GROUP - 1])
      HAND(BLOCK_MAP(block), tag, near_a[0])
      HAND(BLOCK_MAP(block) + 4, tag, near_b[0])
    }
  }
  uint found;
  do {  // the nearest earlier block whose value is known, and the maps of those between
    if (item == 0) nearest[0] = BLOCK;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < BLOCK) {
      REAL of_a = start[start_at], of_b = 0;
      int known = item < block ? 0 : 2;
      while (known == 0) {
        if (take(BLOCK_VALUE(block - 1 - item), tag, &of_a)) {
          known = 2;
        } else if (take(BLOCK_MAP(block - 1 - item) + 4, tag, &of_b) &&
                   take(BLOCK_MAP(block - 1 - item), tag, &of_a)) {
          known = 1;
        }
      }
      far_a[item] = of_a, far_b[item] = of_b;
      if (known == 2) atomic_min(&nearest[0], item);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    found = nearest[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (found == BLOCK);
  if (item == 0) {
    REAL value = far_a[found];
    for (uint t = found; t > 0; --t) value = far_a[t - 1] * value + far_b[t - 1];
    if (place == BLOCK - 1) {
      const REAL leaving = near_a[0] * value + near_b[0];
      HAND(BLOCK_VALUE(block), tag, leaving)
    }
    arriving[0] = block_a * value + block_b;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL value = arriving[0];
  if (item > 0) value = map_a[from + item - 1] * value + map_b[from + item - 1];
  EACH(k)
  {
    const REAL next = a[k] * value + b[k];
    row[OWN(k)] = KEPT(value, next);
    value = next;
  }
  if (tile == tiles - 1 && item == GROUP - 1) last[0] = value;  // steps behind the last change nothing
  barrier(CLK_LOCAL_MEM_FENCE);
  EACH(k)
  {
    const ulong i = base + k * GROUP + item;
    const REAL kept = row[ACROSS(k)];
    if (i < count) { EMIT(i) }
  }
}
