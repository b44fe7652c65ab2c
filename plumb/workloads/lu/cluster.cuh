// lu/cluster.cuh - how the groups of a cluster send each other their best rows; stands in front of
// panel_cluster.cu, behind arrival.cuh.
constexpr unsigned whole_warp = 0xffffffffU;
constexpr int vector_reals = 16 / sizeof(REAL);

// How well a row suits as a pivot: larger is better, at the same size the lower place. The bits of a
// magnitude are ordered as the magnitude; with 1 added, 0 is left for rows that are not asked.
struct alignas(16) Candidate {
  unsigned high, low, place, unused;
};
__device__ inline Candidate candidate_of(float x, unsigned place) { return {__float_as_uint(fabsf(x)) + 1, 0, place, 0}; }
__device__ inline Candidate candidate_of(double x, unsigned place) {
  return {(unsigned)__double2hiint(fabs(x)) + 1, (unsigned)__double2loint(x), place, 0};
}
__device__ inline Candidate no_candidate() { return {0, 0, ~0U, 0}; }
__device__ inline bool is_better(const Candidate& a, const Candidate& b) {
  if (a.high != b.high) return a.high > b.high;
  return a.low != b.low ? a.low > b.low : a.place < b.place;
}

#if __CUDA_ARCH__ >= 800
__device__ inline unsigned largest_of_warp(unsigned x) { return __reduce_max_sync(whole_warp, x); }
#else
__device__ inline unsigned largest_of_warp(unsigned x) {
  for (int away = 16; away > 0; away /= 2) x = max(x, __shfl_xor_sync(whole_warp, x, away));
  return x;
}
#endif

// The lane whose candidate is the best of its warp. All lanes take part in every step.
__device__ inline int best_lane(const Candidate& own) {
  bool leads = own.high == largest_of_warp(own.high);
  unsigned leaders = __ballot_sync(whole_warp, leads);
  if (leaders & (leaders - 1)) {
    const unsigned low = largest_of_warp(leads ? own.low : 0);
    leads = leads && own.low == low;
    const unsigned lowest = ~largest_of_warp(leads ? ~own.place : 0);
    leaders = __ballot_sync(whole_warp, leads && own.place == lowest);
  }
  return __ffs(leaders) - 1;
}

// What a group says of its best row. Of the row come the columns from the pivot's on.
struct alignas(16) Message {
  Candidate best;
  REAL row[PANEL];
};

// A group that is alone needs no arrivals, nor hardware for clusters: it stores, and a barrier follows.
__device__ inline bool is_alone() { return gridDim.x == 1; }
#if __CUDA_ARCH__ >= 900
// Where something of this group's local memory lies in that of another group of the cluster.
__device__ inline unsigned address_in_group(const void* at, unsigned group) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(local_address(at)), "r"(group));
  return there;
}
// 16 bytes to such an address; the arrival of that group counts them.
__device__ inline void send(unsigned to, const uint4& bytes, unsigned arrival) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(to),
               "r"(bytes.x), "r"(bytes.y), "r"(bytes.z), "r"(bytes.w), "r"(arrival) : "memory");
}
// All groups have started, and their arrivals too.
__device__ inline void cluster_start() {
  asm volatile("fence.mbarrier_init.release.cluster; barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
#else  // no launch comes here: the driver refuses clusters
__device__ inline unsigned address_in_group(const void*, unsigned) { return 0; }
__device__ inline void send(unsigned, const uint4&, unsigned) { __trap(); }
__device__ inline void cluster_start() {}
#endif
