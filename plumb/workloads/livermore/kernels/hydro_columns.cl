// livermore/kernels/hydro_columns.cl - the first two nests of kernel 18 for GPUs: a row through all columns.
//
//   ZA, ZB from ZP, ZQ, ZR, ZM;  ZU, ZV += 0.0041*(flow of ZZ, ZR through ZA, ZB)
//
// Source      Livermore Fortran Kernels mf528, kernel 18; hydro_2d.cl has the loops point by point
// Work        a work-item takes one row from column to column: what two columns share is read once, and
//             the next column is on its way while this one is computed
// Traffic     per point, in REAL: flux 6.8, velocity 9; flops 20, 20
// Launch      1-D, groups of 128, at least n - 1 work-items
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#ifdef __CUDACC__
#define BOUNDED __launch_bounds__(128, 4)
#else
#define BOUNDED
#endif
#define COLUMNS 5
#define EACH(c) _Pragma("unroll") for (uint c = 0; c < COLUMNS; ++c)

// `_before` and `_after` belong to the rows beside this one, `_below` and `_up` to the columns.
__kernel BOUNDED void livermore_flux_columns(__global REAL* restrict za, __global REAL* restrict zb,
                                             __global const REAL* restrict zp,
                                             __global const REAL* restrict zq,
                                             __global const REAL* restrict zr,
                                             __global const REAL* restrict zm, const ulong leading,
                                             const ulong n)
{
  const ulong j = get_global_id(0) + 1;
  if (j >= n) return;
  ulong at = leading + j, up = at + leading;
  REAL p = zp[at], p_before = zp[at - 1], q = zq[at], q_before = zq[at - 1];
  REAL m = zm[at], m_before = zm[at - 1], r_below = zr[j], r = zr[at], r_before = zr[at - 1];
  REAL p_up = zp[up], p_up_before = zp[up - 1], q_up = zq[up], q_up_before = zq[up - 1];
  REAL m_up = zm[up], m_up_before = zm[up - 1];
  EACH(c)
  {
    REAL p_next = 0, p_next_before = 0, q_next = 0, q_next_before = 0, m_next = 0, m_next_before = 0;
    REAL r_next = 0, r_next_before = 0;
    if (c < COLUMNS - 1) {
      const ulong next = up + leading;
      p_next = zp[next], p_next_before = zp[next - 1];
      q_next = zq[next], q_next_before = zq[next - 1];
      m_next = zm[next], m_next_before = zm[next - 1];
      r_next = zr[up], r_next_before = zr[up - 1];
    }
    za[at] = (p_up_before + q_up_before - p_before - q_before) * (r + r_before) /
             (m_before + m_up_before);
    zb[at] = (p_before + q_before - p - q) * (r + r_below) / (m + m_before);
    p = p_up, p_before = p_up_before, q = q_up, q_before = q_up_before;
    m = m_up, m_before = m_up_before, r_below = r, r = r_next, r_before = r_next_before;
    p_up = p_next, p_up_before = p_next_before, q_up = q_next, q_up_before = q_next_before;
    m_up = m_next, m_up_before = m_next_before;
    at = up, up += leading;
  }
}

#define FLOW(f)                                                                     \
  (a * (f - f##_after) - a_before * (f - f##_before) - b * (f - f##_below) + b_up * (f - f##_up))

__kernel BOUNDED void livermore_velocity_columns(__global REAL* restrict zu,
                                                 __global REAL* restrict zv,
                                                 __global const REAL* restrict za,
                                                 __global const REAL* restrict zb,
                                                 __global const REAL* restrict zz,
                                                 __global const REAL* restrict zr,
                                                 const ulong leading, const ulong n)
{
  const ulong j = get_global_id(0) + 1;
  if (j >= n) return;
  ulong at = leading + j, up = at + leading;
  REAL u = zu[at], v = zv[at], a = za[at], a_before = za[at - 1], b = zb[at], b_up = zb[up];
  REAL z_below = zz[j], z = zz[at], z_before = zz[at - 1], z_after = zz[at + 1], z_up = zz[up];
  REAL r_below = zr[j], r = zr[at], r_before = zr[at - 1], r_after = zr[at + 1], r_up = zr[up];
  EACH(c)
  {
    REAL u_next = 0, v_next = 0, a_next = 0, a_next_before = 0, b_next = 0, z_next = 0, r_next = 0;
    REAL z_next_before = 0, z_next_after = 0, r_next_before = 0, r_next_after = 0;
    if (c < COLUMNS - 1) {
      u_next = zu[up], v_next = zv[up], a_next = za[up], a_next_before = za[up - 1];
      b_next = zb[up + leading], z_next = zz[up + leading], r_next = zr[up + leading];
      z_next_before = zz[up - 1], z_next_after = zz[up + 1];
      r_next_before = zr[up - 1], r_next_after = zr[up + 1];
    }
    zu[at] = u + (REAL)0.0041 * FLOW(z);
    zv[at] = v + (REAL)0.0041 * FLOW(r);
    u = u_next, v = v_next, a = a_next, a_before = a_next_before, b = b_up, b_up = b_next;
    z_below = z, z = z_up, z_before = z_next_before, z_after = z_next_after, z_up = z_next;
    r_below = r, r = r_up, r_before = r_next_before, r_after = r_next_after, r_up = r_next;
    at = up, up += leading;
  }
}
