// livermore/kernels/conditional.cl - kernel 17 around its scan: the guess, the results, the fallback.
//
//   for k = n, n-1, ..., 2:  e3 = XNM*VLR[k] + VLIN[k];  limit = 5/3*e3
//     if XNM > limit or VXNE[k] > limit:  XNM = XNM*VSP[k] + VSTP[k];  VXNE[k] = VE3[k] = XNM
//     else:  VE3[k] = e3;  VXNE[k] = 2*e3 - VXNE[k];  XNM = 2*e3 - XNM
//
// Source      Livermore Fortran Kernels mf528, kernel 17; thesis 003 found no method
// Work        guess: an item runs `chunk` steps after warm-up steps from the nominal start, which the
//             loop forgets; finish: one item per element; sequential: one item
// Traffic     guess 7 REAL, finish 9 REAL per step
// Launch      1-D; finish after the sweeps, sequential after finish: each looks whether it is wanted
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define INPUT __global const REAL* restrict
#define START ((REAL)1 / (REAL)3)
#define FIRST_E6 ((REAL)1.03 / (REAL)3.07)
#define SCALE ((REAL)5 / (REAL)3)
#define CHANGED 64

#define STEP                                                                     \
  const ulong e = n - 1 - i;  /* step i is element n - 1 - i */                  \
  const REAL e3 = x * vlr[e] + vlin[e];                                          \
  const int taken = x > SCALE * e3 || vxne[e] > SCALE * e3;                      \
  const REAL next = taken ? x * vsp[e] + vstp[e] : e3 + e3 - x;

__kernel void livermore_conditional_guess(__global int* restrict branch, __global REAL* restrict state,
                                          __global REAL* restrict behind, INPUT vxne, INPUT vlr,
                                          INPUT vlin, INPUT vsp, INPUT vstp, const ulong n,
                                          const ulong chunk, const ulong warm_up)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n - 1 ? first + chunk : n - 1;
  REAL x = START;
  const long before = (long)first - (long)warm_up;
  for (ulong i = before < 0 ? 0 : (ulong)before; i < first && first < end; ++i) {
    STEP
    x = next;
  }
  for (ulong i = first; i < end; ++i) {
    STEP
    branch[e] = taken;
    state[e] = x;
    x = next;
  }
  if (first < end) behind[get_global_id(0)] = x;
}

__kernel void livermore_conditional_finish(__global REAL* restrict vxne,
                                           __global REAL* restrict vxnd,
                                           __global REAL* restrict ve3, INPUT vlr, INPUT vlin,
                                           INPUT vsp, INPUT vstp, INPUT state,
                                           __global const int* restrict branch,
                                           __global REAL* restrict xnm,
                                           __global const uint* restrict control, const uint sweeps,
                                           const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk + 1;
  const ulong end = control[CHANGED + sweeps] != 0 ? first : first + chunk < n ? first + chunk : n;
  for (ulong e = first; e < end; ++e) {
    const REAL x = state[e];
    const REAL e3 = x * vlr[e] + vlin[e];
    const REAL next = branch[e] != 0 ? x * vsp[e] + vstp[e] : e3 + e3 - x;
    vxnd[e] = e == n - 1 ? FIRST_E6 : x;
    ve3[e] = branch[e] != 0 ? next : e3;
    vxne[e] = branch[e] != 0 ? next : e3 + e3 - vxne[e];
    if (e == 1) xnm[0] = next;
  }
  if (n == 1 && get_global_id(0) == 0) xnm[0] = START;
}

// The original order. Behind sweeps it runs only if the last one still changed something; `always`
// asks for it without any.
__kernel void livermore_conditional_sequential(__global REAL* restrict vxne,
                                               __global REAL* restrict vxnd,
                                               __global REAL* restrict ve3, INPUT vlr, INPUT vlin,
                                               INPUT vsp, INPUT vstp, __global REAL* restrict xnm,
                                               __global const uint* restrict control,
                                               const uint sweeps, const uint always, const ulong n)
{
  if (always == 0 && control[CHANGED + sweeps] == 0) return;
  REAL x = START;
  REAL e6 = FIRST_E6;
  for (ulong e = n - 1; e >= 1; --e) {
    const REAL e3 = x * vlr[e] + vlin[e];
    vxnd[e] = e6;
    if (x > SCALE * e3 || vxne[e] > SCALE * e3) {
      e6 = x * vsp[e] + vstp[e];
      vxne[e] = e6;
      ve3[e] = e6;
    } else {
      e6 = e3 + e3 - x;
      vxne[e] = e3 + e3 - vxne[e];
      ve3[e] = e3;
    }
    x = e6;
  }
  xnm[0] = x;
}
