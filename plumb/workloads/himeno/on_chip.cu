// himeno/on_chip.cu - many iterations in one launch; all arrays stay on chip: for small grids.
//
//   iterations times: for every inner point: p += omega * ss; gosa += ss * ss  <- sweep_reference
//
// Source      paper 001 (Himeno); a persistent kernel whose groups exchange numbered packets is ours
// Work        a group owns a tile of TILE_PLANES x TILE_ROWS whole rows. Their pressures, and those of
//             the rows around them, lie in local memory, twice; a thread takes DEPTH vectors, one
//             above the other, and keeps the coefficients of the first in registers, the others in
//             local memory. After an iteration a group sends the rows at its edges to the groups
//             beside it, which wait for them: there is no barrier of the grid
// Traffic     per point and iteration: the edges of the tiles to and from the L2 cache; 34 flops
// Launch      1-D cooperative: ceil((PLANES - 2) / TILE_PLANES) * ceil((ROWS - 2) / TILE_ROWS) groups
//             of GROUP threads; dynamic local memory of sizeof(Storage). `exchange` has two times
//             the packets of all edges, zero before the first launch; `finished` counts the
//             iterations of all launches before, so that their packets are never taken for new ones
// Parameters  TILE_PLANES, TILE_ROWS, DEPTH; GROUP: a multiple of 32, at least ceil(TILE_PLANES / DEPTH)
//             * TILE_ROWS * VECTORS; VECTORS; REAL, VECTOR, WIDTH, PLANES, ROWS, COLUMNS; ROW, PLANE,
//             C_ARRAY, C_PLANE: strides; BASE as in wide.cl; PARTIALS: groups, each of which leaves one
//             partial sum per iteration

// The vectors of one thread: their place in the tile and in memory, their coefficients.
struct Stack {
  int at, k;       // of the lowest on chip; column
  int count = 0;   // that exist
  u64 row;         // of the lowest in memory, without the plane
  int plane;
  Points first[12] = {};

  __device__ Stack(Storage& storage, const REAL* coefficients, int i0, int j0) {
    const int item = min((int)threadIdx.x, items - 1), vector = item % VECTORS;
    const int tile_row = item / VECTORS % TILE_ROWS, layer = item / (VECTORS * TILE_ROWS);
    k = vector * WIDTH;
    plane = i0 + layer * DEPTH + 1;
    at = ((layer * DEPTH + 1) * kept_rows + tile_row + 1) * row_length + k;
    row = BASE + (u64)(j0 + tile_row + 1) * ROW + k;
    const bool exists = threadIdx.x < items && j0 + tile_row + 1 < ROWS - 1;
    for (int d = 0; d < DEPTH; ++d) {
      if (!exists || layer * DEPTH + d >= TILE_PLANES || plane + d >= PLANES - 1) continue;
      count = d + 1;
      for (int n = 0; n < 12; ++n) {
        const Points c = points_at(coefficients + row + (u64)(plane + d) * (C_PLANE) + (u64)n * (C_ARRAY));
        if (d == 0) first[n] = c;
        else storage.coefficients[d - 1][n][item] = c;
      }
    }
  }

  // One iteration of the thread's points; returns their sum of ss^2.
  __device__ double relax_all(const Storage& storage, const REAL* from, REAL* to, REAL omega) const {
    // Where rows end with warps the points beyond a warp are beyond the grid.
    const bool begins = 32 % VECTORS != 0 && threadIdx.x % 32 == 0, ends = 32 % VECTORS != 0 && threadIdx.x % 32 == 31;
    Points result[DEPTH];
    double sum = 0;
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) {
      const REAL* here = from + at + d * plane_length;
      REAL pressure[WIDTH], change[WIDTH], squares = 0;
      Points c[12];
      for (int n = 0; n < 12; ++n) c[n] = d == 0 ? first[n] : storage.coefficients[d > 0 ? d - 1 : 0][n][min((int)threadIdx.x, items - 1)];
      relax(here - plane_length, here, here + plane_length, row_length, begins, ends, c, pressure, change);
      for (int x = 0; x < WIDTH; ++x) {
        const bool inside = k + x > 0 && k + x < COLUMNS - 1;
        result[d].at[x] = inside ? pressure[x] + omega * change[x] : pressure[x];
        squares += inside && d < count ? change[x] * change[x] : (REAL)0;
      }
      sum += squares;
    }
    for (int d = 0; d < DEPTH; ++d) {
      if (d < count) *(VECTOR*)(to + at + d * plane_length) = result[d].vector;
    }
    return sum;
  }
};

// The first warp: the group's part of the gosa of an iteration, counted from 1. The warps left theirs
// before a barrier.
__device__ inline void leave_sum(const Storage& storage, double* partial, unsigned iteration) {
  const double sum = sum_of_warp(threadIdx.x < GROUP / 32 ? storage.sums[iteration % 2][threadIdx.x] : 0);
  if (threadIdx.x == 0) partial[(u64)(iteration - 1) * PARTIALS + blockIdx.x] = sum;
}

extern "C" __global__ void __launch_bounds__(GROUP, 1)
    himeno_on_chip(REAL* p, Packet* exchange, const REAL* coefficients, double* partial, const unsigned* finished,
                   const unsigned iterations, const REAL omega) {
  extern __shared__ __align__(128) unsigned char memory[];
  Storage& storage = *(Storage*)memory;
  const int i0 = blockIdx.x / tiles_across * TILE_PLANES, j0 = blockIdx.x % tiles_across * TILE_ROWS;
  const Stack stack(storage, coefficients, i0, j0);
  const Post post(i0, j0);
  Packet arrived[received];
  for (int n = threadIdx.x; n < (TILE_PLANES + 2) * kept_rows * VECTORS; n += GROUP) {
    const int row = n / VECTORS % kept_rows, plane = n / VECTORS / kept_rows;
    const bool own = row > 0 && row <= TILE_ROWS && plane > 0 && plane <= TILE_PLANES;
    if (i0 + plane >= PLANES || j0 + row >= ROWS || (is_inner(i0 + plane, j0 + row) && !own)) continue;
    const VECTOR loaded = *(const VECTOR*)(p + BASE + (u64)(i0 + plane) * (PLANE) + (u64)(j0 + row) * ROW + n % VECTORS * WIDTH);
    for (int half = 0; half < 2; ++half) *(VECTOR*)&storage.pressure[half][n * WIDTH] = loaded;
  }
  const u64 half_exchange = (u64)gridDim.x * edges * packets;
  unsigned number = *finished + 1;
  double sum = 0;
  for (unsigned iteration = 0; iteration <= iterations; ++iteration, ++number) {
    REAL* now = storage.pressure[iteration % 2];
    if (iteration > 0) sum = stack.relax_all(storage, storage.pressure[(iteration + 1) % 2], now, omega);
    __syncthreads();
    const bool more = iteration < iterations;
    Packet* here = exchange + iteration % 2 * half_exchange;
    if (more) post.send_edges(here, (const unsigned*)now, number);
    // Whoever asks too early must ask again: packets need as long as this.
    sum = sum_of_warp(sum);
    if (threadIdx.x % 32 == 0) storage.sums[iteration % 2][threadIdx.x / 32] = sum;
    if (more) post.begin_receiving(here, arrived);
    // The iteration before, while packets are on their way.
    if (iteration > 1 && threadIdx.x < 32) leave_sum(storage, partial, iteration - 1);
    if (more) post.finish_receiving(here, arrived, (unsigned*)now, number);
    __syncthreads();
  }
  if (threadIdx.x < 32) leave_sum(storage, partial, iterations);
  for (int d = 0; d < stack.count; ++d)
    *(VECTOR*)(p + stack.row + (u64)(stack.plane + d) * (PLANE)) = *(const VECTOR*)&storage.pressure[iterations % 2][stack.at + d * plane_length];
}
