// livermore/casual.cl - kernel 15 on arrays of seven columns, by branches and by predication.
//
//   15 casual   VY, VS by three decisions per point: the larger of two values, the smaller divisor
//
// Source      Livermore Fortran Kernels mf528; thesis 003, section 4 (15: predication)
// Work        a work-item takes `chunk` rows of one column; the column is the second index
// Traffic     5 REAL per point; flops 33 (weighted)
// Launch      2-D: rows / chunk work-items x 6 columns
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define FOR_EACH(k)                                        \
  const ulong first = get_global_id(0) * chunk + 1;        \
  const ulong end = first + chunk < n ? first + chunk : n; \
  const ulong column = (get_global_id(1) + 1) * leading;   \
  for (ulong k = first; k < end; ++k)
#define AT(a, row, shift) a[column + (row) + (shift) * leading]
#define LARGER(a, b) ((a) < (b) ? (b) : (a))

// Rows and columns count from 0 here: column 6 is the seventh, row n - 1 the last.
__kernel void livermore_casual(__global REAL* restrict vy, __global REAL* restrict vs,
                               __global const REAL* restrict vh, __global const REAL* restrict vf,
                               __global const REAL* restrict vg, const ulong leading,
                               const ulong n, const ulong chunk)
{
  const int last_column = get_global_id(1) == 5;
  FOR_EACH(k)
  {
    if (last_column) {
      AT(vy, k, 0) = 0;
    } else {
      const REAL t = AT(vh, k, 1) > AT(vh, k, 0) ? (REAL)0.053 : (REAL)0.073;
      const ulong from = AT(vf, k, 0) < AT(vf, k - 1, 0) ? k - 1 : k;
      const REAL r = LARGER(AT(vh, from, 0), AT(vh, from, 1));
      AT(vy, k, 0) = sqrt(AT(vg, k, 0) * AT(vg, k, 0) + r * r) * t / AT(vf, from, 0);
      if (k == n - 1) {
        AT(vs, k, 0) = 0;
      } else {
        const int below = vf[column + k] < vf[column + k - leading];
        const ulong at = below ? column - leading : column;
        const REAL s = LARGER(vg[at + k], vg[at + k + 1]);
        AT(vs, k, 0) = sqrt(AT(vh, k, 0) * AT(vh, k, 0) + s * s) *
                       (below ? (REAL)0.073 : (REAL)0.053) / vf[at + k];
      }
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
  const int last_column = get_global_id(1) == 5;
  FOR_EACH(k)
  {
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
