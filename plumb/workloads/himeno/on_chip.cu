// himeno/on_chip.cu - many iterations in one launch; the coefficients stay on chip: for small grids.
//
//   iterations times: for every inner point: next = p + omega * ss; gosa += ss * ss  <- sweep_reference
//
// Source      paper 001 (Himeno); a persistent kernel with a barrier of the whole grid is ours
// Work        a group owns GROUP_ROWS rows, one behind the other over all planes, and holds their 12
//             coefficients in local memory; the pressure goes through the cache. Between iterations a
//             group waits for the groups next to it, not for all
// Traffic     per point and iteration: 2 REAL to and from the L2 cache; 34 flops
// Launch      1-D cooperative: ceil((PLANES - 2) * (ROWS - 2) / GROUP_ROWS) groups of GROUP threads;
//             dynamic local memory of 12 * GROUP_ROWS * VECTORS * WIDTH REAL and GROUP / 16 double
// Parameters  GROUP_ROWS, GROUP, VECTORS; SLOTS: iteration n leaves its sums in slot n % SLOTS; REAL, VECTOR, WIDTH, PLANES, ROWS, COLUMNS; ROW, PLANE,
//             C_ARRAY, C_PLANE: strides; BASE, PARTIALS as in wide.cl
constexpr int inner_rows = ROWS - 2;
constexpr int all_rows = (PLANES - 2) * inner_rows;
constexpr int held = GROUP_ROWS * VECTORS;  // vectors of one coefficient array

// Writes the WIDTH new pressures, if this thread is not beyond the end, and returns the sum of ss^2.
__device__ inline REAL relax_and_store(const REAL* from, REAL* to, const Points* coefficients, int k, bool active, REAL omega) {
  const bool first = threadIdx.x % 32 == 0 && k > 0, last = threadIdx.x % 32 == 31;
  Points c[12], result;
  REAL pressure[WIDTH], change[WIDTH], sum = 0;
  for (int n = 0; n < 12; ++n) c[n] = coefficients[n * held];
  relax(from - (PLANE), from, from + PLANE, ROW, first, last, c, pressure, change);
  for (int x = 0; x < WIDTH; ++x) {
    const bool inside = k + x > 0 && k + x < COLUMNS - 1;
    result.at[x] = inside ? pressure[x] + omega * change[x] : pressure[x];
    sum += inside && active ? change[x] * change[x] : (REAL)0;
  }
  if (active) *(VECTOR*)to = result.vector;
  return sum;
}

// A group passes when the groups that own neighbouring rows have finished as many iterations: then
// their new pressures may be read and their old ones overwritten. `low` to `high` own such rows.
__device__ inline void wait_for_neighbours(unsigned* finished, int low, int high, unsigned iterations) {
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(finished + blockIdx.x), "r"(iterations) : "memory");
  for (int group = low + (int)threadIdx.x; group <= high; group += GROUP) {
    unsigned seen;
    do {
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(finished + group) : "memory");
    } while (seen < iterations);
    asm volatile("fence.acq_rel.gpu;" ::: "memory");  // makes the load an acquire, once
  }
  __syncthreads();
}

extern "C" __global__ void __launch_bounds__(GROUP, 1)
    himeno_on_chip(REAL* p, REAL* next, const REAL* coefficients, double* partial, unsigned* finished, const unsigned iterations,
                   const REAL omega) {
  extern __shared__ __align__(128) unsigned char memory[];
  Points* kept = (Points*)memory;
  double* sums = (double*)(memory + 12 * held * sizeof(Points));
  const int first = blockIdx.x * GROUP_ROWS;
  // Neighbours are at most one plane and one row away.
  const int low = first > inner_rows ? (first - inner_rows - 1) / GROUP_ROWS : 0;
  const int high = min((first + GROUP_ROWS + inner_rows) / GROUP_ROWS, (int)gridDim.x - 1);
  const int vectors = (first + GROUP_ROWS < all_rows ? GROUP_ROWS : all_rows - first) * VECTORS;
  for (int t = threadIdx.x; t < 12 * vectors; t += GROUP) {
    const int number = t / vectors, n = t % vectors, row = first + n / VECTORS;
    const u64 at = BASE + (u64)(row / inner_rows + 1) * (C_PLANE) + (u64)number * (C_ARRAY) + (u64)(row % inner_rows + 1) * ROW;
    kept[number * held + n].vector = *(const VECTOR*)(coefficients + at + n % VECTORS * WIDTH);
  }
  __syncthreads();
  for (unsigned iteration = 0; iteration < iterations; ++iteration) {
    double sum = 0;
    for (int round = 0; round < vectors; round += GROUP) {  // as often in every thread: they exchange points
      const bool active = round + threadIdx.x < vectors;
      const int n = active ? round + threadIdx.x : vectors - 1;
      const int row = first + n / VECTORS, k = n % VECTORS * WIDTH;
      const u64 at = BASE + (u64)(row / inner_rows + 1) * (PLANE) + (u64)(row % inner_rows + 1) * ROW + k;
      sum += relax_and_store(p + at, next + at, kept + n, k, active, omega);
    }
    for (int away = 16; away > 0; away /= 2) sum += __shfl_down_sync(0xffffffffU, sum, away);
    double* part = sums + iteration % 2 * (GROUP / 32);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    wait_for_neighbours(finished, low, high, iteration + 1);
    if (threadIdx.x == 0) {
      double all = 0;
      for (int warp = 0; warp < GROUP / 32; ++warp) all += part[warp];
      partial[(u64)(iteration % SLOTS) * PARTIALS + blockIdx.x] = all;
    }
    REAL* swapped = p;
    p = next;
    next = swapped;
  }
}
