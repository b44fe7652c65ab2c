// himeno/blocked.cl - two iterations per sweep for CPUs: the coefficients come from memory once.
//
//   twice: for every inner point: next = p + omega * ss; gosa += ss * ss    <- sweep_reference
//
// Source      paper 001 (Himeno); temporal blocking in the second-level cache is ours
// Work        an item takes a strip of strip_rows rows through chunk planes. At plane z it takes the
//             first iteration, on one row more on both sides, into a ring of three planes, then the
//             second at z - 1, whose coefficients still lie in the cache
// Traffic     per point and two iterations: 13 REAL read, 1 written, plus the edges of strips; 68
//             flops
// Launch      2-D: strips, chunks; groups of 1
// Parameters  REAL, BASE; LANES: a cache line of REAL; AHEAD: elements fetched ahead. `ring` has
//             ring_plane elements for each of three planes of every item
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
// CUDA's compilers fuse across statements, and which products they fuse depends on the code around them.
#ifdef __CUDACC__
#pragma OPENCL FP_CONTRACT OFF
#endif
// PoCL's prefetch() does nothing, its compiler's own does: PoCL compiles for the host's processor.
#if (defined(__aarch64__) || defined(__x86_64__)) && !defined(__CUDACC__)
#define FETCH_AHEAD(from) __builtin_prefetch((__global const void*)(from), 0, 3)
#else
#define FETCH_AHEAD(from)
#endif
#define A(number) c[(number)*c_array + k]
#define RELAX(sum)                                                                                \
  {                                                                                               \
    const REAL s0 = A(0) * up[k] + A(1) * here[k + row] + A(2) * here[k + 1] +                    \
                    A(4) * (up[k + row] - up[k - row] - down[k + row] + down[k - row]) +          \
                    A(5) * (here[k + row + 1] - here[k - row + 1] - here[k + row - 1] + here[k - row - 1]) + \
                    A(6) * (up[k + 1] - down[k + 1] - up[k - 1] + down[k - 1]) + A(7) * down[k] + \
                    A(8) * here[k - row] + A(9) * here[k - 1] + A(11);                            \
    const REAL scaled = s0 * A(3); /* rounded by itself: see wide.cl */                           \
    const REAL ss = (scaled - here[k]) * A(10);                                                   \
    to[k] = here[k] + omega * ss;                                                                 \
    sum += ss * ss;                                                                               \
  }
// One row from `here` to `to`; its sum of ss^2 is added to `total`.
#define RELAX_ROW(total)                                                                          \
  {                                                                                               \
    REAL lanes[LANES], rest = 0;                                                                  \
    for (int x = 0; x < LANES; ++x) lanes[x] = 0;                                                 \
    int k0 = 1;                                                                                   \
    for (; k0 + LANES <= columns - 1; k0 += LANES) {                                              \
      for (int n = 0; n < 12; ++n) FETCH_AHEAD(c + n * c_array + k0 + AHEAD);                     \
      FETCH_AHEAD(up + row + k0 + AHEAD);                                                         \
      for (int x = 0; x < LANES; ++x) {                                                           \
        const int k = k0 + x;                                                                     \
        RELAX(lanes[x])                                                                           \
      }                                                                                           \
    }                                                                                             \
    for (int k = k0; k < columns - 1; ++k) RELAX(rest)                                            \
    for (int x = 0; x < LANES; ++x) rest += lanes[x];                                             \
    total += (double)rest;                                                                        \
  }

__kernel void himeno_blocked(__global const REAL* restrict p, __global REAL* restrict next,
                             __global const REAL* restrict coefficients, __global double* restrict partial,
                             const ulong slot, const REAL omega, const int planes, const int rows,
                             const int columns, const long row, const long plane, const long c_array,
                             const long c_plane, const ulong partials, __global REAL* restrict ring,
                             const long ring_plane, const int strip_rows, const int chunk) {
  const size_t item = get_global_id(1) * get_global_size(0) + get_global_id(0);
  const int first = (int)get_global_id(0) * strip_rows + 1;
  const int end = first + strip_rows < rows - 1 ? first + strip_rows : rows - 1;
  const int first_plane = (int)get_global_id(1) * chunk + 1;
  const int end_plane = first_plane + chunk < planes - 1 ? first_plane + chunk : planes - 1;
  // Row j of plane z of the half-way pressure lies at half_way[z % 3 ring_plane + j row].
  __global REAL* half_way = ring + BASE + (long)item * 3 * ring_plane - (first - 1) * row;
  double sum1 = 0, sum2 = 0;
  for (int z = first_plane - 1; z <= end_plane; ++z) {
    for (int j = first - 1; j <= end; ++j) {
      __global const REAL* here = p + BASE + z * plane + j * row;
      __global REAL* to = half_way + z % 3 * ring_plane + j * row;
      const int edge = z == 0 || z == planes - 1 || j == 0 || j == rows - 1;
      to[0] = here[0];
      to[columns - 1] = here[columns - 1];
      for (int k = 1; edge && k < columns - 1; ++k) to[k] = here[k];
      if (!edge) {
        __global const REAL* up = here + plane;
        __global const REAL* down = here - plane;
        __global const REAL* c = coefficients + BASE + z * c_plane + j * row;
        double sum = 0;
        RELAX_ROW(sum)
        if (z >= first_plane && z < end_plane && j >= first && j < end) sum1 += sum;
      }
    }
    for (int j = first; j < end && z > first_plane; ++j) {
      __global const REAL* here = half_way + (z + 2) % 3 * ring_plane + j * row;
      __global const REAL* up = half_way + z % 3 * ring_plane + j * row;
      __global const REAL* down = half_way + (z + 1) % 3 * ring_plane + j * row;
      __global const REAL* c = coefficients + BASE + (z - 1) * c_plane + j * row;
      __global REAL* to = next + BASE + (z - 1) * plane + j * row;
      RELAX_ROW(sum2)
    }
  }
  partial[slot * partials + item] = sum1;
  partial[(slot + 1) * partials + item] = sum2;
}
