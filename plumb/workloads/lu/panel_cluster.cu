// lu/panel_cluster.cu - a narrow panel in one launch, by the groups of one cluster.
//
//   for u in [first, first + width):
//     p = row of the largest |a[i][u]|, i >= u; exchange rows u and p of the panel
//     a[i][u] /= a[u][u]; a[i][j] -= a[i][u] a[u][j], i > u, j in the panel   <- exchanged_columns in reference.cpp
//
// Source      ours. A row stays with its thread, and what is exchanged is the place where it will be
//             stored. Per column a group sends its best row to all groups, whose arrivals count the
//             bytes; each group chooses among them for itself. A group sends the next row after it has
//             used the last one, and before it has received all of a column nobody sends the column
//             after the next: two buffers are enough, and there is no barrier of the cluster
// Work        ROWS_EACH rows of the panel per thread, in registers, which move on by one column each
//             time, so that none is taken by number. Finished columns wait in local memory
// Traffic     per element of the panel: 1 REAL read, 1 written; 2 flops for each of the columns right of
//             the pivot's, 1 for the multiplier
// Launch      1-D, one cluster of at most MOST_GROUPS groups of GROUP threads that hold the rows from `first` on;
//             dynamic local memory of sizeof(Storage)
// Parameters  (real.clh, arrival.cuh, cluster.cuh, panel_rows.cuh stand in front) REAL; SMALLEST; PANEL: most columns, a multiple of 16;
//             GROUP: a multiple of 32; ROWS_EACH; MOST_GROUPS: at most 32
// The best of the rows that the groups sent: the pivot's.
template <int LIVE>
__device__ inline const Message& chosen(Storage& storage, int t) {
  const int buffer = t % 2, lane = threadIdx.x % 32;
  if (is_alone()) {
    __syncthreads();
  } else {
    if (threadIdx.x == 0) arrival_expect(&storage.arrival[buffer], gridDim.x * (sizeof(Candidate) + LIVE * sizeof(REAL)));
    arrival_wait_for_cluster(&storage.arrival[buffer], t / 2 % 2);
  }
  const Candidate of_group = lane < gridDim.x ? storage.received[buffer][lane].best : no_candidate();
  return storage.received[buffer][best_lane(of_group)];
}

// Finishes column t, whose pivot's row is known: multipliers, and what they change. The next column comes first,
// so that its candidates are compared while the others are computed. `u`: the row where the pivot belongs.
template <int LIVE>
__device__ inline Leader eliminate(Storage& storage, Rows& rows, const Message& pivot, int t, unsigned u) {
  const unsigned p = pivot.best.place;
  REAL multiplier[ROWS_EACH], next[ROWS_EACH];
  for (int r = 0; r < ROWS_EACH; ++r) {
    const REAL(&x)[PANEL] = rows.x[r];
    const bool is_pivot = rows.is_below[r] && rows.place[r] == p;
    if (rows.is_below[r] && rows.place[r] == u) rows.place[r] = p;
    if (is_pivot) rows.place[r] = u;
    rows.is_below[r] = rows.is_below[r] && !is_pivot;
    multiplier[r] = lu_quotient(x[0], pivot.row[0]);
    storage.finished[t][r * GROUP + threadIdx.x] = rows.is_below[r] ? multiplier[r] : x[0];
    next[r] = rows.is_below[r] ? fma(-multiplier[r], pivot.row[1], x[1]) : x[1];
  }
  const Leader leader = leave_best(storage, rows, next, (t + 1) % 2);
  for (int r = 0; r < ROWS_EACH; ++r) {
    REAL(&x)[PANEL] = rows.x[r];
    x[0] = next[r];
    if (rows.is_below[r]) {
      for (int c = 2; c < LIVE; ++c) x[c - 1] = fma(-multiplier[r], pivot.row[c], x[c]);
    } else {
      for (int c = 2; c < LIVE; ++c) x[c - 1] = x[c];
    }
  }
  return leader;
}

// A quarter of the panel's columns; LIVE: columns that are left at the first of them. Registers that are not left
// any more are computed too, and never used.
template <int LIVE>
__device__ inline void quarter(Storage& storage, Rows& rows, Leader& leader, unsigned there, unsigned* pivots, unsigned n, unsigned first,
                               int width) {
  const int begin = PANEL - LIVE, end = min(begin + PANEL / 4, width);
#pragma unroll 1
  for (int t = begin; t < end; ++t) {
    __syncthreads();
    send_best<LIVE>(storage, rows, leader, there, t % 2);
    const Message& pivot = chosen<LIVE>(storage, t);
    if (blockIdx.x == 0 && threadIdx.x == 0 && first + t + 1 < n) pivots[first + t] = pivot.best.place;
    leader = eliminate<LIVE>(storage, rows, pivot, t, first + t);
  }
}

extern "C" __global__ void __launch_bounds__(GROUP, 1)
    lu_panel(REAL* a, unsigned* pivots, const u64 rows, const unsigned n, const unsigned first, const unsigned width) {
  extern __shared__ __align__(16) unsigned char memory[];
  Storage& storage = *(Storage*)memory;
  if (threadIdx.x < 2) arrival_start(&storage.arrival[threadIdx.x]);
  Rows own;
  REAL x[ROWS_EACH];
  for (int r = 0; r < ROWS_EACH; ++r) {
    const unsigned row = first + (blockIdx.x * ROWS_EACH + r) * GROUP + threadIdx.x;
    own.place[r] = row;
    own.is_below[r] = row < n;
    for (int c = 0; c < PANEL; ++c) own.x[r][c] = row < n && c < width ? a[AT(row, first + c)] : (REAL)0;
    x[r] = own.x[r][0];
  }
  Leader leader = leave_best(storage, own, x, 0);
  cluster_start();
  const unsigned there = address_in_group(storage.received, min(threadIdx.x % MOST_GROUPS, gridDim.x - 1));
  quarter<PANEL>(storage, own, leader, there, pivots, n, first, width);
  quarter<PANEL * 3 / 4>(storage, own, leader, there, pivots, n, first, width);
  quarter<PANEL / 2>(storage, own, leader, there, pivots, n, first, width);
  quarter<PANEL / 4>(storage, own, leader, there, pivots, n, first, width);
  for (int r = 0; r < ROWS_EACH; ++r) {
    if (own.place[r] >= n) continue;
    for (int c = 0; c < width; ++c) a[AT(own.place[r], first + c)] = storage.finished[c][r * GROUP + threadIdx.x];
  }
}
