// poisson/kernels/multigrid_transfer.cl - between two levels whose points need not coincide.
//
//   coarse = weighted sum of fine;  e = keeps e + interpolated coarse e                  <- solve_exactly
//
// Source      Brandt 1977; linear interpolation, and its transpose as restriction
// Work        restrict: an item takes one coarse point, on CPUs some rows of them; prolong: the same
//             with fine points, by halves with two of them
// Traffic     per fine point: restrict 1 read, 1 / 2^DIM written; prolong 1 read and written, 1 / 2^DIM read
// Launch      as multigrid_smooth.cl, restrict of the coarse level, prolong of the fine one
// Parameters  (multigrid.clh stands in front) HALVES: 1 where every axis has half as many cells

// Along an axis of n fine and c coarse cells: the coarse point left of fine point i and how far i lies
// behind it; the fine points around coarse point q and their weights, whose sum is 1 (by halves 1/4, 1/2, 1/4).
#if HALVES
#define LEFT(i, n, c) ((i) >> 1)
#define BEHIND(i, n, c) ((REAL)0.5 * ((i) & 1))
#define ACROSS(p, i) ((REAL)0.5 * (p)[i] + (REAL)0.25 * ((p)[(i)-pitch] + (p)[(i) + pitch]))
#else
#define LEFT(i, n, c) ((i) * (c) / (n))
#define BEHIND(i, n, c) ((REAL)((i) * (c) % (n)) / (REAL)(n))
#define FROM(q, n, c) (((q)-1) * (n) / (c) + 1)
#define TO(q, n, c) ((((q) + 1) * (n) - 1) / (c))
#define WEIGHT(i, q, n, c) ((REAL)((n) - abs((int)((i) * (c)) - (int)((q) * (n)))) / (REAL)(n) * ((REAL)(c) / (REAL)(n)))
#endif

__kernel void poisson_restrict(__global const REAL* restrict from, __global REAL* restrict to, const int nx, const int ny,
                               const int nz, const int pitch, const int cx, const int cy, const int cz,
                               const int to_pitch, const int rows) {
  (void)nx, (void)nz, (void)cz;  // halves need no division
  const size_t plane = (size_t)pitch * (ny + 1);
  const int first = FIRST_ROW;
  const int z = (int)PLANE;
  for (int y = first; y < END_ROW(first, cy); ++y) {
    const size_t row = (size_t)z * to_pitch * (cy + 1) + (size_t)y * to_pitch;
#if HALVES
    // First across rows (and planes), which is a vector loop, then along the row.
    FOR_CHUNKS(x0, cx) {
      REAL across[2 * CHUNK + 1];
      const int count = cx - x0 < CHUNK ? cx - x0 : CHUNK;
      __global const REAL* restrict here = from + (DIM == 3 ? 2 * z : 0) * plane + (size_t)(2 * y) * pitch + 2 * x0 - 1;
      for (int i = 0; i < 2 * count + 1; ++i) {
#if DIM == 3
        across[i] = (REAL)0.5 * ACROSS(here, i) + (REAL)0.25 * (ACROSS(here - plane, i) + ACROSS(here + plane, i));
#else
        across[i] = ACROSS(here, i);
#endif
      }
      for (int x = 0; x < count; ++x)
        to[row + x0 + x] = (REAL)0.5 * across[2 * x + 1] + (REAL)0.25 * (across[2 * x] + across[2 * x + 2]);
    }
#else
    FOR_X(x, cx) {
      REAL sum = 0;
      for (int k = DIM == 3 ? FROM(z, nz, cz) : 0; k <= (DIM == 3 ? TO(z, nz, cz) : 0); ++k) {
        const REAL deep = DIM == 3 ? WEIGHT(k, z, nz, cz) : (REAL)1;
        for (int j = FROM(y, ny, cy); j <= TO(y, ny, cy); ++j) {
          const REAL high = deep * WEIGHT(j, y, ny, cy);
          for (int i = FROM(x, nx, cx); i <= TO(x, nx, cx); ++i)
            sum += high * WEIGHT(i, x, nx, cx) * from[k * plane + (size_t)j * pitch + i];
        }
      }
      to[row + x] = sum;
    }
#endif
  }
}

// What the rows (and planes) around a fine one make of coarse column x.
#if DIM == 3
#define MIXED(x)                                                                                    \
  ((1 - behind_z) * ((1 - behind_y) * near[x] + behind_y * high[x]) +                               \
   behind_z * ((1 - behind_y) * near[(x) + from_plane] + behind_y * high[(x) + from_plane]))
#else
#define MIXED(x) ((1 - behind_y) * near[x] + behind_y * high[x])
#endif

__kernel void poisson_prolong(__global const REAL* restrict coarse, __global REAL* restrict e, const int nx, const int ny,
                              const int nz, const int pitch, const int cx, const int cy, const int cz,
                              const int from_pitch, const int rows, const REAL keeps) {
  (void)nx, (void)nz, (void)cx, (void)cz;  // halves need no division
  const size_t plane = (size_t)pitch * (ny + 1);
  const size_t from_plane = (size_t)from_pitch * (cy + 1);
  const int first = FIRST_ROW;
  const int k = (int)PLANE;
#if DIM == 3
  const int z = LEFT(k, nz, cz);
  const REAL behind_z = BEHIND(k, nz, cz);
#else
  const int z = 0;
#endif
  for (int j = first; j < END_ROW(first, ny); ++j) {
    const REAL behind_y = BEHIND(j, ny, cy);
    __global const REAL* restrict near = coarse + z * from_plane + (size_t)LEFT(j, ny, cy) * from_pitch;
    __global const REAL* restrict high = near + from_pitch;
    __global REAL* restrict result = e + k * plane + (size_t)j * pitch;
#if HALVES
    FOR_PAIRS(x, cx) {  // the first of all is on the boundary, where everything is 0
      const REAL left = MIXED(x);
      const REAL right = MIXED(x + 1);
      result[2 * x] = keeps * result[2 * x] + left;
      result[2 * x + 1] = keeps * result[2 * x + 1] + (REAL)0.5 * (left + right);
    }
#else
    FOR_X(i, nx) {
      const int x = LEFT(i, nx, cx);
      const REAL behind_x = BEHIND(i, nx, cx);
      const REAL left = MIXED(x);
      const REAL right = MIXED(x + 1);
      result[i] = keeps * result[i] + (1 - behind_x) * left + behind_x * right;
    }
#endif
  }
}
