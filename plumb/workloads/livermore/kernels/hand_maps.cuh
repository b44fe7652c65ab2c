// livermore/kernels/hand_maps.cuh - how groups hand each other maps x -> a x + b on CUDA; stands in front of
// look_back_warps.cl and scan_stream.cu, behind affine.clh.
#ifdef __CUDACC__
#define ALL 0xffffffffu
#define WARP 32
#define WARPS (GROUP / WARP)

// Each half of a value carries its tag in the same 8 bytes, which are read and written whole: no fence.
struct Handed {
  unsigned long long low, high;
};
__device__ inline void hand(volatile uint* at, uint tag, REAL v) {
  const ulong low = (ulong)tag << 32 | (BITS(v) & ALL), high = (ulong)tag << 32 | (ulong)BITS(v) >> 32;
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(at), "l"(low), "l"(high));
}
__device__ inline Handed look(volatile uint* at) {
  Handed found;
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(found.low), "=l"(found.high) : "l"(at));
  return found;
}
__device__ inline bool whole(Handed found, uint tag) {
  return (uint)(found.low >> 32) == tag && (uint)(found.high >> 32) == tag;
}
__device__ inline REAL value_of(Handed found) { return FROM_BITS(found.high << 32 | (found.low & ALL)); }

__device__ inline void hand_map(volatile uint* at, uint tag, REAL a, REAL b) {
  hand(at, tag, a);
  hand(at + 4, tag, b);
}

// The maps of the items of a warp become those of all items up to each.
__device__ inline void join_items_before(REAL* a, REAL* b) {
  for (uint reach = 1; reach < WARP; reach *= 2) {
    const REAL earlier_a = __shfl_up_sync(ALL, *a, reach), earlier_b = __shfl_up_sync(ALL, *b, reach);
    if (threadIdx.x % WARP >= reach) *b = STEP(*a, earlier_b, *b), *a = *a * earlier_a;
  }
}
// The maps of all lanes joined, the first lane's first; the result is lane 0's.
__device__ inline void join_lanes(REAL* a, REAL* b) {
  for (uint reach = 1; reach < WARP; reach *= 2) {
    const REAL next_a = __shfl_down_sync(ALL, *a, reach), next_b = __shfl_down_sync(ALL, *b, reach);
    JOIN(*a, *b, next_a, next_b)
  }
}
// The map of the items before this one, and of all: `before_a`, `before_b`, `all_a`, `all_b`. Each warp's
// map goes through local memory: a barrier must lie between two calls.
__device__ inline void join_group(REAL a, REAL b, REAL* before_a, REAL* before_b, REAL* all_a, REAL* all_b) {
  __shared__ REAL warp_a[WARPS], warp_b[WARPS];
  const uint lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  join_items_before(&a, &b);
  if (lane == WARP - 1) warp_a[warp] = a, warp_b[warp] = b;
  REAL own_a = __shfl_up_sync(ALL, a, 1), own_b = __shfl_up_sync(ALL, b, 1);
  if (lane == 0) own_a = 1, own_b = 0;
  __syncthreads();
  *before_a = *all_a = 1, *before_b = *all_b = 0;
  for (uint w = 0; w < WARPS; ++w) {
    if (w == warp) *before_a = *all_a, *before_b = *all_b;
    JOIN(*all_a, *all_b, warp_a[w], warp_b[w])
  }
  JOIN(*before_a, *before_b, own_a, own_b)
}
#endif
