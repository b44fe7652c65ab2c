// poisson/kernels/sweep.cl - one sweep of Jacobi's method: items take vectors of some rows.
//
//   for all unknowns: to = mean of from's neighbours                             <- sweep_reference
//
// Source      the thesis of 2004, section 4.3; four values per item as its section 5.2 asks for
// Work        an item takes WIDTH neighbours of ROWS rows and keeps three rows in registers. A sweep
//             after the end of the iteration (control[0] is not 0) changes nothing
// Traffic     per point: 1 REAL read, 1 written (rows above and below come from caches); 2 DIM flops.
//             CHECKED: norms of the update, six doubles per group
// Launch      3-D: vectors of a row, rows / ROWS, planes; groups of GROUP items in two dimensions
// Parameters  (point.clh stands in front) WIDTH: 1, 2 or 4; VECTOR; ROWS; GROUP: a power of 2;
//             CHECKED; STORES: 0 leaves the norms alone

#define PLANE_AXIS 2
#if WIDTH == 4
#define UNPACK(a, v) { a[0] = v.x; a[1] = v.y; a[2] = v.z; a[3] = v.w; }
#define PACK(v, a) { v.x = a[0]; v.y = a[1]; v.z = a[2]; v.w = a[3]; }
#elif WIDTH == 2
#define UNPACK(a, v) { a[0] = v.x; a[1] = v.y; }
#define PACK(v, a) { v.x = a[0]; v.y = a[1]; }
#else
#define UNPACK(a, v) { a[0] = v; }
#define PACK(v, a) { v = a[0]; }
#endif

__kernel void poisson_sweep(__global const VECTOR* restrict from, RESULT_PARAMETER(VECTOR) PARTIAL_PARAMETER
                            __global const double* restrict control, SOURCE_PARAMETER const uint nx, const uint ny, const uint pitch SLICE_PARAMETERS) {
  const size_t vectors = pitch / WIDTH;
  const size_t q = get_global_id(0);
  const size_t first = get_global_id(1) * ROWS + 1;
  const size_t plane = vectors * (ny + 1);
  __global const REAL* const scalars = (__global const REAL*)from;
#if CHECKED
  double norms[NORMS] = {0, 0, 0, 0, 0, 0};
#endif
  if (control[0] == 0 && q * WIDTH <= nx && first < ny) {
    size_t at = PLANE * plane + first * vectors + q;
    REAL below[WIDTH], here[WIDTH], above[WIDTH], down[WIDTH], up[WIDTH], result[WIDTH];
    UNPACK(below, from[at - vectors])
    UNPACK(here, from[at])
    for (size_t row = 0; row < ROWS; ++row, at += vectors) {
      if (first + row < ny) {
        UNPACK(above, from[at + vectors])
#if DIM == 3
        UNPACK(down, DOWN(from, to)[at - plane])
        UNPACK(up, from[at + plane])
#endif
        for (int c = 0; c < WIDTH; ++c) {
          const size_t i = q * WIDTH + c;
          const REAL left = c > 0 ? here[c > 0 ? c - 1 : 0] : scalars[at * WIDTH - 1];
          const REAL right = c < WIDTH - 1 ? here[c < WIDTH - 1 ? c + 1 : 0] : scalars[at * WIDTH + WIDTH];
          const REAL z0 = DIM == 3 ? down[c] : (REAL)0;
          const REAL z1 = DIM == 3 ? up[c] : (REAL)0;
          (void)z0, (void)z1;  // a plane has no such neighbours
          const REAL mean = MEAN(REAL, left, right, below[c], above[c], z0, z1) LESS_SOURCE(REAL, at * WIDTH + c);
          const bool unknown = i > 0 && i < nx;
          result[c] = unknown ? mean : here[c];
#if CHECKED
          if (unknown) {
            const double mean_exact = MEAN(double, left, right, below[c], above[c], z0, z1) LESS_SOURCE(double, at * WIDTH + c);
            const double exact = mean_exact - (double)here[c];
            ADD_NORMS(norms, exact, mean - here[c])
          }
#endif
        }
#if STORES
        PACK(to[at], result)
#endif
        for (int c = 0; c < WIDTH; ++c) {
          below[c] = here[c];
          here[c] = above[c];
        }
      }
    }
  }
#if CHECKED
  __local double shared[GROUP];
  const size_t lane = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const size_t planes = PLANES(get_num_groups(2));
  const size_t groups = get_num_groups(0) * get_num_groups(1) * planes;
  const size_t group = ((PLANE - (DIM == 3)) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  for (int n = 0; n < NORMS; ++n) {
    shared[lane] = norms[n];
    for (size_t apart = GROUP / 2; apart > 0; apart /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lane < apart) {
        const double other = shared[lane + apart];
        shared[lane] = IS_LARGEST(n) ? fmax(shared[lane], other) : shared[lane] + other;
      }
    }
    if (lane == 0) partial[n * groups + group] = shared[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#endif
}
