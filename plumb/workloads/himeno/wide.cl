// himeno/wide.cl - one sweep, 16 bytes per load: the fastest plain sweep on GPUs.
//
//   for every inner point: ss = (s0 * a3 - p) * bnd; next = p + omega * ss; gosa += ss * ss
//   with s0 the 18 neighbours weighted by a0 to a2, b0 to b2, c0 to c2, plus wrk1
//                                                      <- sweep_reference in reference.cpp
// Source      paper 001, section 4 (Himeno); 16-byte loads are ours
// Work        one work-item takes WIDTH neighbours of a row; their row ends come from scalar loads
//             that hit the cache; a group adds its ss^2 in double and leaves one partial sum
// Traffic     per point: 13 REAL read, 1 written; 34 flops
// Launch      3-D: vectors of a row rounded up to GROUP_X, rows - 2 rounded up to GROUP_Y, planes - 2
// Parameters  (point.clh stands in front) REAL, VECTOR, WIDTH: float, float4, 4 or double, double2, 2
//             (naive: REAL, 1); GROUP_X, GROUP_Y; the size PLANES, ROWS, COLUMNS: constants, for as
//             arguments they cost 3 % on an H200; ROW, PLANE: strides of the pressure, C_ARRAY,
//             C_PLANE: of the coefficients; BASE: elements in front of the first point; PARTIALS:
//             room for the partial sums of a slot of gosa
#ifdef __CUDACC__
#define READ_ONCE(from) __ldcs((const VECTOR*)(from))
#else
#define READ_ONCE(from) (*(__global const VECTOR*)(from))
#endif
#if WIDTH == 4
#define SPREAD(to, v) to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w
#define GATHER(v, from) v.x = from[0], v.y = from[1], v.z = from[2], v.w = from[3]
#elif WIDTH == 2
#define SPREAD(to, v) to[0] = v.x, to[1] = v.y
#define GATHER(v, from) v.x = from[0], v.y = from[1]
#else
#define SPREAD(to, v) to[0] = v
#define GATHER(v, from) v = from[0]
#endif
#define COEFFICIENT(name, number)                                      \
  REAL name[WIDTH];                                                    \
  {                                                                    \
    const VECTOR loaded = READ_ONCE(c + (size_t)(number) * (C_ARRAY)); \
    SPREAD(name, loaded);                                              \
  }
// `name[x + 1]` is the pressure of the item's point x in the row that lies `away` from its own.
#define ROW_OF(name, away)                                             \
  REAL name[WIDTH + 2];                                                \
  {                                                                    \
    const VECTOR loaded = *(__global const VECTOR*)(from + (away));    \
    REAL* inner = name + 1;                                            \
    SPREAD(inner, loaded);                                             \
    name[0] = from[(away) - 1];                                        \
    name[WIDTH + 1] = from[(away) + WIDTH];                            \
  }

__kernel void himeno_wide(__global const REAL* restrict p, __global REAL* restrict next,
                          __global const REAL* restrict coefficients, __global double* restrict partial,
                          const ulong slot, const REAL omega) {
  __local double sums[GROUP_X * GROUP_Y];
  const int vector = (int)get_global_id(0);
  const int j = (int)get_global_id(1) + 1;
  const int i = (int)get_global_id(2) + 1;
  const int lane = (int)(get_local_id(1) * GROUP_X + get_local_id(0));
  double sum = 0;
  if (vector * WIDTH < COLUMNS && j < ROWS - 1 && i < PLANES - 1) {
    const size_t at = BASE + (size_t)i * (PLANE) + (size_t)j * ROW + (size_t)vector * WIDTH;
    __global const REAL* from = p + at;
    __global const REAL* c = coefficients + BASE + (size_t)i * (C_PLANE) + (size_t)j * ROW + (size_t)vector * WIDTH;
    COEFFICIENT(a0, 0) COEFFICIENT(a1, 1) COEFFICIENT(a2, 2) COEFFICIENT(a3, 3)
    COEFFICIENT(b0, 4) COEFFICIENT(b1, 5) COEFFICIENT(b2, 6)
    COEFFICIENT(c0, 7) COEFFICIENT(c1, 8) COEFFICIENT(c2, 9)
    COEFFICIENT(bnd, 10) COEFFICIENT(wrk1, 11)
    ROW_OF(here, 0) ROW_OF(south, ROW) ROW_OF(north, -ROW)
    ROW_OF(up, PLANE) ROW_OF(down, -(PLANE))
    ROW_OF(up_south, PLANE + ROW) ROW_OF(up_north, PLANE - ROW)
    ROW_OF(down_south, ROW - (PLANE)) ROW_OF(down_north, -(PLANE) - ROW)
    REAL updated[WIDTH];
#pragma unroll
    for (int x = 0; x < WIDTH; ++x) {
      const int k = vector * WIDTH + x;
      const REAL s0 =
          a0[x] * up[x + 1] + a1[x] * south[x + 1] + a2[x] * here[x + 2] +
          b0[x] * (up_south[x + 1] - up_north[x + 1] - down_south[x + 1] + down_north[x + 1]) +
          b1[x] * (south[x + 2] - north[x + 2] - south[x] + north[x]) +
          b2[x] * (up[x + 2] - down[x + 2] - up[x] + down[x]) + c0[x] * down[x + 1] +
          c1[x] * north[x + 1] + c2[x] * here[x] + wrk1[x];
      const REAL ss = (SCALED(s0, a3[x]) - here[x + 1]) * bnd[x];
      const int inside = k > 0 && k < COLUMNS - 1;
      updated[x] = inside ? here[x + 1] + omega * ss : here[x + 1];
      sum += inside ? (double)(ss * ss) : 0.0;
    }
    VECTOR stored;
    GATHER(stored, updated);
    *(__global VECTOR*)(next + at) = stored;
  }
  LEAVE_SUM(GROUP_X * GROUP_Y, PARTIALS)
}
