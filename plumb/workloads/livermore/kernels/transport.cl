// livermore/kernels/transport.cl - kernel 20 around its scan: the guess, the results, the fallback.
//
//   for k = 1..n:  di = Y[k] - G[k]/(XX[k] + DK);  dn = 0.2, or max(S, min(Z[k]/di, T)) if di != 0
//                  X[k] = ((W[k] + V[k]*dn)*XX[k] + U[k])/(VX[k] + V[k]*dn)
//                  XX[k+1] = (X[k] - XX[k])*dn + XX[k]
//
// Source      Livermore Fortran Kernels mf528, kernel 20; thesis 003, table 3 (one pass per step)
// Work        guess: an item runs `chunk` steps after warm-up steps from XX[1]; finish: one item per
//             element; sequential: one item
// Traffic     guess 8 REAL, finish 10 REAL per step
// Launch      1-D; finish after the sweeps, sequential after finish: each looks whether it is wanted
// Parameters  REAL: float or double
#pragma OPENCL FP_CONTRACT OFF
#define INPUT __global const REAL* restrict
#define CHANGED 64

// x becomes the next state, `x_out` X[k].
#define STEP(i)                                                                  \
  const REAL di = y[i] - g[i] / (x + dk);                                        \
  const REAL free = di != 0 ? z[i] / di : (REAL)0.2;                             \
  const REAL low = t < free ? t : free;                                          \
  const REAL dn = di != 0 ? (s < low ? low : s) : (REAL)0.2;                     \
  const REAL x_out = ((w[i] + v[i] * dn) * x + u[i]) / (vx[i] + v[i] * dn);      \
  x = (x_out - x) * dn + x;

__kernel void livermore_transport_guess(__global REAL* restrict state, __global REAL* restrict behind,
                                        INPUT u, INPUT v, INPUT w, INPUT y, INPUT z, INPUT g,
                                        INPUT vx, INPUT xx, const REAL dk, const REAL s,
                                        const REAL t, const ulong n, const ulong chunk,
                                        const ulong warm_up)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = first + chunk < n ? first + chunk : n;
  REAL x = xx[0];
  const long before = (long)first - (long)warm_up;
  for (ulong i = before < 0 ? 0 : (ulong)before; i < first && first < end; ++i) {
    STEP(i)
    (void)x_out;
  }
  for (ulong i = first; i < end; ++i) {
    state[i] = x;
    STEP(i)
    (void)x_out;
  }
  if (first < end) behind[get_global_id(0)] = x;
}

__kernel void livermore_transport_finish(__global REAL* restrict x_array,
                                         __global REAL* restrict xx, INPUT u, INPUT v, INPUT w,
                                         INPUT y, INPUT z, INPUT g, INPUT vx, INPUT state,
                                         const REAL dk, const REAL s, const REAL t,
                                         __global const uint* restrict control, const uint sweeps,
                                         const ulong n, const ulong chunk)
{
  const ulong first = get_global_id(0) * chunk;
  const ulong end = control[CHANGED + sweeps] != 0 ? first : first + chunk < n ? first + chunk : n;
  for (ulong i = first; i < end; ++i) {
    REAL x = state[i];
    STEP(i)
    x_array[i] = x_out;
    xx[i + 1] = x;
  }
}

__kernel void livermore_transport_sequential(__global REAL* restrict x_array,
                                             __global REAL* restrict xx, INPUT u, INPUT v, INPUT w,
                                             INPUT y, INPUT z, INPUT g, INPUT vx, const REAL dk,
                                             const REAL s, const REAL t,
                                             __global const uint* restrict control,
                                             const uint sweeps, const uint always, const ulong n)
{
  if (always == 0 && control[CHANGED + sweeps] == 0) return;
  REAL x = xx[0];
  for (ulong i = 0; i < n; ++i) {
    STEP(i)
    x_array[i] = x_out;
    xx[i + 1] = x;
  }
}
