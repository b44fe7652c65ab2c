// livermore/kernels/hydro_2d.cl - kernel 18, three loop nests, each complete before the next.
//
//   ZA, ZB from ZP, ZQ, ZR, ZM;  ZU, ZV += 0.0041*(flow of ZZ, ZR through ZA, ZB);
//   ZR += 0.0037*ZU,  ZZ += 0.0037*ZV
//
// Source      Livermore Fortran Kernels mf528, kernel 18; thesis 003, section 4
// Work        a work-item takes `chunk` rows of one of the columns 2..6; GPUs take the first two nests
//             from hydro_columns.cl
// Traffic     per point, in REAL: flux 6.8, velocity 9, advance 6; flops 14, 26, 4
// Launch      2-D: (n - 1) / chunk work-items x 5 columns
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define FOR_EACH(j)                                                          \
  const ulong first = get_global_id(0) * chunk + 1;                          \
  const ulong end = first + chunk < n ? first + chunk : n;                   \
  const ulong c = get_global_id(1), column = (c + 1) * leading;              \
  for (ulong j = first; j < end; ++j)
#define AT(a) a[column + j]
#define BEFORE(a) a[column + j - 1]
#define AFTER(a) a[column + j + 1]
#define BELOW(a) a[column + j - leading]
#define ABOVE(a) a[column + j + leading]
#define ABOVE_BEFORE(a) a[column + j + leading - 1]

__kernel void livermore_flux(__global REAL* restrict za, __global REAL* restrict zb,
                             __global const REAL* restrict zp, __global const REAL* restrict zq,
                             __global const REAL* restrict zr, __global const REAL* restrict zm,
                             const ulong leading, const ulong n, const ulong chunk)
{
  FOR_EACH(j)
  {
    AT(za) = (ABOVE_BEFORE(zp) + ABOVE_BEFORE(zq) - BEFORE(zp) - BEFORE(zq)) *
             (AT(zr) + BEFORE(zr)) / (BEFORE(zm) + ABOVE_BEFORE(zm));
    AT(zb) = (BEFORE(zp) + BEFORE(zq) - AT(zp) - AT(zq)) * (AT(zr) + BELOW(zr)) /
             (AT(zm) + BEFORE(zm));
  }
}

#define FLOW(f)                                                              \
  (AT(za) * (AT(f) - AFTER(f)) - BEFORE(za) * (AT(f) - BEFORE(f)) -          \
   AT(zb) * (AT(f) - BELOW(f)) + ABOVE(zb) * (AT(f) - ABOVE(f)))

__kernel void livermore_velocity(__global REAL* restrict zu, __global REAL* restrict zv,
                                 __global const REAL* restrict za, __global const REAL* restrict zb,
                                 __global const REAL* restrict zz, __global const REAL* restrict zr,
                                 const ulong leading, const ulong n, const ulong chunk)
{
  FOR_EACH(j)
  {
    AT(zu) = AT(zu) + (REAL)0.0041 * FLOW(zz);
    AT(zv) = AT(zv) + (REAL)0.0041 * FLOW(zr);
  }
}

__kernel void livermore_advance(__global REAL* restrict zr, __global REAL* restrict zz,
                                __global const REAL* restrict zu, __global const REAL* restrict zv,
                                const ulong leading, const ulong n, const ulong chunk)
{
  FOR_EACH(j)
  {
    AT(zr) = AT(zr) + (REAL)0.0037 * AT(zu);
    AT(zz) = AT(zz) + (REAL)0.0037 * AT(zv);
  }
}
