// livermore/kernels/scan_stream.cu - scan_tiles.cl where bulk copies exist, for the recurrences of one or two
// arrays: 5, 11, 19.
//
//   for i = 0..count-1:  x = a(i)*x + b(i), what `KEPT` takes of x before and after is stored
//
// Source      Merrill and Garland, decoupled look-back; publishing a tile ahead is ours
// Work        groups take tiles by a ticket until none is left: one waits only for groups that run. A
//             group has STAGES tiles: the first is stored, the map of the second is handed over, the
//             others are on their way. What a group asks of others was handed over a tile ago. It keeps
//             x behind the blocks that it has passed: a warp joins the maps of each block since, in one
//             fixed order, so that results are bit-equal from run to run
// Traffic     per step, in REAL: 5 three, 11 two, 19 two and three; 32 bytes per tile
// Launch      1-D, any number of groups of GROUP, the same, and the same count, in all scans of a program;
//             dynamic local memory of STAGES * ROWS * ROW REAL; control and words begin as zeros
// Parameters  (arrival.cuh, bulk_copy.cuh, affine.clh, hand_maps.cuh, recurrences.cl, scan_stream_tile.cuh,
//             scan_stream_maps.cuh stand in front) REAL, WORDS, FORM; GROUP: a multiple of 32; ITEMS:
//             odd, so that items fall into different banks; STAGES: 2 or more; NAP as in
//             look_back_warps.cl
#define EACH(k) _Pragma("unroll") for (uint k = 0; k < ITEMS; ++k)
#define NEXT(stage) ((stage) + 1 == STAGES ? 0 : (stage) + 1)
#define ROWS_OF(stage) (memory + (stage) * ROWS * ROW)
#define FETCH(tile, stage) fetch(tile, tiles, ROWS_OF(stage), arrivals + (stage), FIRSTS, SECONDS, count)
#define AWAIT(t, stage) await(t, ROWS_OF(stage), arrivals + (stage), parities >> (stage) & 1, FIRSTS, SECONDS, count)
// Slope and shift of the item's k-th step in tile t.
#define MAP(t, stage, k)                                                                           \
  const uint step = item * ITEMS + (k);                                                            \
  const ulong i = t.base + step;                                                                   \
  REAL slope = 1, shift = 0;                                                                       \
  {                                                                                                \
    VIEWS(ROWS_OF(stage), t.first)                                                                 \
    COEFFICIENTS(i)                                                                                \
  }                                                                                                \
  if (step >= t.steps) slope = 1, shift = 0;

// Every group draws until one ticket is beyond the last tile: `tickets` in all.
__device__ uint draw(uint* control, uint tickets) {
  const uint ticket = atomicAdd(&control[0], 1u);
  if (ticket >> 31 != 0 && ticket % tickets == tickets - 1) atomicExch(&control[0], 0u);
  return ticket;
}

extern "C" __global__ void __launch_bounds__(GROUP, 1)
    livermore_scan_stream(ARRAYS, const REAL* start, const ulong start_at, REAL* last, uint* control, volatile uint* words,
                          const uint, const ulong count) {
  extern __shared__ __align__(16) REAL memory[];
  __shared__ u64 arrivals[STAGES];
  __shared__ uint drawn;
  const uint item = threadIdx.x, warp = item / WARP;
  const uint tiles = (uint)((count + TILE - 1) / TILE), tickets = tiles + gridDim.x;
  if (item < STAGES) arrival_start(arrivals + item);
  arrival_ready();
  uint queue[STAGES], tag = 0, parities = 0, passed = 0;
  _Pragma("unroll") for (uint s = 0; s < STAGES; ++s) {
    __syncthreads();
    if (item == 0) drawn = s == 0 || queue[s - 1] < tiles ? draw(control, tickets) : tiles;
    __syncthreads();
    if (s == 0) tag = drawn / tickets + 1;
    queue[s] = drawn % tickets;
    FETCH(queue[s], s);
  }
  REAL behind = start[start_at], before_a = 1, before_b = 0;
  // The tile's numbers are there: its map is handed over, that of the items before is kept.
  const auto publish = [&](uint tile, uint stage) {
    const Tile t(tile, count);
    AWAIT(t, stage);
    if (t.bulk) parities ^= 1u << stage;
    REAL a = 1, b = 0, tile_a, tile_b;
    EACH(k) { MAP(t, stage, k) JOIN(a, b, slope, shift) }
    join_group(a, b, &before_a, &before_b, &tile_a, &tile_b);
    if (item == 0) hand_map(TILE_MAP(tile), tag, tile_a, tile_b);
  };
  if (queue[0] < tiles) publish(queue[0], 0);
  __syncthreads();  // all have read each other's maps: the next tile overwrites them
  for (uint stage = 0; queue[0] < tiles; stage = NEXT(stage)) {
    const Tile t(queue[0], count);
    const Asked asked(words, passed + warp, queue[0]);
    uint after = tiles;  // on its way while the first tiles are worked on
    if (item == 0 && queue[STAGES - 1] < tiles) after = draw(control, tickets) % tickets;
    const REAL own_a = before_a, own_b = before_b;
    if (queue[1] < tiles) publish(queue[1], NEXT(stage));
    REAL value = STEP(own_a, resolve(words, queue[0], tag, &passed, &behind, asked), own_b);
    if (EMITS || queue[0] == tiles - 1) {
      EACH(k) {
        MAP(t, stage, k)
        const REAL next = STEP(slope, value, shift);
        ROWS_OF(stage)[(ROWS - 1) * ROW + t.place(i)] = KEPT(value, next);
        value = next;
      }
    }
    if (queue[0] == tiles - 1 && item == GROUP - 1) last[0] = value;  // what is left out changes nothing
    if (item == 0) drawn = after;
    __syncthreads();
    if (EMITS) EACH(k) {
      const ulong i = t.base + k * GROUP + item;
      const REAL kept = ROWS_OF(stage)[(ROWS - 1) * ROW + t.place(i)];
      if (k * GROUP + item < t.steps) { EMIT(i) }
    }
    _Pragma("unroll") for (uint s = 0; s < STAGES - 1; ++s) queue[s] = queue[s + 1];
    queue[STAGES - 1] = drawn;
    __syncthreads();
    FETCH(queue[STAGES - 1], stage);
  }
}
