// poisson/kernels/rows.cl - one sweep of Jacobi's method for CPUs: an item loops along some rows.
//
//   for all unknowns: to = mean of from's neighbours                             <- sweep_reference
//
// Source      the thesis of 2004, section 4.3; the form for CPUs is ours
// Work        an item takes some rows of a plane; the loop along a row has no branch. Norms are summed
//             in LANES sums each, so that the loop stays a vector loop
// Traffic     per point: 1 REAL read, 1 written (rows above and below come from caches); 2 DIM flops
// Launch      2-D: items per plane, planes; groups of 1
// Parameters  (point.clh stands in front) CHECKED; STORES: 0 leaves the norms alone; LANES

#define PLANE_AXIS 1
#if DIM == 3
#define TERMS(T, x) MEAN(T, here[(x) - 1], here[(x) + 1], below[x], above[x], down[x], up[x]) LESS_SOURCE(T, at + (x))
#else
#define TERMS(T, x) MEAN(T, here[(x) - 1], here[(x) + 1], below[x], above[x], 0, 0) LESS_SOURCE(T, at + (x))
#endif

__kernel void poisson_rows(__global const REAL* restrict from, RESULT_PARAMETER(REAL) PARTIAL_PARAMETER
                           __global const double* restrict control, SOURCE_PARAMETER const uint nx, const uint ny, const uint pitch, const uint rows SLICE_PARAMETERS) {
  const int first = (int)(get_global_id(0) * rows) + 1;
  const int beyond = first + (int)rows < (int)ny ? first + (int)rows : (int)ny;
  const int end = control[0] == 0 ? beyond : first;
  const size_t plane = (size_t)pitch * (ny + 1);
  const int last = (int)nx;
#if CHECKED
  double sums[NORMS][LANES];
  for (int n = 0; n < NORMS; ++n)
    for (int lane = 0; lane < LANES; ++lane) sums[n][lane] = 0;
#endif
  for (int j = first; j < end; ++j) {
    const size_t at = PLANE * plane + (size_t)j * pitch;
    __global const REAL* restrict here = from + at;
    __global const REAL* restrict below = here - pitch;
    __global const REAL* restrict above = here + pitch;
#if DIM == 3
    __global const REAL* restrict down = DOWN(from, to) + at - plane;
    __global const REAL* restrict up = here + plane;
#endif
#if STORES
    __global REAL* restrict result = to + at;
    for (int i = 1; i < last; ++i) result[i] = TERMS(REAL, i);
#endif
#if CHECKED
    for (int i = 1; i < last; i += LANES) {
      for (int lane = 0; lane < LANES; ++lane) {
        const int x = i + lane < last ? i + lane : last - 1;
        const double counts = i + lane < last ? 1.0 : 0.0;
        const double size = counts * fabs((TERMS(double, x)) - (double)here[x]);
        const double done = counts * fabs((double)((TERMS(REAL, x)) - here[x]));
        sums[0][lane] += size;
        sums[1][lane] = fmax(sums[1][lane], size);
        sums[2][lane] += size * size;
        sums[3][lane] += done;
        sums[4][lane] = fmax(sums[4][lane], done);
        sums[5][lane] += done == 0 && size != 0 ? 1.0 : 0.0;
      }
    }
#endif
  }
#if CHECKED
  const size_t items = get_global_size(0) * PLANES(get_global_size(1));
  const size_t item = (PLANE - (DIM == 3)) * get_global_size(0) + get_global_id(0);
  for (int n = 0; n < NORMS; ++n) {
    double all = 0;
    for (int lane = 0; lane < LANES; ++lane) all = IS_LARGEST(n) ? fmax(all, sums[n][lane]) : all + sums[n][lane];
    partial[n * items + item] = all;
  }
#endif
}
