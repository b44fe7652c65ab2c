// livermore/kernels/scan_stream_maps.cuh - what a group of scan_stream.cu asks of the others; stands in front of it.
// The maps of 32 tiles, asked for by a warp; those from `tile` on count as x -> x. All lanes ask.
struct Asked {
  volatile uint* at;
  bool counts;
  Handed slope, shift;
  __device__ Asked(volatile uint* words, uint block, uint tile) {
    const uint other = block * BLOCK + threadIdx.x % WARP;
    counts = other < tile;
    at = TILE_MAP(counts ? other : tile);
    ask();
  }
  __device__ void ask() { slope = look(at), shift = look(at + 4); }
  __device__ void joined(uint tag, REAL* a, REAL* b) {
    while (!whole(slope, tag) || !whole(shift, tag)) {
      __nanosleep(NAP);
      ask();
    }
    *a = counts ? value_of(slope) : (REAL)1, *b = counts ? value_of(shift) : (REAL)0;
    __syncwarp();
    join_lanes(a, b);
  }
};

// x before `tile`. `*passed` blocks lie behind `*behind`; both move on to this tile's block. `asked` are
// the maps of the warp's block among those that follow.
__device__ REAL resolve(volatile uint* words, uint tile, uint tag, uint* passed, REAL* behind, Asked asked) {
  __shared__ REAL block_a[WARPS], block_b[WARPS];
  const uint warp = threadIdx.x / WARP, block = tile / BLOCK;
  for (;;) {
    REAL a, b;
    asked.joined(tag, &a, &b);
    if (threadIdx.x % WARP == 0) block_a[warp] = a, block_b[warp] = b;
    __syncthreads();
    const uint many = block - *passed < WARPS ? block - *passed : WARPS;
    for (uint w = 0; w < many; ++w) *behind = STEP(block_a[w], *behind, block_b[w]);
    *passed += many;
    if (many < WARPS) return STEP(block_a[many], *behind, block_b[many]);
    __syncthreads();
    asked = Asked(words, *passed + warp, tile);
  }
}
