// livermore/kernels/product.cl - kernel 21 on arrays whose long axis has become the contiguous one.
//
//   PX[i,j] += VY[i,k]*CX[k,j], k = 1..25 in this order
//
// Source      Livermore Fortran Kernels mf528, kernel 21; thesis 003, section 4 (one pass)
// Work        WIDE 1: an item keeps a column of CX in registers and VY lies in local memory; ROWS sums
//             beside each other hide the time of an addition. Else an item takes `chunk` columns,
//             WIDE at a time
// Traffic     75 REAL and 1250 flops per column
// Launch      1-D, at least columns / chunk work-items; PX and CX have `rows` REAL per row
// Parameters  REAL: float or double; WIDE: 1 on GPUs, where neighbours are other items
#pragma OPENCL FP_CONTRACT OFF
#define N 25
#define ROWS 5
#define PADDED 6  // so that two factors are read at once
#define EACH(u, count) _Pragma("unroll") for (uint u = 0; u < count; ++u)

#if WIDE == 1
__kernel void livermore_product(__global REAL* restrict px, __global const REAL* restrict cx,
                                __global const REAL* restrict vy, const ulong leading,
                                const ulong rows, const ulong n, const ulong chunk)
{
  __local REAL factor[N / ROWS * N * PADDED];  // ROWS of one step beside each other
  const ulong k = get_global_id(0);
  (void)chunk;
  for (uint f = (uint)get_local_id(0); f < N * N; f += (uint)get_local_size(0))
    factor[f / ROWS * PADDED + f % ROWS] =
        vy[f / (N * ROWS) * ROWS + f % ROWS + leading * (f / ROWS % N)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (k < n) {
    REAL column[N], sum[ROWS], next[ROWS];
    EACH(r, N) column[r] = cx[r * rows + k];
    EACH(u, ROWS) sum[u] = px[u * rows + k];
    for (uint i = 0; i < N; i += ROWS) {
      const uint ahead = i + ROWS < N ? i + ROWS : i;  // on their way while this one is computed
      EACH(u, ROWS) next[u] = px[(ahead + u) * rows + k];
      EACH(r, N)
        EACH(u, ROWS) sum[u] = fma(factor[(i / ROWS * N + r) * PADDED + u], column[r], sum[u]);
      EACH(u, ROWS)
      {
        px[(i + u) * rows + k] = sum[u];
        sum[u] = next[u];
      }
    }
  }
}
#else
__kernel void livermore_product(__global REAL* restrict px, __global const REAL* restrict cx,
                                __global const REAL* restrict vy, const ulong leading,
                                const ulong rows, const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  for (ulong k = first; k < end; k += WIDE) {
    const uint wide = end - k < WIDE ? (uint)(end - k) : WIDE;
    for (uint i = 0; i < N; ++i) {
      REAL sum[WIDE];
      for (uint l = 0; l < wide; ++l) sum[l] = px[i * rows + k + l];
      for (uint r = 0; r < N; ++r) {
        const REAL one = vy[i + leading * r];
        for (uint l = 0; l < wide; ++l) sum[l] = sum[l] + one * cx[r * rows + k + l];
      }
      for (uint l = 0; l < wide; ++l) px[i * rows + k + l] = sum[l];
    }
  }
}
#endif
