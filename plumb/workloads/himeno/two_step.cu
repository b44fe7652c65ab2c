// himeno/two_step.cu - two iterations in one sweep: the coefficients are read once for both.
//
//   twice: for every inner point: next = p + omega * ss; gosa += ss * ss   <- sweep_reference
//
// Source      paper 001 (Himeno); temporal blocking with coefficients kept on chip is ours
// Work        a group streams along the planes. Its tile of outputs is TILE x TILE_ROWS points; the
//             first iteration is computed on one point more on every side. On chip: three planes of
//             the 12 coefficients, four of the old pressure, three of the half-way pressure. In the
//             phase of plane i the first iteration is taken at i, the second at i - 1; bulk copies
//             fetch the coefficients of i + 2 as soon as those of i - 1 are done with.
// Traffic     per point and two iterations: 13 REAL read, 1 written, plus the edges of tiles from
//             the cache; 68 flops
// Launch      3-D: tiles along a row * GROUP, tiles of rows, chunks of planes; groups of GROUP;
//             dynamic local memory of LOCAL_BYTES
// Parameters  REAL, VECTOR, WIDTH; TILE, TILE_ROWS; CHUNK: planes per group; GROUP: threads, at
//             least (TILE / WIDTH + 1) * (TILE_ROWS + 2); PLANES, ROWS, COLUMNS, ROW, PLANE,
//             C_ARRAY, C_PLANE, BASE, PARTIALS as in wide.cl
typedef unsigned long long u64;
constexpr int extended = TILE + WIDTH;         // points of a row of the first iteration
constexpr int extended_rows = TILE_ROWS + 2;
constexpr int vectors = extended / WIDTH;
constexpr int old_row = TILE + WIDTH + 4;      // a row of the old pressure on chip: from -WIDTH on
constexpr int old_rows = TILE_ROWS + 4;
constexpr int old_plane = old_row * old_rows;
constexpr int plane = extended * extended_rows;
constexpr int coefficient_row_bytes = extended * sizeof(REAL);
constexpr int old_row_bytes = old_row * sizeof(REAL);
constexpr unsigned stage_bytes = 12 * extended_rows * coefficient_row_bytes + old_rows * old_row_bytes;

__device__ inline unsigned local_address(const void* at) { return (unsigned)__cvta_generic_to_shared(at); }

// A barrier that also waits for the bytes of bulk copies. Before Hopper there are none: the threads
// copy by themselves and a barrier of the group follows.
#if __CUDA_ARCH__ >= 900
__device__ inline void arrival_start(u64* arrival) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(local_address(arrival)) : "memory");
}
__device__ inline void arrival_expect(u64* arrival, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(local_address(arrival)), "r"(bytes) : "memory");
}
__device__ inline void arrival_wait(u64* arrival, unsigned parity) {
  unsigned done = 0;
  while (!done) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(local_address(arrival)), "r"(parity) : "memory");
  }
}
__device__ inline void copy_row(REAL* to, const REAL* from, unsigned bytes, u64* arrival) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(local_address(to)),
               "l"(from), "r"(bytes), "r"(local_address(arrival)) : "memory");
}
__device__ inline void arrival_ready() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
#else
__device__ inline void arrival_start(u64*) {}
__device__ inline void arrival_expect(u64*, unsigned) {}
__device__ inline void arrival_wait(u64*, unsigned) { __syncthreads(); }
__device__ inline void copy_row(REAL* to, const REAL* from, unsigned bytes, u64*) {
  for (unsigned x = 0; x < bytes / sizeof(REAL); x += WIDTH) *(VECTOR*)(to + x) = *(const VECTOR*)(from + x);
}
__device__ inline void arrival_ready() {}
#endif

struct Storage {
  REAL coefficients[3][12][plane];
  REAL old[4][old_plane];
  REAL half[3][plane + 2 * WIDTH];
  double sums[2][GROUP / 32];
  u64 arrivals[3];
};

__device__ inline int within(int x, int end) { return x < 0 ? 0 : x < end ? x : end - 1; }

// Starts the copies that phase i needs and phase i - 1 did not: coefficients of i, old pressure of i + 1.
__device__ inline void fetch(Storage& storage, const REAL* p, const REAL* coefficients, int i, int row0, int column0, bool first) {
  u64* arrival = &storage.arrivals[i % 3];
  const int planes = first ? 3 : 1;
  if (threadIdx.x == 0) arrival_expect(arrival, stage_bytes + (planes - 1) * old_rows * old_row_bytes);
  for (int n = threadIdx.x; n < 12 * extended_rows + planes * old_rows; n += GROUP) {
    if (n < 12 * extended_rows) {
      const int number = n / extended_rows, row = n % extended_rows;
      const u64 at = BASE + (u64)within(i, PLANES) * (C_PLANE) + (u64)number * (C_ARRAY) + (u64)within(row0 + row, ROWS) * ROW + column0;
      copy_row(&storage.coefficients[i % 3][number][row * extended], coefficients + at, coefficient_row_bytes, arrival);
    } else {
      const int m = n - 12 * extended_rows;
      const int row = m % old_rows, z = i + 1 - m / old_rows;
      const u64 at = BASE + (u64)within(z, PLANES) * (PLANE) + (u64)within(row0 + row - 1, ROWS) * ROW + column0 - WIDTH;
      copy_row(&storage.old[(z + 4) % 4][row * old_row], p + at, old_row_bytes, arrival);
    }
  }
}

union Points {
  VECTOR vector;
  REAL at[WIDTH];
};

// The row of WIDTH points at `from` with one neighbour on both sides.
struct Row {
  REAL at[WIDTH + 2];
  __device__ explicit Row(const REAL* from) {
    Points points;
    points.vector = *(const VECTOR*)from;
    for (int x = 0; x < WIDTH; ++x) at[x + 1] = points.at[x];
    at[0] = from[-1];
    at[WIDTH + 1] = from[WIDTH];
  }
};

// The changes ss of WIDTH points, whose pressures return in `pressure`.
__device__ inline void relax(const REAL* below, const REAL* here, const REAL* above, int row, const REAL (*coefficients)[plane], int at,
                             REAL* pressure, REAL* change) {
  Points c[12];
  for (int n = 0; n < 12; ++n) c[n].vector = *(const VECTOR*)(coefficients[n] + at);
  const Row centre(here), south(here + row), north(here - row), up(above), down(below);
  const Row up_south(above + row), up_north(above - row), down_south(below + row), down_north(below - row);
  for (int x = 0; x < WIDTH; ++x) {
    const REAL s0 = c[0].at[x] * up.at[x + 1] + c[1].at[x] * south.at[x + 1] + c[2].at[x] * centre.at[x + 2] +
                    c[4].at[x] * (up_south.at[x + 1] - up_north.at[x + 1] - down_south.at[x + 1] + down_north.at[x + 1]) +
                    c[5].at[x] * (south.at[x + 2] - north.at[x + 2] - south.at[x] + north.at[x]) +
                    c[6].at[x] * (up.at[x + 2] - down.at[x + 2] - up.at[x] + down.at[x]) + c[7].at[x] * down.at[x + 1] +
                    c[8].at[x] * north.at[x + 1] + c[9].at[x] * centre.at[x] + c[11].at[x];
    pressure[x] = centre.at[x + 1];
    change[x] = (s0 * c[3].at[x] - centre.at[x + 1]) * c[10].at[x];
  }
}

extern "C" __global__ void __launch_bounds__(GROUP, 1)
    himeno_two_step(const REAL* p, REAL* next, const REAL* coefficients, double* partial, const u64 slot, const REAL omega) {
  extern __shared__ __align__(128) unsigned char memory[];
  Storage& storage = *(Storage*)memory;
  const int vector = threadIdx.x % vectors, row = threadIdx.x / vectors;
  const int column0 = blockIdx.x * TILE, row0 = blockIdx.y * TILE_ROWS;
  const int first = 1 + blockIdx.z * CHUNK;
  const int end = first + CHUNK < PLANES - 1 ? first + CHUNK : PLANES - 1;
  const int k = column0 + vector * WIDTH, j = row0 + row;
  const bool takes_part = row < extended_rows;
  const bool row_inside = j > 0 && j < ROWS - 1;
  const bool row_output = row_inside && row > 0 && row <= TILE_ROWS;
  const int at = row * extended + vector * WIDTH, old_at = (row + 1) * old_row + (vector + 1) * WIDTH;

  if (threadIdx.x < 3) arrival_start(&storage.arrivals[threadIdx.x]);
  arrival_ready();
  __syncthreads();
  fetch(storage, p, coefficients, first - 1, row0, column0, true);
  fetch(storage, p, coefficients, first, row0, column0, false);

  double gosa1 = 0, gosa2 = 0;
  for (int i = first - 1; i <= end; ++i) {
    arrival_wait(&storage.arrivals[i % 3], ((i - first + 1) / 3) % 2);
    REAL pressure[WIDTH], change[WIDTH];
    if (takes_part) {
      relax(&storage.old[(i + 3) % 4][old_at], &storage.old[i % 4][old_at], &storage.old[(i + 1) % 4][old_at], old_row,
            storage.coefficients[i % 3], at, pressure, change);
      Points result;
      REAL sum = 0;
      for (int x = 0; x < WIDTH; ++x) {
        const bool inside = row_inside && i > 0 && i < PLANES - 1 && k + x > 0 && k + x < COLUMNS - 1;
        result.at[x] = inside ? pressure[x] + omega * change[x] : pressure[x];
        const bool counts = inside && vector * WIDTH + x > 0 && vector * WIDTH + x <= TILE;
        sum += counts ? change[x] * change[x] : (REAL)0;
      }
      *(VECTOR*)&storage.half[i % 3][WIDTH + at] = result.vector;
      if (row_output && i >= first && i < end) gosa1 += sum;
    }
    __syncthreads();
    if (i > first && row_output) {
      relax(&storage.half[(i + 1) % 3][WIDTH + at], &storage.half[(i + 2) % 3][WIDTH + at], &storage.half[i % 3][WIDTH + at], extended,
            storage.coefficients[(i + 2) % 3], at, pressure, change);
      REAL* to = next + BASE + (u64)(i - 1) * (PLANE) + (u64)j * ROW + k;
      Points result;
      REAL sum = 0;
      int stored = 0;
      for (int x = 0; x < WIDTH; ++x) {
        const bool counts = k + x > 0 && k + x < COLUMNS - 1 && vector * WIDTH + x > 0 && vector * WIDTH + x <= TILE;
        result.at[x] = pressure[x] + omega * change[x];
        sum += counts ? change[x] * change[x] : (REAL)0;
        stored += counts;
      }
      if (stored == WIDTH) {
        *(VECTOR*)to = result.vector;
      } else {
        for (int x = 0; x < WIDTH; ++x) {
          if (k + x > 0 && k + x < COLUMNS - 1 && vector * WIDTH + x > 0 && vector * WIDTH + x <= TILE) to[x] = result.at[x];
        }
      }
      gosa2 += sum;
    }
    __syncthreads();
    if (i + 2 <= end) fetch(storage, p, coefficients, i + 2, row0, column0, false);
  }

  for (int away = 16; away > 0; away /= 2) {
    gosa1 += __shfl_down_sync(0xffffffffU, gosa1, away);
    gosa2 += __shfl_down_sync(0xffffffffU, gosa2, away);
  }
  if (threadIdx.x % 32 == 0) {
    storage.sums[0][threadIdx.x / 32] = gosa1;
    storage.sums[1][threadIdx.x / 32] = gosa2;
  }
  __syncthreads();
  if (threadIdx.x < 2) {
    double sum = 0;
    for (int warp = 0; warp < GROUP / 32; ++warp) sum += storage.sums[threadIdx.x][warp];
    partial[(slot + threadIdx.x) * PARTIALS + (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = sum;
  }
}
