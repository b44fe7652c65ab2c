// livermore/kernels/casual.cl - kernel 15 on arrays of seven columns, by branches and by predication.
//
//   15 casual   VY, VS by three decisions per point: the larger of two values, the smaller divisor
//
// Source      Livermore Fortran Kernels mf528; thesis 003, section 4 (15: predication)
// Work        a work-item takes `chunk` rows of one column; GPUs take casual_columns.cl
// Traffic     5.8 REAL per point; flops 33 (weighted)
// Launch      2-D: rows / chunk work-items x 6 columns
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define COLUMNS 6
#define FOR_EACH(k)                                                          \
  const ulong first = get_global_id(0) * chunk + 1;                          \
  const ulong end = first + chunk < n ? first + chunk : n;                   \
  const ulong c = get_global_id(1), column = (c + 1) * leading;              \
  for (ulong k = first; k < end; ++k)
#define AT(a, row, shift) a[column + (row) + (shift) * leading]
#define LARGER(a, b) ((a) < (b) ? (b) : (a))

// Rows and columns count from 0 here: column 6 is the seventh, row n - 1 the last. What a decision
// may need is read before it is known, so that no load waits for another.
__kernel void livermore_casual(__global REAL* restrict vy, __global REAL* restrict vs,
                               __global const REAL* restrict vh, __global const REAL* restrict vf,
                               __global const REAL* restrict vg, const ulong leading,
                               const ulong n, const ulong chunk)
{
  FOR_EACH(k)
  {
    if (c == COLUMNS - 1) {
      AT(vy, k, 0) = 0;
    } else {
      const REAL h = AT(vh, k, 0), h_up = AT(vh, k, 1), g = AT(vg, k, 0), f = AT(vf, k, 0);
      const REAL f_left = AT(vf, k - 1, 0), f_below = vf[column + k - leading];
      const REAL h_left = LARGER(AT(vh, k - 1, 0), AT(vh, k - 1, 1));
      const REAL g_below = LARGER(vg[column + k - leading], vg[column + k + 1 - leading]);
      const REAL g_here = LARGER(g, AT(vg, k + 1, 0));
      const int left = f < f_left, below = f < f_below;
      const REAL r = left ? h_left : LARGER(h, h_up), s = below ? g_below : g_here;
      const REAL t = h_up > h ? (REAL)0.053 : (REAL)0.073;
      const REAL u = below ? (REAL)0.073 : (REAL)0.053;
      AT(vy, k, 0) = sqrt(g * g + r * r) * t / (left ? f_left : f);
      const REAL side = sqrt(h * h + s * s) * u / (below ? f_below : f);
      AT(vs, k, 0) = k == n - 1 ? (REAL)0 : side;
    }
  }
}

// Both sides of every decision are computed, a mask selects: the thesis's form.
__kernel void livermore_casual_predicated(__global REAL* restrict vy, __global REAL* restrict vs,
                                          __global const REAL* restrict vh,
                                          __global const REAL* restrict vf,
                                          __global const REAL* restrict vg, const ulong leading,
                                          const ulong n, const ulong chunk)
{
  FOR_EACH(k)
  {
    const int last_column = c == COLUMNS - 1;
    const ulong up = last_column ? 0 : leading;        // stays inside for the seventh column
    const ulong right = k == n - 1 ? 0 : 1;            // and in the last row
    const REAL t = vh[column + k + up] > AT(vh, k, 0) ? (REAL)0.053 : (REAL)0.073;
    const REAL r0 = LARGER(AT(vh, k - 1, 0), vh[column + k - 1 + up]);
    const REAL r1 = LARGER(AT(vh, k, 0), vh[column + k + up]);
    const REAL g = AT(vg, k, 0) * AT(vg, k, 0);
    const REAL y0 = sqrt(g + r0 * r0) * t / AT(vf, k - 1, 0);
    const REAL y1 = sqrt(g + r1 * r1) * t / AT(vf, k, 0);
    const REAL y = AT(vf, k, 0) < AT(vf, k - 1, 0) ? y0 : y1;
    const ulong low = column - leading + k;
    const REAL s0 = LARGER(vg[low], vg[low + right]);
    const REAL s1 = LARGER(AT(vg, k, 0), vg[column + k + right]);
    const REAL h = AT(vh, k, 0) * AT(vh, k, 0);
    const REAL v0 = sqrt(h + s0 * s0) * (REAL)0.073 / vf[low];
    const REAL v1 = sqrt(h + s1 * s1) * (REAL)0.053 / AT(vf, k, 0);
    const REAL v = AT(vf, k, 0) < vf[low] ? v0 : v1;
    AT(vy, k, 0) = last_column ? (REAL)0 : y;
    AT(vs, k, 0) = last_column ? AT(vs, k, 0) : (k == n - 1 ? (REAL)0 : v);
  }
}
