// livermore/kernels/difference.cl - kernel 10 on arrays whose long axis has become the contiguous one.
//
//   c = CX[5,k];  for r = 5..13: (PX[r,k], c) = (c, c - PX[r,k]);  PX[14,k] = c
//
// Source      Livermore Fortran Kernels mf528, kernel 10; thesis 003, section 4 (body split over passes)
// Work        a work-item takes `chunk` columns; PAIRS 1: two columns as one vector, all rows read before
//             one is written
// Traffic     20 REAL and 9 flops per column
// Launch      1-D, at least columns / chunk work-items, PAIRS 1: half as many in groups of 64; PX and CX
//             have `rows` REAL per row, for PAIRS 1 an even number
// Parameters  REAL: float or double; PAIRS: 1 on GPUs, where neighbours are other items
#pragma OPENCL FP_CONTRACT OFF
#define CHAIN 9

#if PAIRS
#ifdef __CUDACC__
#define BOUNDED __launch_bounds__(64, 14)  // 72 registers: all rows on their way
#else
#define BOUNDED
#endif
#define PAIR_OF(real) real##2
#define PAIR_NAME(real) PAIR_OF(real)
#define PAIR PAIR_NAME(REAL)
#define EACH(r) _Pragma("unroll") for (uint r = 0; r < CHAIN; ++r)
#define PX(r) ((__global PAIR*)(px + (4 + (r)) * rows))[k]
#define PUT(r) if (2 * k + 1 < n) PX(r) = c; else px[(4 + (r)) * rows + 2 * k] = c.x;

__kernel BOUNDED void livermore_differences(__global REAL* restrict px,
                                            __global const REAL* restrict cx, const ulong rows,
                                            const ulong n, const ulong chunk)
{
  const ulong k = get_global_id(0);
  (void)chunk;
  if (2 * k >= n) return;
  PAIR old[CHAIN], c = ((__global const PAIR*)(cx + 4 * rows))[k];
  EACH(r) old[r] = PX(r);
  EACH(r)
  {
    PUT(r)  // an odd last column comes alone
    c.x = c.x - old[r].x;
    c.y = c.y - old[r].y;
  }
  PUT(CHAIN)
}
#else
// Rows do not overlap, which a compiler cannot see: neighbouring columns go into one vector.
__kernel void livermore_differences(__global REAL* restrict px, __global const REAL* restrict cx,
                                    const ulong rows, const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  _Pragma("clang loop vectorize(assume_safety)") for (ulong k = first; k < end; ++k)
  {
    REAL c = cx[4 * rows + k];
    _Pragma("unroll") for (uint r = 4; r < 4 + CHAIN; ++r)
    {
      const REAL old = px[r * rows + k];
      px[r * rows + k] = c;
      c = c - old;
    }
    px[(4 + CHAIN) * rows + k] = c;
  }
}
#endif

// One of the thesis's passes: rows from..to of the chain, which enters with `carry` (row 5: CX[5])
// and leaves into it.
__kernel void livermore_difference_pass(__global REAL* restrict px, __global const REAL* restrict cx,
                                        __global REAL* restrict carry, const uint from,
                                        const uint to, const ulong rows, const ulong n,
                                        const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  for (ulong k = first; k < end; ++k) {
    REAL c = from == 5 ? cx[4 * rows + k] : carry[k];
    for (uint r = from; r <= to; ++r) {
      const REAL old = px[(ulong)(r - 1) * rows + k];
      px[(ulong)(r - 1) * rows + k] = c;
      c = c - old;
    }
    if (to == 13) px[13 * rows + k] = c;
    if (to != 13) carry[k] = c;
  }
}
