// himeno/ladder.cl - the implementations of paper 001, each rung a set of parameters.
//
//   for every inner point: next = p + omega * ss; gosa += ss * ss      <- sweep_reference
//
// Source      paper 001, sections 5.1 and 5.2: base 16 x 16 x 8 with all its pressures on chip;
//             a barrier after every point; block 64 x 4 x 8; three planes on chip (66 x 6 x 3)
//             with block 64 x 4 x 128, then 64 x 4 x 64. Swapped dimensions and padding are strides
// Work        a group takes a block of points; an item BLOCK_PLANES points, one above the other
// Traffic     per point: 13 REAL read, 1 written, plus the edges of blocks; 34 flops
// Launch      3-D: columns and rows rounded up to the block, blocks of planes; groups BLOCK_COLUMNS x
//             BLOCK_ROWS
// Parameters  (point.clh stands in front) BLOCK_COLUMNS, BLOCK_ROWS, BLOCK_PLANES; KEPT: planes on
//             chip, BLOCK_PLANES + 2 or 3; STEPWISE: 1 with a barrier after every point; REAL, BASE
#define GROUP (BLOCK_COLUMNS * BLOCK_ROWS)
#define KEPT_ROW (BLOCK_COLUMNS + 2)
#define KEPT_PLANE (KEPT_ROW * (BLOCK_ROWS + 2))
#define WITHIN(x, end) ((x) < 0 ? 0 : (x) < (end) ? (x) : (end) - 1)
// Plane z of the block, counted from the one below it, comes on chip; outside the grid lies its edge.
#define FETCH(z)                                                                                     \
  for (int n = lane; n < KEPT_PLANE; n += GROUP) {                                                   \
    const int fetched_k = k0 + n % KEPT_ROW - 1, fetched_j = j0 + n / KEPT_ROW - 1, fetched_i = i0 + (z)-1; \
    kept[(z) % KEPT][n] = p[BASE + (size_t)WITHIN(fetched_i, planes) * plane +                       \
                            (size_t)WITHIN(fetched_j, rows) * row + WITHIN(fetched_k, columns)];     \
  }
#define P(dz, dy, dx) kept[(z + 1 + (dz)) % KEPT][at + (dy)*KEPT_ROW + (dx)]
#define C(number) c[(size_t)(number) * c_array]

__kernel void himeno_ladder(__global const REAL* restrict p, __global REAL* restrict next,
                            __global const REAL* restrict coefficients, __global double* restrict partial,
                            const ulong slot, const REAL omega, const int planes, const int rows,
                            const int columns, const long row, const long plane, const long c_array,
                            const long c_plane, const ulong partials) {
  __local REAL kept[KEPT][KEPT_PLANE];
  __local double sums[GROUP];
  const int lane = (int)(get_local_id(1) * BLOCK_COLUMNS + get_local_id(0));
  const int k0 = (int)get_group_id(0) * BLOCK_COLUMNS, k = (int)get_global_id(0);
  const int j0 = (int)get_group_id(1) * BLOCK_ROWS, j = (int)get_global_id(1);
  const int i0 = (int)get_group_id(2) * BLOCK_PLANES;
  const int at = (int)(get_local_id(1) + 1) * KEPT_ROW + (int)get_local_id(0) + 1;
  const int inside = k > 0 && k < columns - 1 && j > 0 && j < rows - 1;
  const int own_planes = i0 + BLOCK_PLANES < planes ? BLOCK_PLANES : planes - i0;
  double sum = 0;
  for (int z = 0; z < (KEPT == 3 ? 2 : BLOCK_PLANES + 2); ++z) FETCH(z)
  for (int z = 0; z < own_planes; ++z) {
    if (KEPT == 3) {
      FETCH(z + 2)
    }
    if (KEPT == 3 || z == 0) barrier(CLK_LOCAL_MEM_FENCE);
    const int i = i0 + z;
    if (inside && i > 0 && i < planes - 1) {
      __global const REAL* c = coefficients + BASE + (size_t)i * c_plane + (size_t)j * row + k;
      const REAL s0 = C(0) * P(1, 0, 0) + C(1) * P(0, 1, 0) + C(2) * P(0, 0, 1) +
                      C(4) * (P(1, 1, 0) - P(1, -1, 0) - P(-1, 1, 0) + P(-1, -1, 0)) +
                      C(5) * (P(0, 1, 1) - P(0, -1, 1) - P(0, 1, -1) + P(0, -1, -1)) +
                      C(6) * (P(1, 0, 1) - P(-1, 0, 1) - P(1, 0, -1) + P(-1, 0, -1)) +
                      C(7) * P(-1, 0, 0) + C(8) * P(0, -1, 0) + C(9) * P(0, 0, -1) + C(11);
      const REAL ss = (SCALED(s0, C(3)) - P(0, 0, 0)) * C(10);
      next[BASE + (size_t)i * plane + (size_t)j * row + k] = P(0, 0, 0) + omega * ss;
      sum += (double)(ss * ss);
    }
    if (STEPWISE || KEPT == 3) barrier(CLK_LOCAL_MEM_FENCE);
  }
  LEAVE_SUM(GROUP, partials)
}
