// poisson/blocked.cl - several sweeps of Jacobi's method in one pass over the field.
//
//   for each of `sweeps`: to = mean of the neighbours                          <- sweep_reference
//
// Source      temporal blocking; the sweeps are those of sweep.cl, operation by operation
// Work        a group loads COLUMNS x (STRIPS * STRIP) points and writes those that are at least STEPS
//             away from their edge: what comes in from there does not reach them. An item keeps a strip
//             of a column in registers; its neighbours read it from local memory
// Traffic     per launch and point: 1 REAL read, with the edges COLUMNS STRIPS STRIP / (written) of them,
//             1 written; 4 flops per sweep
// Launch      2-D: groups of COLUMNS x STRIPS items; sweeps <= STEPS
// Parameters  (point.clh stands in front) COLUMNS, STRIPS, STRIP, STEPS

#define ROWS (STRIPS * STRIP)

__kernel void poisson_blocked(__global const REAL* restrict from, __global REAL* restrict to,
                              __global const double* restrict control, SOURCE_PARAMETER const int nx, const int ny, const int pitch,
                              const int sweeps) {
  __local REAL tile[ROWS * COLUMNS];
  REAL own[STRIP];
#if SOURCE
  REAL given[STRIP];
#define LESS_GIVEN(r) - given[r]
#else
#define LESS_GIVEN(r)
#endif
  const int x = (int)get_local_id(0);
  const int y = (int)get_local_id(1) * STRIP;
  const int i = (int)get_group_id(0) * (COLUMNS - 2 * STEPS) + 1 - STEPS + x;
  const int j = (int)get_group_id(1) * (ROWS - 2 * STEPS) + 1 - STEPS + y;
  const int left = x > 0 ? x - 1 : x;
  const int right = x < COLUMNS - 1 ? x + 1 : x;
  const bool column = x > 0 && x < COLUMNS - 1 && i > 0 && i < nx;
  for (int r = 0; r < STRIP; ++r) {
    const bool known = i >= 0 && i <= nx && j + r >= 0 && j + r <= ny;
    own[r] = known ? from[known ? (size_t)(j + r) * pitch + i : 0] : (REAL)0;
    tile[(y + r) * COLUMNS + x] = own[r];
#if SOURCE
    given[r] = known ? source[known ? (size_t)(j + r) * pitch + i : 0] : (REAL)0;
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    REAL below = tile[(y > 0 ? y - 1 : y) * COLUMNS + x];
    const REAL last = tile[(y + STRIP < ROWS ? y + STRIP : y) * COLUMNS + x];
    for (int r = 0; r < STRIP; ++r) {
      const REAL here = own[r];
      const REAL above = r < STRIP - 1 ? own[r < STRIP - 1 ? r + 1 : r] : last;
      const REAL mean = MEAN(REAL, tile[(y + r) * COLUMNS + left], tile[(y + r) * COLUMNS + right], below, above, 0, 0) LESS_GIVEN(r);
      const bool unknown = column && y + r > 0 && y + r < ROWS - 1 && j + r > 0 && j + r < ny;
      own[r] = unknown ? mean : here;
      below = here;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < STRIP; ++r) tile[(y + r) * COLUMNS + x] = own[r];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const bool written = control[0] == 0 && i > 0 && i < nx && x >= STEPS && x < COLUMNS - STEPS;
  for (int r = 0; r < STRIP; ++r) {
    const bool inner = y + r >= STEPS && y + r < ROWS - STEPS && j + r > 0 && j + r < ny;
    if (written && inner) to[(size_t)(j + r) * pitch + i] = own[r];
  }
}
