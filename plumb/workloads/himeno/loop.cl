// himeno/loop.cl - one sweep for CPUs: an item takes a plane, or a row, and loops along it.
//
//   for every inner point: next = p + omega * ss; gosa += ss * ss      <- sweep_reference
//
// Source      paper 001, section 4 (Himeno); the forms for CPUs are ours
// Work        an item takes some rows of one plane. The loop along the row has no branch and no
//             early return; LANES sums of ss^2 let the compiler vectorise without reordering any
// Traffic     per point: 13 REAL read, 1 written; 34 flops
// Launch      2-D: items per plane, planes - 2; groups of 1
// Parameters  REAL, BASE; LANES: a cache line of REAL; AHEAD: elements fetched ahead
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
// CUDA's compilers fuse across statements, and which products they fuse depends on the code around them.
#ifdef __CUDACC__
#pragma OPENCL FP_CONTRACT OFF
#endif
// PoCL's prefetch() does nothing, its compiler's own does: PoCL compiles for the host's processor.
#if (defined(__aarch64__) || defined(__x86_64__)) && !defined(__CUDACC__)
#define FETCH_AHEAD(from, writes) __builtin_prefetch((__global const void*)(from), writes, 3)
#else
#define FETCH_AHEAD(from, writes)
#endif
#define A(number) c[(size_t)(number) * c_array + k]
#define RELAX(sum)                                                                                 \
  {                                                                                                \
    const REAL s0 = A(0) * up[k] + A(1) * south[k] + A(2) * here[k + 1] +                          \
                    A(4) * (up[k + row] - up[k - row] - down[k + row] + down[k - row]) +           \
                    A(5) * (south[k + 1] - north[k + 1] - south[k - 1] + north[k - 1]) +           \
                    A(6) * (up[k + 1] - down[k + 1] - up[k - 1] + down[k - 1]) + A(7) * down[k] +  \
                    A(8) * north[k] + A(9) * here[k - 1] + A(11);                                  \
    const REAL scaled = s0 * A(3); /* rounded by itself: see wide.cl */                            \
    const REAL ss = (scaled - here[k]) * A(10);                                                    \
    to[k] = here[k] + omega * ss;                                                                  \
    sum += ss * ss;                                                                                \
  }

__kernel void himeno_loop(__global const REAL* restrict p, __global REAL* restrict next,
                          __global const REAL* restrict coefficients, __global double* restrict partial,
                          const ulong slot, const REAL omega, const int planes, const int rows,
                          const int columns, const long row, const long plane, const long c_array,
                          const long c_plane, const ulong partials) {
  const int items = (int)get_global_size(0);
  const int item_rows = (rows - 2 + items - 1) / items;
  const int first = (int)get_global_id(0) * item_rows + 1;
  const size_t i = get_global_id(1) + 1;
  const int last = i < (size_t)planes - 1 ? rows - 1 : first;  // nothing beyond the last plane
  const int end = first + item_rows < last ? first + item_rows : last;
  double sum = 0;
  for (int j = first; j < end; ++j) {
    __global const REAL* restrict here = p + BASE + i * plane + (size_t)j * row;
    __global const REAL* restrict south = here + row;
    __global const REAL* restrict north = here - row;
    __global const REAL* restrict up = here + plane;
    __global const REAL* restrict down = here - plane;
    __global const REAL* restrict c = coefficients + BASE + i * c_plane + (size_t)j * row;
    __global REAL* restrict to = next + BASE + i * plane + (size_t)j * row;
    REAL lanes[LANES];
    for (int x = 0; x < LANES; ++x) lanes[x] = 0;
    int k0 = 1;
    for (; k0 + LANES <= columns - 1; k0 += LANES) {
      for (int n = 0; n < 12; ++n) FETCH_AHEAD(c + n * c_array + k0 + AHEAD, 0);
      FETCH_AHEAD(up + row + k0 + AHEAD, 0);
      FETCH_AHEAD(to + k0 + AHEAD, 1);
      for (int x = 0; x < LANES; ++x) {
        const int k = k0 + x;
        RELAX(lanes[x])
      }
    }
    REAL rest = 0;
    for (int k = k0; k < columns - 1; ++k) RELAX(rest)
    for (int x = 0; x < LANES; ++x) rest += lanes[x];
    sum += (double)rest;
  }
  partial[slot * partials + get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}
