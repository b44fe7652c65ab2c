// poisson/multigrid_transfer.cl - between two levels whose points need not coincide.
//
//   coarse f = weighted sum of (f - keeps A e);  e = keeps e + interpolated coarse e   <- solve_exactly
//
// Source      Brandt 1977; linear interpolation, and its transpose as restriction
// Work        restrict: an item takes one coarse point, on CPUs some rows of them, and computes the
//             residuals that it needs; prolong: the same with fine points
// Traffic     per fine point: restrict 2 read, 1 / 2^DIM written; prolong 1 read and written, 1 / 2^DIM read
// Launch      as multigrid_smooth.cl, restrict of the coarse level, prolong of the fine one
// Parameters  (multigrid.clh stands in front) HALVES: 1 where every axis has half as many cells

// Along an axis of n fine and c coarse cells: the coarse point left of fine point i and how far i lies
// behind it; the fine points around coarse point q and their weights, whose sum is 1.
#if HALVES
#define LEFT(i, n, c) ((i) >> 1)
#define BEHIND(i, n, c) ((REAL)0.5 * ((i) & 1))
#define FROM(q, n, c) (2 * (q) - 1)
#define TO(q, n, c) (2 * (q) + 1)
#define WEIGHT(i, q, n, c) ((i) == 2 * (q) ? (REAL)0.5 : (REAL)0.25)
#else
#define LEFT(i, n, c) ((i) * (c) / (n))
#define BEHIND(i, n, c) ((REAL)((i) * (c) % (n)) / (REAL)(n))
#define FROM(q, n, c) (((q)-1) * (n) / (c) + 1)
#define TO(q, n, c) ((((q) + 1) * (n) - 1) / (c))
#define WEIGHT(i, q, n, c) ((REAL)((n) - abs((int)((i) * (c)) - (int)((q) * (n)))) / (REAL)(n) * ((REAL)(c) / (REAL)(n)))
#endif

__kernel void poisson_restrict(__global const REAL* restrict e, __global const REAL* restrict f, __global REAL* restrict to,
                               const int nx, const int ny, const int nz, const int pitch, const int cx, const int cy,
                               const int cz, const int to_pitch, const int rows, const REAL wx, const REAL wy, const REAL wz,
                               const REAL keeps) {
  (void)nx, (void)nz, (void)cz;  // halves need no division
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  const int z = (int)PLANE;
  for (int y = first; y < END_ROW(first, cy); ++y) {
    const size_t row = (size_t)z * to_pitch * (cy + 1) + (size_t)y * to_pitch;
    FOR_X(x, cx) {
      REAL sum = 0;
      for (int k = DIM == 3 ? FROM(z, nz, cz) : 0; k <= (DIM == 3 ? TO(z, nz, cz) : 0); ++k) {
        const REAL deep = DIM == 3 ? WEIGHT(k, z, nz, cz) : (REAL)1;
        for (int j = FROM(y, ny, cy); j <= TO(y, ny, cy); ++j) {
          const REAL high = deep * WEIGHT(j, y, ny, cy);
          for (int i = FROM(x, nx, cx); i <= TO(x, nx, cx); ++i) {
            const size_t at = k * plane + (size_t)j * pitch + i;
            sum += high * WEIGHT(i, x, nx, cx) * (f[at] - keeps * APPLIED(REAL, e, at));
          }
        }
      }
      to[row + x] = sum;
    }
  }
}

__kernel void poisson_prolong(__global const REAL* restrict coarse, __global REAL* restrict e, const int nx, const int ny,
                              const int nz, const int pitch, const int cx, const int cy, const int cz,
                              const int from_pitch, const int rows, const REAL keeps) {
  (void)nz, (void)cx, (void)cz;  // halves need no division
  const size_t plane = (size_t)pitch * (ny + 1);
  const size_t from_plane = (size_t)from_pitch * (cy + 1);
  const int first = FIRST_ROW;
  const int k = (int)PLANE;
  const int z = DIM == 3 ? LEFT(k, nz, cz) : 0;
  const REAL behind_z = DIM == 3 ? BEHIND(k, nz, cz) : (REAL)0;
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const size_t row = k * plane + (size_t)j * pitch;
    const REAL behind_y = BEHIND(j, ny, cy);
    __global const REAL* const near = coarse + z * from_plane + (size_t)LEFT(j, ny, cy) * from_pitch;
    __global const REAL* const high = near + from_pitch;
    FOR_X(i, nx) {
      const int x = LEFT(i, nx, cx);
      const REAL behind_x = BEHIND(i, nx, cx);
      const REAL a = (1 - behind_y) * near[x] + behind_y * high[x];
      const REAL b = (1 - behind_y) * near[x + 1] + behind_y * high[x + 1];
      REAL value = (1 - behind_x) * a + behind_x * b;
#if DIM == 3
      const REAL c = (1 - behind_y) * near[x + from_plane] + behind_y * high[x + from_plane];
      const REAL d = (1 - behind_y) * near[x + 1 + from_plane] + behind_y * high[x + 1 + from_plane];
      value = (1 - behind_z) * value + behind_z * ((1 - behind_x) * c + behind_x * d);
#endif
      e[row + i] = keeps * e[row + i] + value;
    }
  }
}
