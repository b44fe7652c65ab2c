// lu/update.cl - the update behind a block: a product of matrices through local memory.
//
//   a[i][j] -= a[i][first + k] across[k][j], k in [0, count), i in [first + count, n),
//   j in [first + count, end)                                      <- exchanged_columns in reference.cpp
//
// Source      ours; tiles in registers and local memory, fetched one step ahead
// Work        a group takes TILE_ROWS x TILE_COLUMNS elements, an item ITEM_ROWS x ITEM_COLUMNS of them in
//             registers, which start from the matrix: the order of the operations is that of a column
//             after the other
// Traffic     per element: 1 REAL read, 1 written, 2 count flops; besides count (rows + columns) REAL
// Launch      2-D: tiles of rows * GROUP, tiles of columns; groups of GROUP x 1
// Parameters  (real.clh, vector.clh, update_tile.clh stand in front) REAL, VECTOR, WIDTH: float, float4, 4 or
//             double, double2, 2; SMALLEST; TILE_ROWS: a multiple of 8 ITEM_ROWS; TILE_COLUMNS: of 4
//             ITEM_COLUMNS; ITEM_ROWS, ITEM_COLUMNS: multiples of WIDTH; DEPTH: divides count; GROUP: items
//             of a tile; RESIDENT: groups that a multiprocessor must hold at once. Columns of the matrix
//             begin at whole vectors and have room for one more behind
__kernel GROUP_OF(GROUP) void lu_update(__global REAL* a, __global const REAL* restrict across,
                                        const ulong rows, const ulong stride, const uint n,
                                        const uint first, const uint count, const uint end) {
  __local VECTOR left[2][DEPTH][LEFT_VECTORS];
  __local VECTOR upper[2][DEPTH][UPPER_VECTORS];
  const uint lane = (uint)get_local_id(0);
  const uint warp = lane / 32;
  // 8 x 4 items of a warp read 8 + 4 vectors. Neighbours in pairs read the same ones, which makes two
  // reads of 16 bytes one.
  const uint x = warp % (ACROSS / 8) * 8 + lane / 2 % 8;
  const uint y = warp / (ACROSS / 8) * 4 + lane / 16 % 2 * 2 + lane % 2;
  const uint row0 = first + count + (uint)get_group_id(0) * TILE_ROWS;
  const uint column0 = first + count + (uint)get_group_id(1) * TILE_COLUMNS;
  const uint last = (n - 1) / WIDTH * WIDTH;        // where items beyond the edge look
  const uint i_fetched = row0 + lane % LEFT_VECTORS * WIDTH;
  const uint j_fetched = column0 + lane % UPPER_VECTORS * WIDTH;
  __global const REAL* from_left = a + AT(i_fetched < last ? i_fetched : last, first + lane / LEFT_VECTORS);
  __global const REAL* from_upper =
      across + lane / UPPER_VECTORS * stride + (j_fetched < last ? j_fetched : last);
  FETCHED
  REAL sum[ITEM_COLUMNS][ITEM_ROWS];
  FETCH(0)
#pragma unroll
  for (int c = 0; c < ITEM_COLUMNS; ++c) {
    const uint j = column0 + (c / WIDTH * DOWN + y) * WIDTH + c % WIDTH;
#pragma unroll
    for (int p = 0; p < ROW_PARTS; ++p) {
      const uint i = row0 + (p * ACROSS + x) * WIDTH;
      if (i < n && j < end) {
        const VECTOR v = *(__global const VECTOR*)(a + AT(i, j));
        SPREAD(sum[c], p * WIDTH, v);
      }
    }
  }
  KEEP(0)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < count; k += DEPTH) {
    const uint here = k / DEPTH % 2;
    const int more = k + DEPTH < count;
    if (more) { FETCH(1 - here) }
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) {
      REAL l[ITEM_ROWS], u[ITEM_COLUMNS];
#pragma unroll
      for (int p = 0; p < ROW_PARTS; ++p) {
        const VECTOR v = left[here][d][p * ACROSS + x];
        SPREAD(l, p * WIDTH, v);
      }
#pragma unroll
      for (int p = 0; p < COLUMN_PARTS; ++p) {
        const VECTOR v = upper[here][d][p * DOWN + y];
        SPREAD(u, p * WIDTH, v);
      }
#pragma unroll
      for (int c = 0; c < ITEM_COLUMNS; ++c) {
#pragma unroll
        for (int r = 0; r < ITEM_ROWS; ++r) sum[c][r] = FUSED(-l[r], u[c], sum[c][r]);
      }
    }
    if (more) { KEEP(1 - here) }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int c = 0; c < ITEM_COLUMNS; ++c) {
    const uint j = column0 + (c / WIDTH * DOWN + y) * WIDTH + c % WIDTH;
#pragma unroll
    for (int p = 0; p < ROW_PARTS; ++p) {
      const uint i = row0 + (p * ACROSS + x) * WIDTH;
      VECTOR v;
      GATHER(v, sum[c], p * WIDTH);
      if (j < end && i + WIDTH <= n) {
        *(__global VECTOR*)(a + AT(i, j)) = v;
      } else if (j < end) {
#pragma unroll
        for (int e = 0; e < WIDTH; ++e) {
          if (i + e < n) a[AT(i + e, j)] = sum[c][p * WIDTH + e];
        }
      }
    }
  }
}
