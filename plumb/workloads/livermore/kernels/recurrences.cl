// livermore/kernels/recurrences.cl - the coefficients of each recurrence; stands before scan_tiles.cl, scan_stream.cu and scan_rows.cl.
//
//   5   X[i] = Z[i]*(Y[i] - X[i-1])                        a = -Z, b = Z*Y
//   11  X[k] = X[k-1] + Y[k]                               a = 1, b = Y
//   19  B5 = SA + ST*SB, ST = B5 - ST, up (190), down (191)  a = SB - 1, b = SA
//   23  ZA[k] = ZA + 0.175*(... + ZA[k-1]*ZV + ZZ - ZA)    a = 0.175*ZV, one column per launch
//   17  XNM by the branch guessed for each step            a = VSP or 2*VLR - 1
//   20  XX by Newton's tangent at the state guessed        a = f'(guess)
//
// Source      Livermore Fortran Kernels mf528; specification of the suite; Stone 1973
// Work        17 and 20 correct their guesses: a sweep that changes none has found the solution
// Traffic     see scan_tiles.cl
// Launch      see scan_tiles.cl; the first step of 5, 17 and 23 is the second element
// Parameters  FORM: 5, 11, 17, 190, 191, 20 or 23; CLOSE: relative change that 20 calls none
#define INPUT __global const REAL* restrict
#define IDLE 0
#define SLOPES 1                     // 0: all slopes are 1
#define KEPT(before, after) (after)  // of x before and after a step, for EMIT
#define OUTPUTS                      // arrays that only EMIT uses
#if FORM == 5
#define ARRAYS __global REAL* x, INPUT y, INPUT z
#undef OUTPUTS
#define OUTPUTS (void)x;
#define COEFFICIENTS(i) slope = -z[i + 1]; shift = z[i + 1] * y[i + 1];
#define EMIT(i) x[i + 1] = kept;
#elif FORM == 11
#define ARRAYS __global REAL* restrict x, INPUT y
#undef OUTPUTS
#define OUTPUTS (void)x;
#undef SLOPES
#define SLOPES 0
#define COEFFICIENTS(i) shift = y[i];
#define EMIT(i) x[i] = kept;
#elif FORM == 190
#define ARRAYS INPUT sa, INPUT sb
#define COEFFICIENTS(i) slope = sb[i] - (REAL)1; shift = sa[i];
#define EMIT(i) (void)kept;  // the second sweep overwrites B5: only the last state matters
#elif FORM == 191
#define ARRAYS __global REAL* restrict b5, INPUT sa, INPUT sb
#undef OUTPUTS
#define OUTPUTS (void)b5;
#define COEFFICIENTS(i) slope = sb[count - 1 - i] - (REAL)1; shift = sa[count - 1 - i];
#undef KEPT
#define KEPT(before, after) ((after) + (before))
#define EMIT(i) b5[count - 1 - i] = kept;
#elif FORM == 23
#define ARRAYS \
  __global REAL* za_new, INPUT za, INPUT zr, INPUT zb, INPUT zu, INPUT zv, INPUT zz, \
      const ulong leading, const ulong column
#define COEFFICIENTS(i)                                                               \
  const ulong e = column + i + 1;                                                     \
  slope = (REAL)0.175 * zv[e];                                                        \
  shift = za[e] + (REAL)0.175 * (za[e + leading] * zr[e] + za_new[e - leading] * zb[e] + \
                                 za[e + 1] * zu[e] + zz[e] - za[e]);
#define EMIT(i) za_new[column + i + 1] = kept;
#elif FORM == 17
#define ARRAYS \
  __global int* branch, __global REAL* state, INPUT vxne, INPUT vlr, INPUT vlin, INPUT vsp, \
      INPUT vstp
#undef IDLE
#undef KEPT
#undef OUTPUTS
#define OUTPUTS (void)state, (void)vxne;
#define IDLE control[CHANGED + sweep - 1] == 0
#define KEPT(before, after) (before)
#define COEFFICIENTS(i)                                                     \
  const ulong e = count - i;                                                \
  slope = branch[e] != 0 ? vsp[e] : (REAL)2 * vlr[e] - (REAL)1;             \
  shift = branch[e] != 0 ? vstp[e] : (REAL)2 * vlin[e];
#define EMIT(i)                                                             \
  const ulong e = count - i;                                                \
  const REAL limit = (REAL)5 / (REAL)3 * (kept * vlr[e] + vlin[e]);         \
  const int taken = kept > limit || vxne[e] > limit;                        \
  state[e] = kept;                                                          \
  if (taken != branch[e]) atomic_inc(&control[CHANGED + sweep]);            \
  branch[e] = taken;
#elif FORM == 20
#define ARRAYS                                                                            \
  __global REAL* state, INPUT u, INPUT v, INPUT w, INPUT y, INPUT z, INPUT g, INPUT vx,   \
      const REAL dk, const REAL s, const REAL t
#undef IDLE
#undef KEPT
#define IDLE control[CHANGED + sweep - 1] == 0
#define KEPT(before, after) (before)
// f(x) = (X - x)*dn + x with X = ((W + V*dn)*x + U)/(VX + V*dn); dn depends on x where not clamped.
#define COEFFICIENTS(i)                                                          \
  const REAL x0 = i == 0 ? start[start_at] : state[i];                           \
  const REAL near = x0 + dk;                                                     \
  const REAL di = y[i] - g[i] / near;                                            \
  const REAL free = di != 0 ? z[i] / di : (REAL)0.2;                             \
  const REAL low = free < t ? free : t;                                          \
  const REAL dn = di != 0 ? (low < s ? s : low) : (REAL)0.2;                     \
  const int moves = di != 0 && free < t && !(free < s);                          \
  const REAL dn_slope = moves ? -free / di * (g[i] / (near * near)) : (REAL)0;   \
  const REAL below = vx[i] + v[i] * dn;                                          \
  const REAL at = ((w[i] + v[i] * dn) * x0 + u[i]) / below;                      \
  const REAL at_slope = (w[i] + v[i] * dn + v[i] * dn_slope * (x0 - at)) / below; \
  slope = (at_slope - (REAL)1) * dn + (at - x0) * dn_slope + (REAL)1;            \
  shift = (at - x0) * dn + x0 - slope * x0;
#define EMIT(i)                                                                  \
  const REAL change = fabs(kept - state[i]);                                     \
  if (!(change <= (REAL)CLOSE * fabs(kept))) atomic_inc(&control[CHANGED + sweep]); \
  state[i] = kept;
#endif
#define CHANGED 64  // control: the ticket first, from here on what each sweep changed
