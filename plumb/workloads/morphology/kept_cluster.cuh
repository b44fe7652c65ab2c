// morphology/kept_cluster.cuh - what the warps of a cluster tell each other; stands in front of kept_columns.cu, behind kept.cuh.
constexpr int across = LANES / WIDE;  // threads beside each other
constexpr int along = 32 / across;    // items of a warp, one below the other
constexpr int items = along * WARPS;  // of a group
constexpr int slots = GROUPS * items * ITEM;
constexpr int threads = 32 * WARPS;
#define EACH_COLUMN _Pragma("unroll") for (int c = 0; c < WIDE; ++c)
#define EACH_VALUE _Pragma("unroll") for (int i = 0; i < ITEM; ++i)

struct alignas(WIDE * sizeof(PIXEL)) Word {
  PIXEL x[WIDE];
};

// A group that is alone needs no hardware for clusters. All have started before one writes to another's memory, and nobody
// writes behind the last barrier.
#if GROUPS > 1 && __CUDA_ARCH__ >= 900
__device__ inline void arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ inline void wait_for_all() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ inline void start_cluster() {
  arrive();
  wait_for_all();
}
__device__ inline Word* in_group(Word* at, int group) {
  Word* there;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(at), "r"(group));
  return there;
}
#else  // a launch of several groups does not come here: the driver refuses clusters
__device__ inline void arrive() {}
__device__ inline void wait_for_all() { __syncthreads(); }
__device__ inline void start_cluster() {}
__device__ inline Word* in_group(Word* at, int) { return at; }
#endif

__device__ inline void add_word(Value (&some)[WIDE], const Word& word) {
  EACH_COLUMN some[c] = pick(some[c], value_of(word.x[c]));
}

// The best of this warp's values to all groups: each of its items knows it, and sends it to another one.
__device__ inline void send_totals(Word (&totals)[across], const Value (&own)[WIDE], const Beside (&beside)[WIDE]) {
  const int column = threadIdx.x % across, inner = threadIdx.x % 32 / across;
  Word total;
  EACH_COLUMN total.x[c] = pixel_of(pick(own[c], pick(beside[c].before, beside[c].behind)));
#pragma unroll
  for (int group = 0; group < GROUPS; group += along)
    if (group + inner < GROUPS) *in_group(&totals[column], group + inner) = total;
}

// Adds the other warps' totals to what lies before and behind an item: its neighbours of the warp read some each.
__device__ inline void add_totals(const Word (&totals)[GROUPS * WARPS][across], int warp, Beside (&beside)[WIDE]) {
  const int column = threadIdx.x % across, inner = threadIdx.x % 32 / across;
  Value before[WIDE], behind[WIDE];
  EACH_COLUMN before[c] = behind[c] = neutral();
#pragma unroll
  for (int w = 0; w < GROUPS * WARPS; w += along) {
    const int other = w + inner;
    if (GROUPS * WARPS % along != 0 && other >= GROUPS * WARPS) continue;
    const Word total = totals[other][column];
    if (other < warp) add_word(before, total);
    if (other > warp) add_word(behind, total);
  }
#pragma unroll
  for (int away = across; away < 32; away *= 2) {
    EACH_COLUMN {
      before[c] = pick(before[c], value_of(__shfl_xor_sync(whole_warp, pixel_of(before[c]), away)));
      behind[c] = pick(behind[c], value_of(__shfl_xor_sync(whole_warp, pixel_of(behind[c]), away)));
    }
  }
  EACH_COLUMN {
    beside[c].before = pick(beside[c].before, before[c]);
    beside[c].behind = pick(beside[c].behind, behind[c]);
  }
}
