// lu/panel.cl - one column of a narrow panel per launch, by all groups at once; panel_cluster.cu takes a whole
// panel where a device has clusters.
//
//   p = row of the largest |a[i][u]|, i >= u; exchange rows u and p of the panel
//   a[i][u] /= a[u][u]; a[i][j] -= a[i][u] a[u][j], i > u, j in the panel   <- exchanged_columns in reference.cpp
//
// Source      ours: launch t knows the pivot of column t from what launch t - 1 left, so that a column
//             needs one launch and no barrier between groups. Each group leaves its best row for the next
//             column; the groups of the next launch choose among them, each for itself. Rows that change
//             places come from what was left, not from the matrix, which others write at the same time;
//             two sets of it alternate
// Work        one row of the panel per work-item, in registers
// Traffic     per row: the panel's width REAL read; what is right of column u written, 2 flops each,
//             1 flop for the multiplier; per group PANEL + 1 REAL and 1 uint left for the next launch
// Launch      1-D, groups of GROUP, one item per row from `first` on; first with column = -1: only looks
//             for the first pivot
// Parameters  (real.clh stands in front) REAL; SMALLEST; GROUP, a power of 2 of at least PANEL; PANEL:
//             most columns
// No barrier stands in a branch: PoCL 3.1 breaks one whose loop runs to PANEL.
#define CHOOSE_LARGEST                                                                                  \
  for (uint away = GROUP / 2; away > 0; away /= 2) {                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                       \
    if (lane < away) {                                                                                  \
      const REAL other = most[lane + away];                                                             \
      const int better = other > most[lane] || (other == most[lane] && who[lane + away] < who[lane]);   \
      who[lane] = better ? who[lane + away] : who[lane];                                                \
      most[lane] = better ? other : most[lane];                                                         \
    }                                                                                                   \
  }                                                                                                     \
  barrier(CLK_LOCAL_MEM_FENCE);

__kernel void lu_column(__global REAL* a, __global uint* pivots, __global REAL* magnitudes,
                        __global uint* places, __global REAL* best_rows, __global REAL* next_row,
                        const ulong rows, const uint n, const uint first, const uint width,
                        const int column, const uint room) {
  __local REAL most[GROUP];
  __local uint who[GROUP];
  __local REAL pivot_row[PANEL];
  __local REAL old_row[PANEL];
  const uint lane = (uint)get_local_id(0);
  const uint group = (uint)get_group_id(0);
  const uint row = first + (uint)get_global_id(0);
  const int u = (int)first + column;
  const int looks_only = column < 0;
  const uint reading = (uint)(column & 1) * room;
  const uint writing = room - reading;
  REAL x[PANEL];
#pragma unroll
  for (int c = 0; c < PANEL; ++c) x[c] = row < n && c < (int)width ? a[AT(row, first + c)] : (REAL)0;
  // Column u and the next once more: registers cannot be taken by number.
  const int next = column + 1;
  const int looks = next < (int)width;
  REAL own = row < n && !looks_only ? a[AT(row, u)] : (REAL)0;
  REAL ahead = row < n && looks ? a[AT(row, u + 1)] : (REAL)0;

  const uint groups = looks_only ? 0 : (uint)get_num_groups(0);
  REAL largest = -1;
  uint winner = 0;
  for (uint g = lane; g < groups; g += GROUP) {
    const REAL magnitude = magnitudes[reading + g];
    winner = magnitude > largest ? g : winner;
    largest = fmax(magnitude, largest);
  }
  most[lane] = largest;
  who[lane] = winner;
  CHOOSE_LARGEST
  const uint from = reading + who[0];
  const uint pivot = looks_only ? n : places[from];
  if (lane < PANEL && !looks_only) {
    pivot_row[lane] = best_rows[(size_t)from * PANEL + lane];
    old_row[lane] = next_row[(column & 1) * PANEL + lane];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (row < n && !looks_only) {
    if ((int)row == u && row + 1 < n) pivots[row] = pivot;
    const int moves = (int)row == u || row == pivot;
    const int below = (int)row > u;
    if (moves) {
      own = below ? old_row[column] : pivot_row[column];
      ahead = looks ? (below ? old_row[next] : pivot_row[next]) : (REAL)0;
    }
    const REAL multiplier = below ? lu_quotient(own, pivot_row[column]) : (REAL)0;
    if (below && looks) ahead = FUSED(-multiplier, pivot_row[next], ahead);
#pragma unroll
    for (int c = 0; c < PANEL; ++c) {
      if (moves) x[c] = below ? old_row[c] : pivot_row[c];
      if (below && c == column) x[c] = multiplier;
      if (below && c > column) x[c] = FUSED(-multiplier, pivot_row[c], x[c]);
      if (c < (int)width && (moves || (below && c >= column))) a[AT(row, first + c)] = x[c];
    }
  }

  const REAL magnitude = looks && row < n && (int)row > u ? fabs(ahead) : (REAL)-1;
#pragma unroll
  for (int c = 0; c < PANEL; ++c) {
    if (looks && (int)row == u + 1) next_row[(next & 1) * PANEL + c] = x[c];
  }
  most[lane] = magnitude;
  who[lane] = lane;
  CHOOSE_LARGEST
  if (looks && lane == who[0]) {
    magnitudes[writing + group] = magnitude;
    places[writing + group] = row;
#pragma unroll
    for (int c = 0; c < PANEL; ++c) best_rows[(size_t)(writing + group) * PANEL + c] = x[c];
  }
}
