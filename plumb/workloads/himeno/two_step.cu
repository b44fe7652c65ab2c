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
  // The outermost rows have no neighbours on chip for the second iteration: their threads repeat the row beside them.
  const int inner_row = row < 1 ? 1 : row > TILE_ROWS ? TILE_ROWS : row;
  const int inner_at = WIDTH + inner_row * extended + vector * WIDTH;
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
      relax(&storage.half[(i + 2) % 4][inner_at], &storage.half[(i + 3) % 4][inner_at], &storage.half[i % 4][inner_at], extended,
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
