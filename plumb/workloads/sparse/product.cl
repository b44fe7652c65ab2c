// sparse/product.cl - y = A x for GPUs: ELL and CSR.
//
//   for i in [0, rows): y[i] = sum of a[i][j] x[j] over the elements of row i     <- product_reference in reference.cpp
//
// Source      paper 003, section 3.7, asks for sparse matrices without their zeros; ELL and CSR are ours
// Work        ELL: WIDTH rows per work-item, 16-byte loads of their values. CSR: LANES work-items per row
// Traffic     per element: 1 REAL and 1 uint read, 1 REAL of x; per row 1 REAL written (CSR: 1 uint read);
//             2 flops per element
// Launch      1-D. ELL: held / WIDTH rounded up to groups; `held` are the rows filled up to whole vectors,
//             `stride`, a multiple of WIDTH, lies between the k-th elements of all rows. CSR: rows * LANES rounded up to GROUP
// Parameters  REAL, VECTOR, WIDTH, INDEX: float, float4, 4, uint4 or double, double2, 2, uint2; GROUP; LANES: a
//             power of 2
#if WIDTH == 4
#define EACH(what) what(0, x) what(1, y) what(2, z) what(3, w)
#else
#define EACH(what) what(0, x) what(1, y)
#endif
#define ADD(n, part) sum[n] += v.part * x[c.part];
#define STORE(n, part) sums.part = sum[n];

__kernel void sparse_ell(__global const REAL* restrict values, __global const uint* restrict places,
                         __global const REAL* restrict x, __global REAL* restrict y, const ulong stride,
                         const uint held, const uint width) {
  const size_t i = get_global_id(0) * WIDTH;
  if (i < held) {
    REAL sum[WIDTH];
    for (int n = 0; n < WIDTH; ++n) sum[n] = 0;
#pragma unroll 4
    for (uint k = 0; k < width; ++k) {
      const VECTOR v = *(__global const VECTOR*)(values + k * stride + i);
      const INDEX c = *(__global const INDEX*)(places + k * stride + i);
      EACH(ADD)
    }
    VECTOR sums;
    EACH(STORE)
    *(__global VECTOR*)(y + i) = sums;
  }
}

__kernel void sparse_csr(__global const REAL* restrict values, __global const uint* restrict places,
                         __global const uint* restrict starts, __global const REAL* restrict x,
                         __global REAL* restrict y, const uint rows) {
  __local REAL sums[GROUP];
  const uint item = (uint)get_local_id(0);
  const size_t row = get_global_id(0) / LANES;
  const uint lane = item % LANES;
  REAL sum = 0;
  if (row < rows) {
    const uint end = starts[row + 1];
    for (uint e = starts[row] + lane; e < end; e += LANES) sum += values[e] * x[places[e]];
  }
  sums[item] = sum;
  for (uint away = LANES / 2; away > 0; away /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < away) sums[item] += sums[item + away];
  }
  if (lane == 0 && row < rows) y[row] = sums[item];
}
