// poisson/kernels/blocked.cl - several sweeps of Jacobi's method in one pass over the field.
//
//   for each of `sweeps`: to = mean of the neighbours                          <- sweep_reference
//
// Source      temporal blocking; the sweeps are those of sweep.cl, operation by operation
// Work        a group loads COLUMNS x ROWS points and writes those that are at least EDGE columns and STEPS rows
//             away from their edge: what comes in from there does not reach them. An item keeps WIDTH columns of
//             a strip of STRIP rows in registers; local memory has what its neighbours read: its first and last
//             column, its first and last row
// Traffic     per launch and point: 1 REAL read, with the edges COLUMNS ROWS / (written) of them, 1 written;
//             per sweep 4 flops and 4 / WIDTH + 4 / STRIP REAL of local memory
// Launch      2-D: groups of 32 x STRIPS items; sweeps <= STEPS
// Parameters  (point.clh stands in front) WIDTH: 4 or 2; VECTOR; STRIPS, STRIP, STEPS; EDGE: STEPS rounded up to WIDTH

#define LANES 32
#define COLUMNS (LANES * WIDTH)
#define ROWS (STRIPS * STRIP)
#if WIDTH == 4
#define UNPACK(a, v) { a[0] = v.x; a[1] = v.y; a[2] = v.z; a[3] = v.w; }
#define PACK(v, a) { v.x = a[0]; v.y = a[1]; v.z = a[2]; v.w = a[3]; }
#else
#define UNPACK(a, v) { a[0] = v.x; a[1] = v.y; }
#define PACK(v, a) { v.x = a[0]; v.y = a[1]; }
#endif

// Leaves in local memory what others read.
#define SHARE_EDGES()                                       \
  for (int r = 0; r < STRIP; ++r) {                         \
    first[(y + r) * LANES + lane] = own[r][0];              \
    last[(y + r) * LANES + lane] = own[r][WIDTH - 1];       \
  }                                                         \
  PACK(bottom[strip * LANES + lane], own[0])                \
  PACK(top[strip * LANES + lane], own[STRIP - 1])

// One sweep over the strip; IS_UNKNOWN(r, c): whether the point is not on the boundary, nor beyond.
#define SWEEP(IS_UNKNOWN)                                                                            \
  UNPACK(below, top[(strip > 0 ? strip - 1 : 0) * LANES + lane])                                     \
  UNPACK(behind, bottom[(strip < STRIPS - 1 ? strip + 1 : strip) * LANES + lane])                    \
  for (int r = 0; r < STRIP; ++r) {                                                                  \
    const REAL before = last[(y + r) * LANES + left];                                                \
    const REAL after = first[(y + r) * LANES + right];                                               \
    for (int c = 0; c < WIDTH; ++c) here[c] = own[r][c];                                             \
    for (int c = 0; c < WIDTH; ++c) {                                                                \
      const REAL above = r < STRIP - 1 ? own[r < STRIP - 1 ? r + 1 : r][c] : behind[c];              \
      const REAL mean = MEAN(REAL, c > 0 ? here[c > 0 ? c - 1 : 0] : before,                         \
                             c < WIDTH - 1 ? here[c < WIDTH - 1 ? c + 1 : 0] : after, below[c], above, 0, 0) LESS_GIVEN(r, c); \
      own[r][c] = IS_UNKNOWN(r, c) ? mean : here[c];                                                 \
    }                                                                                                \
    for (int c = 0; c < WIDTH; ++c) below[c] = here[c];                                              \
  }

#if SOURCE
#define LESS_GIVEN(r, c) - given[r][c]
#else
#define LESS_GIVEN(r, c)
#endif

#define ALL(r, c) true
#define INSIDE(r, c) (i + (c) > 0 && i + (c) < nx && j + (r) > 0 && j + (r) < ny)

__kernel void poisson_blocked(__global const VECTOR* restrict from, __global REAL* restrict to,
                              __global const double* restrict control, SOURCE_PARAMETER const int nx, const int ny, const int pitch,
                              const int sweeps) {
  __local REAL first[ROWS * LANES];
  __local REAL last[ROWS * LANES];
  __local VECTOR bottom[STRIPS * LANES];
  __local VECTOR top[STRIPS * LANES];
  REAL own[STRIP][WIDTH], below[WIDTH], behind[WIDTH], here[WIDTH];
#if SOURCE
  REAL given[STRIP][WIDTH];
#endif
  const int lane = (int)get_local_id(0);
  const int strip = (int)get_local_id(1);
  const int y = strip * STRIP;
  const int x0 = (int)get_group_id(0) * (COLUMNS - 2 * EDGE) - EDGE;
  const int y0 = (int)get_group_id(1) * (ROWS - 2 * STEPS) + 1 - STEPS;
  const int i = x0 + lane * WIDTH;
  const int j = y0 + y;
  const int left = lane > 0 ? lane - 1 : 0;
  const int right = lane < LANES - 1 ? lane + 1 : lane;
  const bool whole = x0 > 0 && x0 + COLUMNS <= nx && y0 > 0 && y0 + ROWS <= ny;
  for (int r = 0; r < STRIP; ++r) {
    const bool known = i >= 0 && i <= nx && j + r >= 0 && j + r <= ny;
    const VECTOR loaded = from[known ? ((size_t)(j + r) * pitch + i) / WIDTH : 0];
    UNPACK(here, loaded)
    for (int c = 0; c < WIDTH; ++c) own[r][c] = known ? here[c] : (REAL)0;
#if SOURCE
    for (int c = 0; c < WIDTH; ++c) given[r][c] = known ? source[known ? (size_t)(j + r) * pitch + i + c : 0] : (REAL)0;
#endif
  }
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    SHARE_EDGES()
    barrier(CLK_LOCAL_MEM_FENCE);
    if (whole) {
      SWEEP(ALL)
    } else {
      SWEEP(INSIDE)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const bool written = control[0] == 0 && lane * WIDTH >= EDGE && lane * WIDTH < COLUMNS - EDGE;
  for (int r = 0; r < STRIP; ++r) {
    const bool row = y + r >= STEPS && y + r < ROWS - STEPS && j + r > 0 && j + r < ny;
    for (int c = 0; c < WIDTH; ++c)
      if (written && row && i + c > 0 && i + c < nx) to[(size_t)(j + r) * pitch + i + c] = own[r][c];
  }
}
