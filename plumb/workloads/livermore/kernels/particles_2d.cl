// livermore/kernels/particles_2d.cl - kernel 13: particles move through a grid and are counted in its cells.
//
//   P[3,k] += B[i1,j1];  P[4,k] += C[i1,j1];  P[1,k] += P[3,k];  P[2,k] += P[4,k];
//   P[1,k] += Y[i2+32];  P[2,k] += Z[j2+32];  H[i2+E, j2+F] += 1
//
// Source      Livermore Fortran Kernels mf528, kernel 13; thesis 003, table 3 (one pass per step)
// Work        move: an item takes `chunk` particles and counts them by integer atomics; add: one
//             item per cell repeats the additions of 1 in as few steps as give the same rounding
// Traffic     8 REAL per particle; the grids stay in caches
// Launch      1-D; move: n / chunk items; add: 4096 items
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define INPUT __global const REAL* restrict
#define CELL(position) ((int)(position) & 63)

__kernel void livermore_move_2d(__global REAL* restrict p, INPUT b, INPUT c, INPUT y, INPUT z,
                                __global const int* restrict e, __global const int* restrict f,
                                volatile __global uint* counts, const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  for (ulong k = first; k < end; ++k) {
    REAL p1 = p[4 * k], p2 = p[4 * k + 1];
    const int at = CELL(p1) + 64 * CELL(p2);
    const REAL p3 = p[4 * k + 2] + b[at];
    const REAL p4 = p[4 * k + 3] + c[at];
    p1 = p1 + p3;
    p2 = p2 + p4;
    const int i2 = CELL(p1), j2 = CELL(p2);
    p[4 * k] = p1 + y[i2 + 31];
    p[4 * k + 1] = p2 + z[j2 + 31];
    p[4 * k + 2] = p3;
    p[4 * k + 3] = p4;
    atomic_inc(&counts[(i2 + e[i2 + 31] - 1) + 64 * (j2 + f[j2 + 31] - 1)]);
  }
}

__kernel void livermore_add_counts(__global REAL* restrict h, __global uint* restrict counts)
{
  const ulong cell = get_global_id(0);
  REAL value = h[cell];
  uint left = counts[cell];
  counts[cell] = 0;
  // Between two powers of 2 adding 1 rounds nothing, so that many additions are one.
  while (left > 0 && value + (REAL)1 != value) {
    REAL power = 1;
    while (power <= value) power = power * (REAL)2;
    const REAL room = value < (REAL)1 ? (REAL)0 : power - value;
    const uint steps = room < (REAL)1 ? 1u : (room < (REAL)left ? (uint)room : left);
    value = value + (REAL)steps;
    left = left - steps;
  }
  h[cell] = value;
}
