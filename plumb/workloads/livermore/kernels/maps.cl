// livermore/kernels/maps.cl - kernels 1, 7, 12 and 22: one iteration depends on no other.
//
//   for k = 1..n:  X[k] = Q + Y[k]*(R*ZX[k+10] + T*ZX[k+11])                          1 hydro
//                  X[k] = U[k] + R*(Z[k] + R*Y[k]) + T*(U[k+3] + ...)                 7 state
//                  X[k] = Y[k+1] - Y[k]                                    12 first_difference
//                  Y[k] = U[k]/V[k];  W[k] = X[k]/(exp(Y[k]) - 1)                    22 planck
//
// Source      Livermore Fortran Kernels mf528; thesis 003, section 4 (one rectangle, one pass)
// Work        a work-item takes `chunk` iterations in a row: 1 on GPUs, many on CPUs
// Traffic     per iteration, in REAL: 1 hydro 3, 7 state 4, 12 first_difference 2, 22 planck 5;
//             flops 5, 16, 1, 17 (weighted)
// Launch      1-D, at least n / chunk work-items
// Parameters  REAL: float or double; OWN_EXP 1: exp of doubles by a polynomial that CPUs vectorise
#pragma OPENCL FP_CONTRACT OFF
#define FOR_EACH(k)                                        \
  const ulong first = get_global_id(0) * chunk;            \
  const ulong end = first + chunk < n ? first + chunk : n; \
  for (ulong k = first; k < end; ++k)

__kernel void livermore_hydro(__global REAL* restrict x, __global const REAL* restrict y,
                              __global const REAL* restrict zx, const REAL q, const REAL r,
                              const REAL t, const ulong n, const ulong chunk)
{
  FOR_EACH(k) x[k] = q + y[k] * (r * zx[k + 10] + t * zx[k + 11]);
}

__kernel void livermore_state(__global REAL* restrict x, __global const REAL* restrict u,
                              __global const REAL* restrict y, __global const REAL* restrict z,
                              const REAL q, const REAL r, const REAL t, const ulong n,
                              const ulong chunk)
{
  FOR_EACH(k)
  x[k] = u[k] + r * (z[k] + r * y[k]) +
         t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) +
              t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4])));
}

__kernel void livermore_first_difference(__global REAL* restrict x,
                                         __global const REAL* restrict y, const ulong n,
                                         const ulong chunk)
{
  FOR_EACH(k) x[k] = y[k + 1] - y[k];
}

#if OWN_EXP
// e^x = 2^k e^r, r = x - k ln 2 in two pieces, |r| <= 0.35; Taylor's series to r^13 is good to the last
// place. Beyond +-708 it stays at the ends of the range.
#define TERM(c) p = p * r + (c);
double exponential(double x)
{
#pragma OPENCL FP_CONTRACT ON  // a polynomial only gains by it
  const double in_range = x < -708 ? -708 : x > 708 ? 708 : x;
  const double shifted = in_range * 1.4426950408889634 + 6755399441055744.0;  // + 1.5 * 2^52 rounds
  const double k = shifted - 6755399441055744.0;
  const double r = (in_range - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10;
  double p = 1.0 / 6227020800.0;
  TERM(1.0 / 479001600.0) TERM(1.0 / 39916800.0) TERM(1.0 / 3628800.0) TERM(1.0 / 362880.0)
  TERM(1.0 / 40320.0) TERM(1.0 / 5040.0) TERM(1.0 / 720.0) TERM(1.0 / 120.0) TERM(1.0 / 24.0)
  TERM(1.0 / 6.0) TERM(0.5) TERM(1.0) TERM(1.0)
  return p * as_double((as_ulong(shifted) + 1023) << 52);
}
#else
#define exponential(x) exp(x)
#endif

__kernel void livermore_planck(__global REAL* restrict y, __global REAL* restrict w,
                               __global const REAL* restrict u, __global const REAL* restrict v,
                               __global const REAL* restrict x, const ulong n, const ulong chunk)
{
  FOR_EACH(k)
  {
    const REAL ratio = u[k] < (REAL)20 * v[k] ? u[k] / v[k] : (REAL)20;
    y[k] = ratio;
    w[k] = x[k] / (exponential(ratio) - (REAL)1);
  }
}
