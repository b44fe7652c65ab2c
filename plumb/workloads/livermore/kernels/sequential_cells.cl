// livermore/kernels/sequential_cells.cl - one work-item in the original order: kernels 13, 14 and 16.
//
//   the loops of reference.cpp, statement by statement
//
// Source      Livermore Fortran Kernels mf528
// Work        everything; 14 only its third loop, behind the particles of particles_1d.cl
// Traffic     as the loops
// Launch      one work-item
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define INPUT __global const REAL* restrict
#define CELL(position) ((int)(position) & 63)
#define D(i) d[(i) + 3]  // four elements of the storage before D stand in front

__kernel void livermore_sequential_13(__global REAL* p, INPUT b, INPUT c, INPUT y, INPUT z,
                                      __global const int* restrict e,
                                      __global const int* restrict f, __global REAL* h,
                                      const ulong n)
{
  for (ulong k = 0; k < n; ++k) {
    const int at = CELL(p[4 * k]) + 64 * CELL(p[4 * k + 1]);
    p[4 * k + 2] = p[4 * k + 2] + b[at];
    p[4 * k + 3] = p[4 * k + 3] + c[at];
    p[4 * k] = p[4 * k] + p[4 * k + 2];
    p[4 * k + 1] = p[4 * k + 1] + p[4 * k + 3];
    const int i2 = CELL(p[4 * k]), j2 = CELL(p[4 * k + 1]);
    p[4 * k] = p[4 * k] + y[i2 + 31];
    p[4 * k + 1] = p[4 * k + 1] + z[j2 + 31];
    const int cell = (i2 + e[i2 + 31] - 1) + 64 * (j2 + f[j2 + 31] - 1);
    h[cell] = h[cell] + (REAL)1;
  }
}

// From particle `first` on: the thesis lets the host start one launch per particle.
__kernel void livermore_sequential_14(__global REAL* rh, INPUT rx, __global const int* restrict ir,
                                      const ulong first, const ulong end)
{
  for (ulong k = first; k < end; ++k) {
    rh[ir[k] - 1] = rh[ir[k] - 1] + (REAL)1 - rx[k];
    rh[ir[k]] = rh[ir[k]] + rx[k];
  }
}

__kernel void livermore_sequential_16(__global const int* restrict zone, INPUT d, INPUT plan,
                                      __global int* restrict result, const REAL r, const REAL s,
                                      const REAL t, const uint n)
{
  const int span = (int)n, third = (int)n / 3;
  int k2 = 0, k3 = 0, j5 = 0, m = 1;
  ulong k = 0;
  while (k < n) {
    const ulong j4 = 2 * (ulong)n * (ulong)(m - 1) + 2 * k + 2;
    REAL c = 0;
    ++k2;
    ++k;
    j5 = zone[j4];
    if (j5 > span) {
      ++k3;
      c = D(j5) - (D(j5 - 1) * ((t - D(j5 - 2)) * (t - D(j5 - 2))) +
                   (s - D(j5 - 3)) * (s - D(j5 - 3)) + (r - D(j5 - 4)) * (r - D(j5 - 4)));
    } else if (j5 != span) {
      c = plan[j5 - 1] - (j5 < span - 2 * third ? t : j5 < span - third ? s : r);
    }
    const int sign = zone[j4 - 1];
    if (j5 == span || c == 0 || sign == 0) break;
    if ((c < 0) != (sign < 0)) {
      m = m + 1 > zone[0] ? 1 : m + 1;
      if (m == 1) break;
      k = 0;
    }
  }
  result[0] = k2;
  result[1] = k3;
  result[2] = j5;
  result[3] = m;
}
