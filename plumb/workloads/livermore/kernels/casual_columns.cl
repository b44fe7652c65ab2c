// livermore/kernels/casual_columns.cl - kernel 15 for GPUs: a row through all columns.
//
//   15 casual   VY, VS by three decisions per point: the larger of two values, the smaller divisor
//
// Source      Livermore Fortran Kernels mf528; casual.cl has the loop point by point
// Work        a work-item takes one row from column to column: what two columns share is read once, and
//             the next column is on its way while square roots and quotients of this one are computed
// Traffic     5.8 REAL per point; flops 33 (weighted)
// Launch      1-D, groups of 128, at least n - 1 work-items
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#ifdef __CUDACC__
#define BOUNDED __launch_bounds__(128, 5)
#else
#define BOUNDED
#endif
#define COLUMNS 5
#define LARGER(a, b) ((a) < (b) ? (b) : (a))

// Rows count from 0: row n - 1 is the last, where VS becomes 0 and the row behind is not read. `up`
// belongs to the column above, `_left` and `_right` to the rows beside this one.
__kernel BOUNDED void livermore_casual_columns(__global REAL* restrict vy, __global REAL* restrict vs,
                                               __global const REAL* restrict vh,
                                               __global const REAL* restrict vf,
                                               __global const REAL* restrict vg,
                                               const ulong leading, const ulong n)
{
  const ulong k = get_global_id(0) + 1;
  if (k >= n) return;
  const ulong right = k == n - 1 ? 0 : 1;
  ulong at = leading + k;
  REAL h = vh[at], h_left = vh[at - 1], f_below = vf[k];
  REAL g_below = LARGER(vg[k], vg[k + right]);
  REAL h_up = vh[at + leading], h_up_left = vh[at + leading - 1];
  REAL f = vf[at], f_left = vf[at - 1], g = vg[at], g_right = vg[at + right];
  _Pragma("unroll") for (uint c = 0; c < COLUMNS; ++c)
  {
    REAL h_next = 0, h_next_left = 0, f_next = 0, f_next_left = 0, g_next = 0, g_next_right = 0;
    if (c < COLUMNS - 1) {
      const ulong next = at + leading;
      h_next = vh[next + leading], h_next_left = vh[next + leading - 1];
      f_next = vf[next], f_next_left = vf[next - 1];
      g_next = vg[next], g_next_right = vg[next + right];
    }
    const int left = f < f_left, below = f < f_below;
    const REAL g_here = LARGER(g, g_right);
    const REAL r = left ? LARGER(h_left, h_up_left) : LARGER(h, h_up);
    const REAL s = below ? g_below : g_here;
    const REAL t = h_up > h ? (REAL)0.053 : (REAL)0.073;
    const REAL u = below ? (REAL)0.073 : (REAL)0.053;
    vy[at] = sqrt(g * g + r * r) * t / (left ? f_left : f);
    const REAL side = sqrt(h * h + s * s) * u / (below ? f_below : f);
    vs[at] = k == n - 1 ? (REAL)0 : side;
    h = h_up, h_left = h_up_left, f_below = f, g_below = g_here;
    h_up = h_next, h_up_left = h_next_left;
    f = f_next, f_left = f_next_left, g = g_next, g_right = g_next_right;
    at += leading;
  }
  vy[at] = 0;
}
