// poisson/kernels/on_chip.cuh - how rows pass between the strips of a group and the groups of a cluster; stands in front of
// on_chip.cu.
constexpr int owned_rows = WARPS * STRIP - 2 * DEPTH;
constexpr int part_reals = WIDTH * sizeof(REAL) > 16 ? 16 / sizeof(REAL) : WIDTH;
constexpr int parts = WIDTH / part_reals;
constexpr unsigned whole_warp = 0xffffffffU;

struct alignas(part_reals * sizeof(REAL)) Part {
  REAL x[part_reals];
};
typedef Part Row[parts][32];

// Each twice, so that nobody waits until all have read before the next ones are written.
struct Storage {
  Row edge[2][WARPS][2];   // the first and the last row of every strip
  Row halo[2][2][DEPTH];   // what the group below and the one above have sent
};

__device__ inline void put(Row& row, const REAL (&values)[WIDTH]) {
  for (int p = 0; p < parts; ++p) {
    Part part;
    for (int c = 0; c < part_reals; ++c) part.x[c] = values[p * part_reals + c];
    row[p][threadIdx.x % 32] = part;
  }
}
__device__ inline void take(REAL (&values)[WIDTH], const Row& row) {
  for (int p = 0; p < parts; ++p) {
    const Part part = row[p][threadIdx.x % 32];
    for (int c = 0; c < part_reals; ++c) values[p * part_reals + c] = part.x[c];
  }
}

// A launch of one group needs no hardware for clusters.
#if __CUDA_ARCH__ >= 900
__device__ inline void wait_for_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ inline Storage& storage_of(Storage& own, unsigned group) {
  Storage* there;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(&own), "r"(group));
  return *there;
}
#else
__device__ inline void wait_for_cluster() {}
__device__ inline Storage& storage_of(Storage& own, unsigned) { return own; }
#endif
