// livermore/kernels/sequential.cl - one work-item in the original order: kernels 2, 3, 4, 5, 6, 11, 19, 23, 24.
//
//   the loops of reference.cpp, statement by statement
//
// Source      Livermore Fortran Kernels mf528; what a GPU does with a loop that nobody has changed
// Work        everything
// Traffic     as the loops
// Launch      one work-item
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define INPUT __global const REAL* restrict

__kernel void livermore_sequential_2(__global REAL* x, INPUT v, const ulong n)
{
  ulong ii = n, hi = 0;
  do {
    const ulong lo = hi;
    hi = hi + ii;
    ii = ii / 2;
    for (ulong k = lo + 1, i = hi + 1; k < hi; k += 2, ++i)
      x[i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1];
  } while (ii > 1);
}

__kernel void livermore_sequential_3(INPUT z, INPUT x, __global REAL* q, const ulong n)
{
  REAL sum = 0;
  for (ulong k = 0; k < n; ++k) sum = sum + z[k] * x[k];
  q[0] = sum;
}

__kernel void livermore_sequential_4(__global REAL* xz, INPUT y, const ulong distance, const ulong n)
{
  for (uint window = 0; window < 3; ++window) {
    REAL sum = xz[5 + window * distance];
    for (ulong k = 0; k < n / 5; ++k) sum = sum - xz[window * distance + k] * y[4 + 5 * k];
    xz[5 + window * distance] = y[4] * sum;
  }
}

__kernel void livermore_sequential_5(__global REAL* x, INPUT y, INPUT z, const ulong n)
{
  for (ulong i = 1; i < n; ++i) x[i] = z[i] * (y[i] - x[i - 1]);
}

__kernel void livermore_sequential_6(__global REAL* w, INPUT b, const ulong leading, const ulong n)
{
  for (ulong i = 1; i < n; ++i) {
    REAL sum = (REAL)0.01;
    for (ulong k = 1; k <= i; ++k) sum = sum + b[i + leading * (k - 1)] * w[i - k];
    w[i] = sum;
  }
}

__kernel void livermore_sequential_11(__global REAL* restrict x, INPUT y, const ulong n)
{
  REAL sum = y[0];
  x[0] = sum;
  for (ulong k = 1; k < n; ++k) {
    sum = sum + y[k];
    x[k] = sum;
  }
}

__kernel void livermore_sequential_19(__global REAL* restrict b5, INPUT sa, INPUT sb,
                                      __global REAL* restrict stb5, const ulong n)
{
  REAL state = stb5[0];
  for (ulong k = 0; k < n; ++k) {
    b5[k] = sa[k] + state * sb[k];
    state = b5[k] - state;
  }
  for (ulong k = n; k > 0; --k) {
    b5[k - 1] = sa[k - 1] + state * sb[k - 1];
    state = b5[k - 1] - state;
  }
  stb5[0] = state;
}

__kernel void livermore_sequential_23(__global REAL* za, INPUT zr, INPUT zb, INPUT zu, INPUT zv,
                                      INPUT zz, const ulong leading, const ulong n)
{
  for (ulong j = 1; j <= 5; ++j) {
    for (ulong e = j * leading + 1; e < j * leading + n; ++e) {
      const REAL qa = za[e + leading] * zr[e] + za[e - leading] * zb[e] + za[e + 1] * zu[e] +
                      za[e - 1] * zv[e] + zz[e];
      za[e] = za[e] + (REAL)0.175 * (qa - za[e]);
    }
  }
}

__kernel void livermore_sequential_24(INPUT x, __global int* m, const ulong n)
{
  ulong best = 0;
  for (ulong k = 1; k < n; ++k) best = x[k] < x[best] ? k : best;
  m[0] = (int)best + 1;
}
