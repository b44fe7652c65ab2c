// poisson/kernels/on_chip.cu - as many sweeps of Jacobi's method as asked in one launch, by one cluster of groups.
//
//   for each of `sweeps`: to = mean of the neighbours                          <- sweep_reference
//
// Source      ours; the sweeps are those of sweep.cl, operation by operation
// Work        the groups of the cluster take OWNED rows each and keep them, and DEPTH more on both sides, in
//             registers: a warp a strip of STRIP rows, a lane WIDTH neighbours of each. Lanes read each other by
//             shuffles, strips by local memory, groups after every DEPTH sweeps by each other's local memory: until
//             then what comes in from the edge of the rows they keep does not reach those they own
// Traffic     per launch and point: 1 REAL read, with the edges (OWNED + 2 DEPTH) / OWNED of them, 1 written; per sweep
//             4 flops and 16 B / STRIP of local memory
// Launch      1-D, one cluster of groups of 32 WARPS threads; dynamic local memory of sizeof(Storage);
//             2-D, nx <= 32 WIDTH, ny - 1 <= OWNED times the groups
// Parameters  (on_chip.cuh stands in front) REAL; WIDTH: a power of 2; STRIP; WARPS; DEPTH <= OWNED = WARPS * STRIP - 2 DEPTH
struct Strip {
  REAL own[STRIP][WIDTH];
  REAL left_edge[STRIP];  // beside the first lane
  int first;              // row of the grid
  int columns;            // of this lane that are unknown
};

// WHOLE: every row of the strip is unknown.
template <bool WHOLE>
__device__ inline void sweep(Strip& strip, const REAL (&before)[WIDTH], const REAL (&behind)[WIDTH], int ny) {
  REAL below[WIDTH], here[WIDTH];
  for (int c = 0; c < WIDTH; ++c) below[c] = before[c];
#pragma unroll
  for (int r = 0; r < STRIP; ++r) {
    const REAL shifted = __shfl_up_sync(whole_warp, strip.own[r][WIDTH - 1], 1);
    const REAL beside = __shfl_down_sync(whole_warp, strip.own[r][0], 1);
    const REAL first = threadIdx.x % 32 == 0 ? strip.left_edge[r] : shifted;
    for (int c = 0; c < WIDTH; ++c) here[c] = strip.own[r][c];
    for (int c = 0; c < WIDTH; ++c) {
      const REAL left = c > 0 ? here[c > 0 ? c - 1 : 0] : first;
      const REAL right = c < WIDTH - 1 ? here[c < WIDTH - 1 ? c + 1 : 0] : beside;
      const REAL above = r < STRIP - 1 ? strip.own[r < STRIP - 1 ? r + 1 : r][c] : behind[c];
      const REAL mean = (REAL)0.25 * ((left + right) + (below[c] + above));
      const bool row = WHOLE || (strip.first + r > 0 && strip.first + r < ny);
      strip.own[r][c] = row && c < strip.columns ? mean : here[c];
    }
    for (int c = 0; c < WIDTH; ++c) below[c] = here[c];
  }
}

// The rows that neighbours keep of this group's go there, theirs come back.
__device__ inline void exchange(Storage& storage, Strip& strip, int warp, int buffer) {
  const bool has_below = blockIdx.x > 0, has_above = blockIdx.x + 1 < gridDim.x;
  Storage& below = storage_of(storage, has_below ? blockIdx.x - 1 : blockIdx.x);
  Storage& above = storage_of(storage, has_above ? blockIdx.x + 1 : blockIdx.x);
#pragma unroll
  for (int r = 0; r < STRIP; ++r) {
    const int y = warp * STRIP + r;
    if (has_below && y >= DEPTH && y < 2 * DEPTH) put(below.halo[buffer][1][y - DEPTH], strip.own[r]);
    if (has_above && y >= owned_rows && y < owned_rows + DEPTH) put(above.halo[buffer][0][y - owned_rows], strip.own[r]);
  }
  wait_for_cluster();
#pragma unroll
  for (int r = 0; r < STRIP; ++r) {
    const int y = warp * STRIP + r;
    if (has_below && y < DEPTH) take(strip.own[r], storage.halo[buffer][0][y]);
    if (has_above && y >= owned_rows + DEPTH) take(strip.own[r], storage.halo[buffer][1][y - owned_rows - DEPTH]);
  }
}

extern "C" __global__ void __launch_bounds__(32 * WARPS, 1)
    poisson_on_chip(const REAL* from, REAL* to, const double* control, const unsigned nx, const unsigned ny, const unsigned pitch,
                    const unsigned sweeps) {
  extern __shared__ __align__(16) unsigned char memory[];
  Storage& storage = *(Storage*)memory;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int column = 1 + lane * WIDTH;
  Strip strip;
  strip.first = (int)blockIdx.x * owned_rows + 1 - DEPTH + warp * STRIP;
  strip.columns = (int)nx - column;
#pragma unroll
  for (int r = 0; r < STRIP; ++r) {
    const int j = strip.first + r;
    const bool is_row = j >= 0 && j <= (int)ny;
    strip.left_edge[r] = is_row ? from[(size_t)j * pitch] : (REAL)0;
    for (int c = 0; c < WIDTH; ++c) strip.own[r][c] = is_row && column + c <= (int)nx ? from[(size_t)j * pitch + column + c] : (REAL)0;
  }
  const bool whole = strip.first > 0 && strip.first + STRIP <= (int)ny;
  int parity = 0, buffer = 0;
  wait_for_cluster();  // all groups have started
  for (unsigned left = control[0] == 0 ? sweeps : 0; left > 0;) {
    const unsigned now = left < DEPTH ? left : DEPTH;
    for (unsigned s = 0; s < now; ++s, parity ^= 1) {
      REAL before[WIDTH], behind[WIDTH];
      put(storage.edge[parity][warp][0], strip.own[0]);
      put(storage.edge[parity][warp][1], strip.own[STRIP - 1]);
      __syncthreads();
      take(before, storage.edge[parity][warp > 0 ? warp - 1 : 0][1]);
      take(behind, storage.edge[parity][warp < WARPS - 1 ? warp + 1 : warp][0]);
      if (whole) sweep<true>(strip, before, behind, (int)ny);
      else sweep<false>(strip, before, behind, (int)ny);
    }
    left -= now;
    if (left > 0) exchange(storage, strip, warp, buffer);
    buffer ^= 1;
  }
  if (control[0] != 0) return;
#pragma unroll
  for (int r = 0; r < STRIP; ++r) {
    const int y = warp * STRIP + r, j = strip.first + r;
    if (y < DEPTH || y >= owned_rows + DEPTH || j < 1 || j >= (int)ny) continue;
    for (int c = 0; c < WIDTH; ++c)
      if (c < strip.columns) to[(size_t)j * pitch + column + c] = strip.own[r][c];
  }
}
