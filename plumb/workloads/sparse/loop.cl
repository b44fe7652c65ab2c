// sparse/loop.cl - y = A x for CPUs: ELL and CSR.
//
//   for i in [0, rows): y[i] = sum of a[i][j] x[j] over the elements of row i     <- product_reference in reference.cpp
//
// Source      paper 003, section 3.7, asks for sparse matrices without their zeros; ELL and CSR are ours
// Work        a work-item takes `chunk` rows: ELL along the rows, element after element; CSR row by row
// Traffic     per element: 1 REAL and 1 uint read, 1 REAL of x; per row 1 REAL written (CSR: 1 uint read);
//             2 flops per element
// Launch      1-D, one work-item per group; global size times chunk covers the rows
// Parameters  REAL
#define STRIP 16  // rows whose sums stay in registers; divides `held` and `chunk`

__kernel void sparse_ell_loop(__global const REAL* restrict values, __global const uint* restrict places,
                              __global const REAL* restrict x, __global REAL* restrict y, const ulong stride,
                              const uint held, const uint width, const uint chunk) {
  const size_t first = get_global_id(0) * chunk;
  const size_t last = first + chunk < held ? first + chunk : held;
  for (size_t begin = first; begin < last; begin += STRIP) {
    REAL sum[STRIP];
    const size_t end = begin + STRIP < held ? begin + STRIP : held;
    for (uint n = 0; n < STRIP; ++n) sum[n] = 0;
    for (uint k = 0; k < width; ++k) {
      __global const REAL* v = values + k * stride + begin;
      __global const uint* c = places + k * stride + begin;
#pragma unroll
      for (uint n = 0; n < STRIP; ++n) sum[n] += v[n] * x[c[n]];
    }
    for (uint n = 0; n < STRIP && begin + n < end; ++n) y[begin + n] = sum[n];
  }
}

__kernel void sparse_csr_loop(__global const REAL* restrict values, __global const uint* restrict places,
                              __global const uint* restrict starts, __global const REAL* restrict x,
                              __global REAL* restrict y, const uint rows, const uint chunk) {
  const size_t first = get_global_id(0) * chunk;
  const size_t last = first + chunk < rows ? first + chunk : rows;
  for (size_t i = first; i < last; ++i) {
    REAL sum = 0;
    const uint end = starts[i + 1];
    for (uint e = starts[i]; e < end; ++e) sum += values[e] * x[places[e]];
    y[i] = sum;
  }
}
