// lu/loops.cl - blocked LU for CPUs: a panel, the exchanges and the triangle, the update.
//
//   p = row of the largest |a[i][u]|, i >= u; exchange rows u and p          <- exchanged_columns in reference.cpp
//   a[i][u] /= a[u][u]; a[i][j] -= a[i][u] a[u][j], i, j > u
//
// Source      ours: right-looking by blocks of columns, each panel in strips of STRIP columns
// Work        panel: one work-item; exchange: one column per work-item; update: TALL x FLAT elements in
//             registers at a time, `chunk` columns of one strip of rows per work-item
// Traffic     panel: its elements read and written once; exchange: 2 count REAL of a column read and
//             written; update: per element 1 REAL read, 1 written, 2 count flops, besides
//             count (rows + columns) REAL
// Launch      1-D panel (1 item) and exchange; update 2-D: strips of TALL rows, chunks of columns; one
//             work-item per group
// Parameters  (real.clh stands in front) REAL; SMALLEST; STRIP; TALL, FLAT: of a tile in registers
inline void lu_swap(__global REAL* a, const size_t one, const size_t other) {
  const REAL kept = a[one];
  a[one] = a[other];
  a[other] = kept;
}

// Column u of a strip that ends before `stop`, in the panel [begin, end).
inline void lu_strip_column(__global REAL* a, __global uint* pivots, const ulong rows, const uint n,
                            const uint u, const uint stop, const uint begin, const uint end) {
  __global REAL* own = a + AT(0, u);
  uint p = u;
  REAL largest = fabs(own[u]);
  for (uint i = u + 1; i < n; ++i) {
    const REAL magnitude = fabs(own[i]);
    p = magnitude > largest ? i : p;
    largest = fmax(magnitude, largest);
  }
  if (u + 1 < n) pivots[u] = p;
  for (uint j = begin; j < end; ++j) lu_swap(a, AT(u, j), AT(p, j));
  const REAL pivot = own[u];
  for (uint i = u + 1; i < n; ++i) own[i] = lu_quotient(own[i], pivot);
  for (uint j = u + 1; j < stop; ++j) {
    __global REAL* restrict to = a + AT(0, j);
    const REAL upper = to[u];
    for (uint i = u + 1; i < n; ++i) to[i] = FUSED(-own[i], upper, to[i]);
  }
}

// What a strip of STRIP columns from u on does to column j behind it.
inline void lu_strip_update(__global REAL* a, const ulong rows, const uint n, const uint u, const uint j) {
  __global REAL* restrict to = a + AT(0, j);
  REAL upper[STRIP];
  for (uint k = 0; k < STRIP; ++k) {
    upper[k] = to[u + k];
    for (uint i = 0; i < k; ++i) upper[k] = FUSED(-a[AT(u + k, u + i)], upper[i], upper[k]);
    to[u + k] = upper[k];
  }
  __global const REAL* restrict left = a + AT(0, u);
  for (uint i = u + STRIP; i < n; ++i) {
    REAL sum = to[i];
#pragma unroll
    for (uint k = 0; k < STRIP; ++k) sum = FUSED(-left[k * rows + i], upper[k], sum);
    to[i] = sum;
  }
}

__kernel void lu_panel_loop(__global REAL* a, __global uint* pivots, const ulong rows, const uint n,
                            const uint first, const uint width) {
  const uint end = first + width;
  for (uint u = first; u < end; u += STRIP) {
    const uint stop = u + STRIP < end ? u + STRIP : end;
    for (uint k = u; k < stop; ++k) lu_strip_column(a, pivots, rows, n, k, stop, first, end);
    for (uint j = stop; j < end; ++j) lu_strip_update(a, rows, n, u, j);
  }
}

__kernel void lu_exchange_loop(__global REAL* a, __global const uint* restrict pivots, const ulong rows,
                               const uint n, const uint first, const uint count) {
  const uint number = (uint)get_global_id(0);
  const uint j = number < first ? number : number + count;
  for (uint t = first; t < first + count && t + 1 < n; ++t) lu_swap(a, AT(t, j), AT(pivots[t], j));
  __global REAL* restrict own = a + AT(0, j);
  const uint solved = j < first ? first : first + count;
  for (uint i = first; i < solved; ++i) {
    const REAL upper = own[i];
    for (uint k = i + 1; k < solved; ++k) own[k] = FUSED(-a[AT(k, i)], upper, own[k]);
  }
}

__kernel void lu_update_loop(__global REAL* a, const ulong rows, const uint n, const uint first,
                             const uint count, const uint chunk) {
  const uint row = first + count + (uint)get_global_id(0) * TALL;
  const uint begin = first + count + (uint)get_global_id(1) * chunk;
  const uint end = begin + chunk < n ? begin + chunk : n;
  for (uint j = begin; j < end; j += FLAT) {
    if (row + TALL <= n && j + FLAT <= end) {
      REAL sum[FLAT][TALL];
#pragma unroll
      for (uint c = 0; c < FLAT; ++c)
        for (uint r = 0; r < TALL; ++r) sum[c][r] = a[AT(row + r, j + c)];
      for (uint k = first; k < first + count; ++k) {
        __global const REAL* left = a + AT(row, k);
#pragma unroll
        for (uint c = 0; c < FLAT; ++c) {
          const REAL upper = a[AT(k, j + c)];
          for (uint r = 0; r < TALL; ++r) sum[c][r] = FUSED(-left[r], upper, sum[c][r]);
        }
      }
#pragma unroll
      for (uint c = 0; c < FLAT; ++c)
        for (uint r = 0; r < TALL; ++r) a[AT(row + r, j + c)] = sum[c][r];
    } else {
      for (uint c = j; c < j + FLAT && c < end; ++c) {
        for (uint k = first; k < first + count; ++k) {
          const REAL upper = a[AT(k, c)];
          for (uint i = row; i < row + TALL && i < n; ++i) a[AT(i, c)] = FUSED(-a[AT(i, k)], upper, a[AT(i, c)]);
        }
      }
    }
  }
}
