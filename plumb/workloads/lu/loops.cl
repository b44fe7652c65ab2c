// lu/loops.cl - blocked LU for CPUs: a panel, the exchanges and the triangle, the update.
//
//   p = row of the largest |a[i][u]|, i >= u; exchange rows u and p          <- exchanged_columns in reference.cpp
//   a[i][u] /= a[u][u]; a[i][j] -= a[i][u] a[u][j], i, j > u
//
// Source      ours: right-looking by blocks of columns, each panel in strips of STRIP columns
// Work        panel: one work-item; exchange: one column per work-item; update: tall x wide elements per
//             work-item, four columns of the block and of the rest at a time
// Traffic     panel: its elements read and written once; exchange: 2 count REAL of a column read and
//             written; update: per element 1 REAL read, 1 written, 2 count flops, besides
//             count (rows + columns) REAL
// Launch      1-D panel (1 item) and exchange; update 2-D: `tall` rows, `wide` columns; one work-item per
//             group
// Parameters  (real.clh, strip.clh stand in front) REAL; STRIP
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
  const uint end = j < first ? first : first + count;
  uint u = first;
  for (; u + STRIP <= end; u += STRIP) lu_strip_update(a, rows, end, u, j);
  for (; u < end; ++u) {
    for (uint i = u + 1; i < end; ++i) a[AT(i, j)] = FUSED(-a[AT(i, u)], a[AT(u, j)], a[AT(i, j)]);
  }
}

// Four columns of the rest minus four columns of the block times a square of its rows.
#define LINE(c, p) \
  c[i] = FUSED(-l3, upper[p + 3], FUSED(-l2, upper[p + 2], FUSED(-l1, upper[p + 1], FUSED(-l0, upper[p], c[i]))))
void lu_apply_square(__global REAL* restrict c0, __global REAL* restrict c1, __global REAL* restrict c2,
                            __global REAL* restrict c3, __global const REAL* restrict left, const REAL* upper,
                            const ulong rows, const uint count) {
  for (uint i = 0; i < count; ++i) {
    const REAL l0 = left[i], l1 = left[rows + i], l2 = left[2 * rows + i], l3 = left[3 * rows + i];
    LINE(c0, 0);
    LINE(c1, 4);
    LINE(c2, 8);
    LINE(c3, 12);
  }
}

__kernel void lu_update_loop(__global REAL* a, const ulong rows, const uint n, const uint first,
                             const uint count, const uint tall, const uint wide) {
  const uint row = first + count + (uint)get_global_id(0) * tall;
  const uint height = row + tall < n ? tall : n - row;
  const uint begin = first + count + (uint)get_global_id(1) * wide;
  const uint end = begin + wide < n ? begin + wide : n;
  for (uint j = begin; j < end; j += 4) {
    const uint right = j + 4 <= end ? first + count / 4 * 4 : first;  // squares end there
    for (uint k = first; k < right; k += 4) {
      REAL upper[16];
#pragma unroll
      for (uint x = 0; x < 16; ++x) upper[x] = a[AT(k + x % 4, j + x / 4)];
      lu_apply_square(a + AT(row, j), a + AT(row, j + 1), a + AT(row, j + 2), a + AT(row, j + 3),
                      a + AT(row, k), upper, rows, height);
    }
    for (uint c = j; c < j + 4 && c < end; ++c) {
      for (uint k = right; k < first + count; ++k) {
        const REAL upper = a[AT(k, c)];
        for (uint i = row; i < row + height; ++i) a[AT(i, c)] = FUSED(-a[AT(i, k)], upper, a[AT(i, c)]);
      }
    }
  }
}
