// livermore/kernels/layout.cl - kernels 8 and 9 on arrays whose long axis has become the contiguous
// one: PX is [25][columns], U1 to U3 [2][5][columns] instead of 25 or 5 values per column.
//
//   8 adi         Ui[kx,ky,2] = Ui[kx,ky,1] + a*DU1 + b*DU2 + c*DU3 + SIG*(second difference in kx)
//   9 integrate   PX[1,k] = DM28*PX[13,k] + ... + C0*(PX[5,k] + PX[6,k]) + PX[3,k]
//
// Source      Livermore Fortran Kernels mf528; thesis 003, section 4 (8: three channels)
// Work        a work-item takes `chunk` columns, one after the other
// Traffic     per column, in REAL: 8 adi 21, 9 integrate 11; flops 72, 17
// Launch      1-D, at least columns / chunk work-items; PX, U1.. have `rows` REAL per row
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define FOR_EACH(k)                                        \
  const ulong first = get_global_id(0) * chunk;            \
  const ulong end = first + chunk < n ? first + chunk : n; \
  for (ulong k = first; k < end; ++k)
#define PX(r) px[(ulong)((r)-1) * rows + k]

// One array of kernel 8 at row kx of plane 1; the differences of all three are known.
#define OLD(u, kx) u[(ulong)((kx)-1) * rows + ky]
#define NEW(u, kx) u[(ulong)((kx) + 4) * rows + ky]
#define STEP(u, kx, a, b, c)                                                    \
  NEW(u, kx) = OLD(u, kx) + a * d1 + b * d2 + c * d3 +                          \
               sig * (OLD(u, kx + 1) - (REAL)2 * OLD(u, kx) + OLD(u, kx - 1));
#define CHANGE(u, kx) u[(ulong)((kx)-1) * rows + ky + 1] - u[(ulong)((kx)-1) * rows + ky - 1]

__kernel void livermore_adi(__global REAL* restrict u1, __global REAL* restrict u2,
                            __global REAL* restrict u3, __global REAL* restrict du1,
                            __global REAL* restrict du2, __global REAL* restrict du3,
                            const REAL a11, const REAL a12, const REAL a13, const REAL a21,
                            const REAL a22, const REAL a23, const REAL a31, const REAL a32,
                            const REAL a33, const REAL sig, const ulong rows, const ulong n,
                            const ulong chunk)
{
  FOR_EACH(k)
  {
    const ulong ky = k + 1;  // n counts from the second column on
    REAL d1, d2, d3;
    for (int kx = 2; kx <= 3; ++kx) {
      d1 = CHANGE(u1, kx);
      d2 = CHANGE(u2, kx);
      d3 = CHANGE(u3, kx);
      STEP(u1, kx, a11, a12, a13)
      STEP(u2, kx, a21, a22, a23)
      STEP(u3, kx, a31, a32, a33)
    }
    du1[ky] = d1;
    du2[ky] = d2;
    du3[ky] = d3;
  }
}

__kernel void livermore_integrate(__global REAL* restrict px, const REAL dm28, const REAL dm27,
                                  const REAL dm26, const REAL dm25, const REAL dm24,
                                  const REAL dm23, const REAL dm22, const REAL c0,
                                  const ulong rows, const ulong n, const ulong chunk)
{
  FOR_EACH(k)
  PX(1) = dm28 * PX(13) + dm27 * PX(12) + dm26 * PX(11) + dm25 * PX(10) + dm24 * PX(9) +
          dm23 * PX(8) + dm22 * PX(7) + c0 * (PX(5) + PX(6)) + PX(3);
}
