// livermore/kernels/difference.cl - kernel 10 on arrays whose long axis has become the contiguous one.
//
//   c = CX[5,k];  for r = 5..13: (PX[r,k], c) = (c, c - PX[r,k]);  PX[14,k] = c
//
// Source      Livermore Fortran Kernels mf528, kernel 10; thesis 003, section 4 (body split over passes)
// Work        a work-item takes `chunk` columns, WIDE at a time, and reads all rows before it writes one
// Traffic     20 REAL and 9 flops per column
// Launch      1-D, at least columns / chunk work-items; PX and CX have `rows` REAL per row
// Parameters  REAL: float or double; WIDE: 1 on GPUs, where neighbours are other items
#pragma OPENCL FP_CONTRACT OFF
#define CHAIN 9

__kernel void livermore_differences(__global REAL* restrict px, __global const REAL* restrict cx,
                                    const ulong rows, const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  for (ulong k = first; k < end; k += WIDE) {
    const uint wide = WIDE == 1 || end - k >= WIDE ? WIDE : (uint)(end - k);
    REAL c[WIDE], old[CHAIN * WIDE];
    for (uint r = 0; r < CHAIN; ++r)
      for (uint l = 0; l < wide; ++l) old[r * WIDE + l] = px[(4 + r) * rows + k + l];
    for (uint l = 0; l < wide; ++l) c[l] = cx[4 * rows + k + l];
    for (uint r = 0; r < CHAIN; ++r)
      for (uint l = 0; l < wide; ++l) {
        px[(4 + r) * rows + k + l] = c[l];
        c[l] = c[l] - old[r * WIDE + l];
      }
    for (uint l = 0; l < wide; ++l) px[13 * rows + k + l] = c[l];
  }
}

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
