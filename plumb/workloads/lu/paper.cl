// lu/paper.cl - the five operations of the LU decomposition of paper 000.
//
//   for u in [0, n - 1), m = n - u:                                   <- exchanged_columns in reference.cpp
//     column[i] = a[u + i][u]                                 copy_op, m points
//     largest = max of |column[i]|                            max_op, 2^v points for every level v
//     value, row = where |column[i]| is largest               quadtree_op, twice for every level
//     exchange a[u][u ..] and a[u + row][u ..]                copy_op, three times m points
//     column[i] = a[u + i][u] / a[u][u]                       divide_op, m points
//     a[u + i][u] = column[i], i > 0                          copy_op, m - 1 points
//     a[u + i][u + j] -= column[i] a[u][u + j], i, j > 0      row_op, (m - 1)^2 points
//
// Source      paper 000, tables 3 and 7. That the quadtree carries the row is ours
// Work        one point per work-item; row_op: WIDE_COLUMNS columns of a row
// Traffic     per point: copy_op 1 REAL read (and `tops` where the row was found), max_op 2, quadtree_op 2,
//             divide_op 2, row_op 3, of which an item reads the multiplier once; each 1 written; one copy_op
//             of a column writes 1 uint; flops divide_op 1, row_op 2
// Launch      1-D (row_op 2-D), rounded up to whole groups; `points` bounds them
// Parameters  (real.clh stands in front) REAL; SMALLEST; WIDE_COLUMNS
#define NOWHERE ((REAL)1e30)

// The row that the quadtree found, from the `tops` values (1 to 3) of its last level.
size_t lu_row_found(__global const REAL* top, const uint tops) {
  REAL row = top[0];
  if (tops > 1) row = fmin(row, top[1]);
  if (tops > 2) row = fmin(row, top[2]);
  return (size_t)row;
}

// `found`: 0 the places are as given; 1 those read, 2 those written lie so many rows further on as
// the quadtree found. Who writes there also records the exchange.
__kernel void lu_copy_op(__global const REAL* from, __global REAL* to, __global const REAL* top,
                         __global uint* pivots, const ulong from_offset, const ulong from_stride,
                         const ulong to_offset, const ulong to_stride, const uint points,
                         const uint tops, const uint found, const uint u) {
  const size_t i = get_global_id(0);
  if (i < points) {
    const size_t row = found != 0 ? lu_row_found(top, tops) : 0;
    to[to_offset + i * to_stride + (found == 2 ? row : 0)] =
        from[from_offset + i * from_stride + (found == 1 ? row : 0)];
    if (found == 2 && i == 0) pivots[u] = u + (uint)row;
  }
}

// Of `count` values, those from `points` on are folded onto the others.
__kernel void lu_max_op(__global const REAL* from, __global REAL* to, const uint points,
                        const uint count) {
  const size_t i = get_global_id(0);
  if (i < points) {
    const REAL own = fabs(from[i]);
    const REAL other = i + points < count ? fabs(from[i + points]) : (REAL)0;
    to[i] = fmax(own, other);
  }
}

// `before`: values of the level before; 0 at the first level, which has one more than the column.
__kernel void lu_quadtree_op(__global const REAL* restrict from, __global const REAL* restrict largest,
                             __global REAL* restrict to, const uint points, const uint before,
                             const uint rows) {
  const size_t i = get_global_id(0);
  if (i < points) {
    REAL kept;
    if (before == 0) {
      const REAL value = i + 1 < points ? from[i] : (REAL)0;
      const int hit = i + 1 < points && fabs(value) == largest[0];
      kept = hit ? (rows ? (REAL)i : value) : (rows ? NOWHERE : (REAL)0);
    } else {
      kept = from[2 * i];
      const size_t end = i + 1 < points ? 2 * i + 2 : before;  // the last takes what is left over
      for (size_t child = 2 * i + 1; child < end; ++child) {
        const REAL other = from[child];
        kept = (rows ? other < kept : fabs(other) > fabs(kept)) ? other : kept;
      }
    }
    to[i] = kept;
  }
}

__kernel void lu_divide_op(__global const REAL* restrict a, __global REAL* restrict column,
                           const ulong rows, const uint points, const uint u) {
  const size_t i = get_global_id(0);
  if (i < points) column[i] = lu_quotient(a[AT(u + i, u)], a[AT(u, u)]);
}

__kernel void lu_row_op(__global REAL* a, __global const REAL* restrict column, const ulong rows,
                        const uint n, const uint u) {
  const size_t i = u + 1 + get_global_id(0);
  const size_t first = u + 1 + get_global_id(1) * WIDE_COLUMNS;
  if (i < n && first < n) {
    const REAL multiplier = column[i - u];
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
