// lu/panel_rows.cuh - the rows of a panel in the threads of a cluster, and how the best of them is sent; stands in
// front of panel_cluster.cu, behind cluster.cuh.
struct Storage {
  Message received[2][MOST_GROUPS];  // of even and odd columns
  Message sent;
  Candidate of_warps[2][GROUP / 32];
  REAL finished[PANEL][ROWS_EACH * GROUP];
  u64 arrival[2];
};

// The rows of a thread and the columns of them that are not finished: x[r][0] is in the pivot's column.
struct Rows {
  REAL x[ROWS_EACH][PANEL];
  unsigned place[ROWS_EACH];  // where it will be stored; from n on: not a row
  bool is_below[ROWS_EACH];   // the pivots that are known
};

// The best of a thread's rows; whether it is the best of its warp.
struct Leader {
  Candidate best;
  bool leads;
};

// Every warp leaves its best row for the next pivot, whose column holds `x`.
__device__ inline Leader leave_best(Storage& storage, const Rows& rows, const REAL (&x)[ROWS_EACH], int buffer) {
  Candidate best = no_candidate();
  for (int r = 0; r < ROWS_EACH; ++r) {
    const Candidate one = candidate_of(x[r], rows.place[r]);
    if (rows.is_below[r] && is_better(one, best)) best = one;
  }
  const bool leads = best_lane(best) == threadIdx.x % 32;
  if (leads) storage.of_warps[buffer][threadIdx.x / 32] = best;
  return {best, leads};
}

// The warp whose row is the group's best sends the columns of it that are left to all groups. `there`: of one
// of them, where `received` begins.
template <int LIVE>
__device__ inline void send_best(Storage& storage, const Rows& rows, const Leader& leader, unsigned there, int buffer) {
  const int lane = threadIdx.x % 32;
  const Candidate of_warp = lane < GROUP / 32 ? storage.of_warps[buffer][lane] : no_candidate();
  if (best_lane(of_warp) != threadIdx.x / 32) return;
  if (leader.leads) {
    storage.sent.best = leader.best;
    for (int r = 0; r < ROWS_EACH; ++r) {
      if (ROWS_EACH > 1 && rows.place[r] != leader.best.place) continue;
      for (int c = 0; c < LIVE; ++c) storage.sent.row[c] = rows.x[r][c];
    }
  }
  __syncwarp();
  if (lane % MOST_GROUPS >= gridDim.x) return;
  const int message = (buffer * MOST_GROUPS + blockIdx.x) * (int)sizeof(Message);
  const int arrival = (int)((char*)&storage.arrival[buffer] - (char*)storage.received);
#pragma unroll
  for (int v = 0; v < 1 + LIVE / vector_reals; v += 32 / MOST_GROUPS) {
    const int part = v + lane / MOST_GROUPS;
    if (part > LIVE / vector_reals) break;
    const uint4 bytes = ((const uint4*)&storage.sent)[part];
    if (is_alone()) ((uint4*)&storage.received[buffer][0])[part] = bytes;
    else send(there + message + part * 16, bytes, there + arrival);
  }
}
