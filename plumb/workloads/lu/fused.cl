// lu/fused.cl - LU with two launches per column: one that finds, exchanges and divides, one update.
//
//   for u in [0, n - 1): p = row of the largest |a[i][u]|, i >= u; exchange rows u and p
//     a[i][u] /= a[u][u]; a[i][j] -= a[i][u] a[u][j], i, j > u          <- exchanged_columns in reference.cpp
//
// Source      paper 000, table 3 (the same steps as five kernels); the fusion is ours
// Work        pivot: one group, whose items walk the column and then the two rows; update: WIDE_COLUMNS
//             elements of a row per work-item
// Traffic     pivot, m = n - u: m + 1 + 2 (m - 1) + 4 n REAL, 1 uint, m - 1 flops; update: per element 1 REAL read
//             and written, (m - 1) REAL of the column and the row; 2 flops
// Launch      pivot: 1-D, one group of GROUP; update: 2-D, rounded up to whole groups
// Parameters  (real.clh stands in front) REAL; SMALLEST; GROUP, a power of 2; WIDE_COLUMNS
__kernel void lu_pivot(__global REAL* a, __global uint* pivots, const ulong rows, const uint n,
                       const uint u) {
  __local REAL most[GROUP];
  __local uint where[GROUP];
  const uint lane = (uint)get_local_id(0);
  REAL largest = -1;
  uint at = u;
  for (uint i = u + lane; i < n; i += GROUP) {
    const REAL magnitude = fabs(a[AT(i, u)]);
    if (magnitude > largest) {
      largest = magnitude;
      at = i;
    }
  }
  most[lane] = largest;
  where[lane] = at;
  for (uint away = GROUP / 2; away > 0; away /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < away) {
      const REAL other = most[lane + away];
      const int better = other > most[lane] || (other == most[lane] && where[lane + away] < where[lane]);
      most[lane] = better ? other : most[lane];
      where[lane] = better ? where[lane + away] : where[lane];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint p = where[0];
  const REAL pivot = a[AT(p, u)];
  if (lane == 0) pivots[u] = p;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // all have read the pivot
  for (uint j = lane; j < n; j += GROUP) {
    const REAL kept = a[AT(u, j)];
    a[AT(u, j)] = a[AT(p, j)];
    a[AT(p, j)] = kept;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (uint i = u + 1 + lane; i < n; i += GROUP) a[AT(i, u)] = lu_quotient(a[AT(i, u)], pivot);
}

__kernel void lu_rank_one(__global REAL* a, const ulong rows, const uint n, const uint u) {
  const size_t i = u + 1 + get_global_id(0);
  const size_t first = u + 1 + get_global_id(1) * WIDE_COLUMNS;
  if (i < n && first < n) {
    const REAL multiplier = a[AT(i, u)];
    REAL upper[WIDE_COLUMNS], own[WIDE_COLUMNS];  // all are read before one is written
#pragma unroll
    for (uint c = 0; c < WIDE_COLUMNS; ++c) {
      const size_t j = first + c < n ? first + c : first;
      upper[c] = a[AT(u, j)];
      own[c] = a[AT(i, j)];
    }
#pragma unroll
    for (uint c = 0; c < WIDE_COLUMNS; ++c) {
      if (first + c < n) a[AT(i, first + c)] = FUSED(-multiplier, upper[c], own[c]);
    }
  }
}
