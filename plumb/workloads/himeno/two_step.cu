// himeno/two_step.cu - two iterations in one sweep: the coefficients are read once for both.
//
//   twice: for every inner point: next = p + omega * ss; gosa += ss * ss   <- sweep_reference
//
// Source      paper 001 (Himeno); temporal blocking with coefficients kept on chip is ours
// Work        a group streams along the planes. Its tile of outputs is TILE x TILE_ROWS points; the
//             first iteration is computed on one point more on every side. In the phase of plane i
//             the first iteration is taken at i, the second at i - 1, whose coefficients a thread
//             kept in registers. On chip: STAGES planes of the 12 coefficients and STAGES + 2 of the
//             old pressure, which bulk copies fetch STAGES planes ahead, and four of the half-way
//             pressure. Neighbours along a row come from the neighbouring thread.
// Traffic     per point and two iterations: 13 REAL read, 1 written, plus the edges of tiles from
//             the cache; 68 flops
// Launch      3-D: tiles along a row * GROUP, tiles of rows, chunks of planes; groups of GROUP;
//             dynamic local memory of sizeof(Storage)
// Parameters  REAL, VECTOR, WIDTH; TILE, TILE_ROWS; STAGES; CHUNK: planes per group; GROUP: threads,
//             at least (TILE / WIDTH + 1) * (TILE_ROWS + 2); PLANES, ROWS, COLUMNS; ROW, PLANE,
//             C_ARRAY, C_PLANE: strides; BASE, PARTIALS as in wide.cl
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
  REAL coefficients[STAGES][12][plane];
  REAL half[4][plane + 2 * WIDTH];
  REAL old[STAGES + 2][old_plane];
  double sums[2][GROUP / 32];
  u64 arrivals[STAGES];
};

__device__ inline int within(int x, int end) { return x < 0 ? 0 : x < end ? x : end - 1; }

// Starts the copies that phase i needs and phase i - 1 did not: coefficients of i, old pressure of i + 1.
__device__ inline void fetch(Storage& storage, const REAL* p, const REAL* coefficients, int i, int row0, int column0, bool first) {
  u64* arrival = &storage.arrivals[i % STAGES];
  const int planes = first ? 3 : 1;
  if (threadIdx.x == 0) arrival_expect(arrival, stage_bytes + (planes - 1) * old_rows * old_row_bytes);
  for (int n = threadIdx.x; n < 12 * extended_rows + planes * old_rows; n += GROUP) {
    if (n < 12 * extended_rows) {
      const int number = n / extended_rows, row = n % extended_rows;
      const u64 at = BASE + (u64)within(i, PLANES) * (C_PLANE) + (u64)number * (C_ARRAY) + (u64)within(row0 + row, ROWS) * ROW + column0;
      copy_row(&storage.coefficients[i % STAGES][number][row * extended], coefficients + at, coefficient_row_bytes, arrival);
    } else {
      const int m = n - 12 * extended_rows;
      const int row = m % old_rows, z = i + 1 - m / old_rows;
      const u64 at = BASE + (u64)within(z, PLANES) * (PLANE) + (u64)within(row0 + row - 1, ROWS) * ROW + column0 - WIDTH;
      copy_row(&storage.old[(z + STAGES + 2) % (STAGES + 2)][row * old_row], p + at, old_row_bytes, arrival);
    }
  }
}

union Points {
  VECTOR vector;
  REAL at[WIDTH];
};

// The row of WIDTH points at `from` with one neighbour on both sides. All threads of a warp take
// part; the thread before holds the points before, except at the ends of rows and warps.
struct Row {
  REAL at[WIDTH + 2];
  __device__ Row(const REAL* from, bool first, bool last) {
    Points points;
    points.vector = *(const VECTOR*)from;
    for (int x = 0; x < WIDTH; ++x) at[x + 1] = points.at[x];
    at[0] = __shfl_up_sync(0xffffffffU, points.at[WIDTH - 1], 1);
    at[WIDTH + 1] = __shfl_down_sync(0xffffffffU, points.at[0], 1);
    if (first) at[0] = from[-1];
    if (last) at[WIDTH + 1] = from[WIDTH];
  }
};

// The same without neighbours.
__device__ inline Points points_at(const REAL* from) {
  Points points;
  points.vector = *(const VECTOR*)from;
  return points;
}

// The changes ss of WIDTH points, whose pressures return in `pressure`.
__device__ inline void relax(const REAL* below, const REAL* here, const REAL* above, int row, bool first, bool last,
                             const Points (&c)[12], REAL* pressure, REAL* change) {
  const Row centre(here, first, last), south(here + row, first, last), north(here - row, first, last);
  const Row up(above, first, last), down(below, first, last);
  const Points up_south = points_at(above + row), up_north = points_at(above - row);
  const Points down_south = points_at(below + row), down_north = points_at(below - row);
  for (int x = 0; x < WIDTH; ++x) {
    const REAL s0 = c[0].at[x] * up.at[x + 1] + c[1].at[x] * south.at[x + 1] + c[2].at[x] * centre.at[x + 2] +
                    c[4].at[x] * (up_south.at[x] - up_north.at[x] - down_south.at[x] + down_north.at[x]) +
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
  const int vector = threadIdx.x % vectors;
  const bool takes_part = threadIdx.x < vectors * extended_rows;
  const int row = takes_part ? threadIdx.x / vectors : extended_rows - 1;  // the others idle along
  const bool begins = vector == 0 || threadIdx.x % 32 == 0;
  const bool ends = vector == vectors - 1 || threadIdx.x % 32 == 31;
  const int column0 = blockIdx.x * TILE, row0 = blockIdx.y * TILE_ROWS;
  const int first = 1 + blockIdx.z * CHUNK;
  const int end = first + CHUNK < PLANES - 1 ? first + CHUNK : PLANES - 1;
  const int k = column0 + vector * WIDTH, j = row0 + row;
  const bool row_inside = j > 0 && j < ROWS - 1;
  const bool row_output = takes_part && row_inside && row > 0 && row <= TILE_ROWS;
  const int at = row * extended + vector * WIDTH, old_at = (row + 1) * old_row + (vector + 1) * WIDTH;
  bool inside[WIDTH], output[WIDTH], all = true;
  for (int x = 0; x < WIDTH; ++x) {
    inside[x] = row_inside && k + x > 0 && k + x < COLUMNS - 1;
    output[x] = inside[x] && row_output && vector * WIDTH + x > 0 && vector * WIDTH + x <= TILE;
    all = all && output[x];
  }

  if (threadIdx.x < STAGES) arrival_start(&storage.arrivals[threadIdx.x]);
  arrival_ready();
  __syncthreads();
  for (int n = 0; n < STAGES; ++n) {
    if (first - 1 + n <= end) fetch(storage, p, coefficients, first - 1 + n, row0, column0, n == 0);
  }

  Points kept[12] = {};
  double gosa1 = 0, gosa2 = 0;
  for (int i = first - 1; i <= end; ++i) {
    arrival_wait(&storage.arrivals[i % STAGES], ((i - first + 1) / STAGES) % 2);
    REAL pressure[WIDTH], change[WIDTH];
    Points result, c[12];
    for (int n = 0; n < 12; ++n) c[n] = points_at(&storage.coefficients[i % STAGES][n][at]);
    relax(&storage.old[(i + STAGES + 1) % (STAGES + 2)][old_at], &storage.old[i % (STAGES + 2)][old_at],
          &storage.old[(i + 1) % (STAGES + 2)][old_at], old_row, begins, ends, c, pressure, change);
    const bool plane_inside = i > 0 && i < PLANES - 1;
    REAL sum = 0;
    for (int x = 0; x < WIDTH; ++x) {
      result.at[x] = plane_inside && inside[x] ? pressure[x] + omega * change[x] : pressure[x];
      sum += output[x] ? change[x] * change[x] : (REAL)0;
    }
    if (takes_part) *(VECTOR*)&storage.half[i % 4][WIDTH + at] = result.vector;
    if (i >= first && i < end) gosa1 += sum;
    __syncthreads();
    if (i + STAGES <= end) fetch(storage, p, coefficients, i + STAGES, row0, column0, false);
    if (i > first) {
      relax(&storage.half[(i + 2) % 4][WIDTH + at], &storage.half[(i + 3) % 4][WIDTH + at], &storage.half[i % 4][WIDTH + at], extended,
            begins, ends, kept, pressure, change);
      REAL* to = next + BASE + (u64)(i - 1) * (PLANE) + (u64)j * ROW + k;
      sum = 0;
      for (int x = 0; x < WIDTH; ++x) {
        result.at[x] = pressure[x] + omega * change[x];
        sum += output[x] ? change[x] * change[x] : (REAL)0;
      }
      if (all) {
        *(VECTOR*)to = result.vector;
      } else {
        for (int x = 0; x < WIDTH; ++x) {
          if (output[x]) to[x] = result.at[x];
        }
      }
      gosa2 += sum;
    }
    for (int n = 0; n < 12; ++n) kept[n] = c[n];
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
