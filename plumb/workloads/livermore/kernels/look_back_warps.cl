// livermore/kernels/look_back_warps.cl - look_back.cl for CUDA, where the lanes of a warp exchange registers.
//
//   look_back(...)  takes an item's map and returns x before the item's first step
//
// Source      see look_back.cl; the first warp joins tiles while the second looks for a value
// Work        see hand_maps.cuh, which stands in front, behind affine.clh
// Traffic     32 bytes per tile and 48 per block
// Launch      all items of the group call it; see scan_tiles.cl
// Parameters  REAL, WORDS, GROUP: 64 or more; RESIDENT: groups that an SM must be able to hold; NAP: ns
//             between two looks, so that those who wait do not keep the memory from those who load
#ifdef __CUDACC__
#define UNROLL _Pragma("unroll")
#define BOUNDED __launch_bounds__(GROUP, RESIDENT)
#define LOOK_BACK_LOCALS
#define LOOK_BACK(start, slope, shift) look_back(words, tile, tiles, tag, start, slope, shift)

// 1: the map is there; its two halves come at once.
int take_map(volatile uint* at, uint tag, REAL* a, REAL* b)
{
  const Handed slope = look(at), shift = look(at + 4);
  *a = value_of(slope), *b = value_of(shift);
  return whole(slope, tag) && whole(shift, tag);
}
// 2: the value behind the block is there, in a; 1: its map.
int take_block(volatile uint* at, uint tag, REAL* a, REAL* b)
{
  const Handed behind = look(at + 8);
  const int map = take_map(at, tag, a, b);
  if (!whole(behind, tag)) return map;
  *a = value_of(behind);
  return 2;
}

REAL look_back(volatile uint* words, uint tile, uint tiles, uint tag, REAL start, REAL slope,
               REAL shift)
{
  __shared__ REAL near_a, near_b, entering;
  const uint lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const uint place = tile % BLOCK, block = tile / BLOCK;
  REAL before_a, before_b, tile_a, tile_b;
  join_group(slope, shift, &before_a, &before_b, &tile_a, &tile_b);
  REAL a = 1, b = 0, whole_a = 1, whole_b = 0;
  if (warp == 0) {
    if (lane == 0) hand_map(TILE_MAP(tile), tag, tile_a, tile_b);
    while (lane < place && !take_map(TILE_MAP(tile - place + lane), tag, &a, &b)) __nanosleep(NAP);
    __syncwarp();
    join_lanes(&a, &b);
    whole_a = a, whole_b = b;
    JOIN(whole_a, whole_b, tile_a, tile_b)
    if (lane == 0 && place == BLOCK - 1) hand_map(BLOCK_MAP(block), tag, whole_a, whole_b);
    if (lane == 0) near_a = a, near_b = b;
  } else if (warp == 1) {
    uint known_lanes;
    do {
      int known = lane < block ? 0 : 2;
      a = start;
      while (known == 0) {
        known = take_block(BLOCK_MAP(block - 1 - lane), tag, &a, &b);
        if (known == 0) __nanosleep(NAP);
      }
      known_lanes = __ballot_sync(ALL, known == 2);
    } while (known_lanes == 0);
    uint found = __ffs(known_lanes) - 1;
    REAL value = __shfl_sync(ALL, a, found);
    for (; found > 0; --found)
      value = STEP(__shfl_sync(ALL, a, found - 1), value, __shfl_sync(ALL, b, found - 1));
    if (lane == 0) entering = value;
  }
  __syncthreads();
  if (threadIdx.x == 0 && place == BLOCK - 1)
    hand(BLOCK_VALUE(block), tag, STEP(whole_a, entering, whole_b));
  return STEP(before_a, STEP(near_a, entering, near_b), before_b);
}
#endif
