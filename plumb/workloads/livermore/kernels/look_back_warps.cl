// livermore/kernels/look_back_warps.cl - look_back.cl for CUDA, where the lanes of a warp exchange registers.
//
//   look_back(...)  takes an item's map and returns x before the item's first step
//
// Source      see look_back.cl; the first warp joins tiles while the second looks for a value
// Work        each half of a value carries its tag in the same 8 bytes, which are read and written
//             whole: no fence
// Traffic     32 bytes per tile and 48 per block
// Launch      all items of the group call it; see scan_tiles.cl
// Parameters  REAL, WORDS, GROUP: 64 or more; RESIDENT: groups that an SM must be able to hold; NAP: ns
//             between two looks, so that those who wait do not keep the memory from those who load
#ifdef __CUDACC__
#define UNROLL _Pragma("unroll")
#define BOUNDED __launch_bounds__(GROUP, RESIDENT)
#define LOOK_BACK_LOCALS
#define LOOK_BACK(start, slope, shift) look_back(words, tile, tiles, tag, start, slope, shift)
#define ALL 0xffffffffu
#define WARP 32
#define WARPS (GROUP / WARP)

void hand(volatile uint* at, uint tag, REAL v)
{
  const ulong low = (ulong)tag << 32 | (BITS(v) & ALL), high = (ulong)tag << 32 | BITS(v) >> 32;
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(at), "l"(low), "l"(high));
}
#define LOAD(at, low, high) \
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(low), "=l"(high) : "l"(at))
#define WHOLE(low, high) ((uint)(low >> 32) == tag && (uint)(high >> 32) == tag)
#define VALUE(low, high) FROM_BITS(high << 32 | (low & ALL))

// 1: the map is there; its two halves come at once.
int take_map(volatile uint* at, uint tag, REAL* a, REAL* b)
{
  ulong a_low, a_high, b_low, b_high;
  LOAD(at, a_low, a_high);
  LOAD(at + 4, b_low, b_high);
  *a = VALUE(a_low, a_high), *b = VALUE(b_low, b_high);
  return WHOLE(a_low, a_high) && WHOLE(b_low, b_high);
}
// 2: the value behind the block is there, in a; 1: its map.
int take_block(volatile uint* at, uint tag, REAL* a, REAL* b)
{
  ulong low, high;
  LOAD(at + 8, low, high);
  const int map = take_map(at, tag, a, b);
  if (!WHOLE(low, high)) return map;
  *a = VALUE(low, high);
  return 2;
}

REAL look_back(volatile uint* words, uint tile, uint tiles, uint tag, REAL start, REAL slope,
               REAL shift)
{
  __shared__ REAL warp_a[WARPS], warp_b[WARPS], before_a, before_b, entering;
  const uint lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const uint place = tile % BLOCK, block = tile / BLOCK;
  for (uint reach = 1; reach < WARP; reach *= 2) {
    const REAL a = __shfl_up_sync(ALL, slope, reach), b = __shfl_up_sync(ALL, shift, reach);
    if (lane >= reach) shift = STEP(slope, b, shift), slope = slope * a;
  }
  if (lane == WARP - 1) warp_a[warp] = slope, warp_b[warp] = shift;
  REAL own_a = __shfl_up_sync(ALL, slope, 1), own_b = __shfl_up_sync(ALL, shift, 1);
  if (lane == 0) own_a = 1, own_b = 0;
  __syncthreads();
  REAL left_a = 1, left_b = 0, tile_a = 1, tile_b = 0;  // maps of the warps before, and of all
  for (uint w = 0; w < WARPS; ++w) {
    if (w == warp) left_a = tile_a, left_b = tile_b;
    JOIN(tile_a, tile_b, warp_a[w], warp_b[w])
  }
  JOIN(left_a, left_b, own_a, own_b)
  REAL a = 1, b = 0, whole_a = 1, whole_b = 0;
  if (warp == 0) {
    if (lane == 0) hand(TILE_MAP(tile), tag, tile_a), hand(TILE_MAP(tile) + 4, tag, tile_b);
    while (lane < place && !take_map(TILE_MAP(tile - place + lane), tag, &a, &b)) __nanosleep(NAP);
    __syncwarp();
    for (uint reach = 1; reach < WARP; reach *= 2) {
      const REAL next_a = __shfl_down_sync(ALL, a, reach), next_b = __shfl_down_sync(ALL, b, reach);
      JOIN(a, b, next_a, next_b)
    }
    whole_a = a, whole_b = b;
    JOIN(whole_a, whole_b, tile_a, tile_b)
    if (lane == 0 && place == BLOCK - 1)
      hand(BLOCK_MAP(block), tag, whole_a), hand(BLOCK_MAP(block) + 4, tag, whole_b);
    if (lane == 0) before_a = a, before_b = b;
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
  return STEP(left_a, STEP(before_a, entering, before_b), left_b);
}
#endif
