// livermore/kernels/look_back.cl - what a group of a scan learns from the groups before it; any OpenCL GPU.
//
//   look_back(...)  takes an item's map and returns x before the item's first step
//
// Source      Merrill and Garland, decoupled look-back, in two levels: 32 tiles are a block. A tile
//             joins the maps of its block's earlier tiles in one fixed order; only values go from
//             block to block, A*x + B block by block however far one looks back: bit-equal from run
//             to run
// Work        a value is four words: tag, low half, tag, high half. A tag is the number of the scan,
//             so that nothing is reset between scans
// Traffic     32 bytes per tile and 48 per block
// Launch      all items of the group call it; see scan_tiles.cl. CUDA has look_back_warps.cl instead
// Parameters  (affine.clh stands in front) REAL; WORDS: 2 for double, 1 for float; GROUP
#define BLOCK_MAP(g) (words + 8 * (ulong)tiles + 12 * (ulong)(g))
#define BLOCK_VALUE(g) (BLOCK_MAP(g) + 8)

#ifndef __CUDACC__
#define UNROLL  // left to the compiler: forced, it costs PoCL seconds
#define BOUNDED __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#define LOOK_BACK_LOCALS \
  __local REAL maps[4 * GROUP], near[2 * BLOCK], far[2 * BLOCK]; \
  __local uint nearest[1];
#define LOOK_BACK(start, slope, shift) \
  look_back(words, tile, tiles, tag, start, slope, shift, maps, near, far, nearest)

// Shared words are exchanged by atomics alone; the tag follows the halves that it announces.
void hand(volatile __global uint* at, uint tag, REAL v)
{
  atomic_xchg(at + 1, (uint)BITS(v));
  atomic_xchg(at + 3, (uint)(BITS(v) >> 32));
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(at, tag);
}
int take(volatile __global uint* at, uint tag, REAL* v)
{
  if (atomic_or(at, 0u) != tag) return 0;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  const ulong bits = (ulong)atomic_or(at + 1, 0u) | (ulong)atomic_or(at + 3, 0u) << 32;
  *v = FROM_BITS(bits);
  return 1;
}

REAL look_back(volatile __global uint* words, uint tile, uint tiles, uint tag, REAL start, REAL slope,
               REAL shift, __local REAL* map, __local REAL* near, __local REAL* far,
               __local uint* nearest)
{
  const uint item = (uint)get_local_id(0), place = tile % BLOCK, block = tile / BLOCK;
  uint from = 0;  // the maps of all items up to this one: slopes, then shifts, in two copies
  map[item] = slope, map[GROUP + item] = shift;
  for (uint reach = 1; reach < GROUP; reach *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= reach) {
      shift = STEP(slope, map[from + GROUP + item - reach], shift);
      slope = slope * map[from + item - reach];
    }
    from = 2 * GROUP - from;
    map[from + item] = slope, map[from + GROUP + item] = shift;
  }
  if (item == GROUP - 1) {
    hand(TILE_MAP(tile), tag, slope);
    hand(TILE_MAP(tile) + 4, tag, shift);
  }
  REAL a = 1, b = 0;
  if (item < BLOCK) {  // one item per earlier tile of this block
    while (item < place && !take(TILE_MAP(tile - place + item), tag, &a)) continue;
    while (item < place && !take(TILE_MAP(tile - place + item) + 4, tag, &b)) continue;
    near[item] = a, near[BLOCK + item] = b;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL block_a = 1, block_b = 0, whole_a, whole_b;
  for (uint t = 0; t < BLOCK; ++t) JOIN(block_a, block_b, near[t], near[BLOCK + t])
  whole_a = block_a, whole_b = block_b;
  JOIN(whole_a, whole_b, map[from + GROUP - 1], map[from + 2 * GROUP - 1])
  if (item == 0 && place == BLOCK - 1) {
    hand(BLOCK_MAP(block), tag, whole_a);
    hand(BLOCK_MAP(block) + 4, tag, whole_b);
  }
  uint found;
  do {  // the nearest earlier block whose value is known, and the maps of those between
    if (item == 0) nearest[0] = BLOCK;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < BLOCK) {
      int known = item < block ? 0 : 2;
      for (a = start; known == 0;) {
        if (take(BLOCK_VALUE(block - 1 - item), tag, &a)) known = 2;
        else if (take(BLOCK_MAP(block - 1 - item) + 4, tag, &b))
          known = take(BLOCK_MAP(block - 1 - item), tag, &a);
      }
      far[item] = a, far[BLOCK + item] = b;
      if (known == 2) atomic_min(nearest, item);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    found = nearest[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (found == BLOCK);
  REAL value = far[found];
  for (; found > 0; --found) value = STEP(far[found - 1], value, far[BLOCK + found - 1]);
  if (item == 0 && place == BLOCK - 1)
    hand(BLOCK_VALUE(block), tag, STEP(whole_a, value, whole_b));
  value = STEP(block_a, value, block_b);
  return item == 0 ? value : STEP(map[from + item - 1], value, map[from + GROUP + item - 1]);
}
#endif
